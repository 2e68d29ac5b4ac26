import { parseArgs } from 'node:util';

export interface Options {
  rounds: number;
  /** As in `caseNamed`. */
  cases: string[];
  /** `undefined`: all. */
  contestants: string[] | undefined;
  /** One short round that shows that everything works; writes no result. */
  smoke: boolean;
  /** Updates the result in git. */
  latest: boolean;
}

const SMOKE: Options = {
  rounds: 1,
  cases: ['25'],
  contestants: ['ours-nonce'],
  smoke: true,
  latest: false,
};

export const USAGE = `npm run bench [-- options]
  --rounds N            rounds (3)
  --cases a,b           number of fields: 2, 25 (mixed), any other number of texts (2,25,200,500)
  --contestants a,b     ids (all)
  --smoke               one round of native and ours with 25 fields; writes no result
  --latest              updates latest.json, latest.svg, and bench/README.md; needs a quiet machine`;

/** Throws for an unknown option or a value out of range. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '3' },
      cases: { type: 'string' },
      contestants: { type: 'string' },
      smoke: { type: 'boolean', default: false },
      latest: { type: 'boolean', default: false },
    },
  });
  if (values.smoke) return SMOKE;
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1 || rounds > 50)
    throw new Error('--rounds takes a number from 1 to 50');
  return {
    rounds,
    cases: listed(values.cases) ?? ['2', '25', '200', '500'],
    contestants: listed(values.contestants),
    smoke: false,
    latest: values.latest,
  };
}

function listed(text: string | undefined): string[] | undefined {
  return text?.split(',').filter((part) => part !== '');
}
