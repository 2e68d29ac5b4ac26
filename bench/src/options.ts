import { parseArgs } from 'node:util';

/** What a run is asked for. */
export interface Options {
  rounds: number;
  /** Ids of cases, see `cases.ts`. */
  cases: string[];
  /** Ids of contestants; `undefined`: all of them. */
  contestants: string[] | undefined;
  /** One round of little, to see that all works; nothing is kept. */
  smoke: boolean;
  /** The way of our own opening, request by request, in place of the measures. */
  trace: boolean;
  /** What a new connection costs beside what Chromium's throttling counts, ms. */
  connectMs: number;
  /** The result is the one that is kept in git. */
  latest: boolean;
}

const SMOKE = {
  rounds: 1,
  cases: ['25'],
  contestants: ['native', 'ours', 'ours-drawn', 'ours-nonce'],
  smoke: true,
  connectMs: 0,
  latest: false,
};

export const USAGE = `npm run bench [-- options]
  --rounds N            rounds (3)
  --cases a,b           numbers of fields: 2, 25 (mixed), any other number of texts (2,25,200,500)
  --contestants a,b     some of them (all)
  --smoke               one round of native and ours with 25 fields; keeps nothing
  --trace               how each form opens, request by request; measures nothing
  --connect-ms N        what each new connection costs more, ms (0)
  --latest              the result becomes the one of bench/README.md`;

/** Reads the arguments. Throws for one that it does not know. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '3' },
      cases: { type: 'string' },
      contestants: { type: 'string' },
      smoke: { type: 'boolean', default: false },
      trace: { type: 'boolean', default: false },
      'connect-ms': { type: 'string', default: '0' },
      latest: { type: 'boolean', default: false },
    },
  });
  const { trace } = values;
  if (values.smoke) return { ...SMOKE, trace };
  return {
    rounds: numberOf(values.rounds, '--rounds', [1, 50]),
    connectMs: numberOf(values['connect-ms'], '--connect-ms', [0, 5_000]),
    cases: listed(values.cases) ?? (trace ? ['25'] : ['2', '25', '200', '500']),
    contestants: listed(values.contestants),
    smoke: false,
    latest: values.latest,
    trace,
  };
}

function listed(text: string | undefined): string[] | undefined {
  return text?.split(',').filter((part) => part !== '');
}

function numberOf(text: string, name: string, [least, most]: [number, number]): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= least && number <= most) return number;
  throw new Error(`${name} takes a number from ${least} to ${most}`);
}
