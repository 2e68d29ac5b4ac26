import { styledBaseOf } from '../contestants/contestants.ts';
import type { Bytes } from '../visit/network-log.ts';
import type { Visit } from '../visit/visit.ts';

/** Whose value in the same round a ratio refers to: native HTML, or native HTML styled as the contestant is. */
type Base = 'native' | 'styled';

/** One figure of a visit. */
export interface Measure {
  id: string;
  title: string;
  unit: 'ms' | 'kB' | 'MB' | '';
  /** Decimal places. */
  digits: number;
  /** Absent when a ratio would be meaningless. */
  base?: Base;
  /** `undefined` when the visit did not measure it. */
  of(visit: Visit): number | undefined;
}

const kB = (bytes: number) => bytes / 1e3;
const sum = (bytes: Bytes) => Object.values(bytes).reduce((total, part) => total + part, 0);

/** All figures, in the order of the table. */
export const MEASURES: readonly Measure[] = [
  ratio('usable', 'first field usable', ({ load }) => load.usableMs, { base: 'styled' }),
  ratio('typed', 'first character painted', ({ load }) => load.typedMs, { base: 'styled' }),
  plain('bytes_usable', 'bytes until usable', 'kB', ({ load }) => kB(sum(load.bytesUntilUsable))),
  plain('bytes', 'bytes in all', 'kB', ({ load }) => kB(sum(load.bytes))),
  plain('bytes_html', 'of them HTML', 'kB', ({ load }) => kB(load.bytes.html)),
  plain('bytes_js', 'of them script', 'kB', ({ load }) => kB(load.bytes.js)),
  plain('bytes_css', 'of them styles', 'kB', ({ load }) => kB(load.bytes.css)),
  plain('bytes_data', 'of them data', 'kB', ({ load }) => kB(load.bytes.data)),
  plain('script_usable', 'script until usable', 'ms', ({ load }) => load.workUntilUsable.scriptMs),
  plain('script', 'script in all', 'ms', ({ load }) => load.work.scriptMs),
  ratio('busy', 'main thread in all', ({ load }) => load.work.busyMs),
  plain('blocking', 'total blocking time', 'ms', ({ load }) => load.blockingMs),
  ratio(
    'early_keys',
    'keys in the first two seconds, p95',
    ({ earlyKeysMs }) => earlyKeysMs && quantile(earlyKeysMs, 0.95),
  ),
  ratio(
    'key_script',
    'script per key',
    ({ keys }) => keys && median(keys.burst.map(({ scriptMs }) => scriptMs)),
    { digits: 2 },
  ),
  ratio(
    'key_busy',
    'main thread per key',
    ({ keys }) => keys && median(keys.burst.map(({ busyMs }) => busyMs)),
    { digits: 2 },
  ),
  ratio('key_paced', 'script per key with its pause', ({ keys }) => keys?.paced.scriptMs, {
    digits: 2,
  }),
  ratio('key_paint', 'key to paint, p95', ({ keys }) => keys && quantile(keys.paintsMs, 0.95), {
    digits: 1,
  }),
  ratio('refusal', 'empty form sent to error', ({ refusalMs }) => refusalMs),
  ratio('heap', 'heap', ({ load }) => load.heap / 1e6, { unit: 'MB', digits: 2 }),
  plain('shift', 'layout shift', '', ({ load }) => load.shift, 3),
  plain('kept', 'early text kept', '', ({ load }) => Number(load.kept)),
];

/** A measure with a ratio. */
function ratio(
  id: string,
  title: string,
  of: Measure['of'],
  options: Partial<Pick<Measure, 'unit' | 'digits' | 'base'>> = {},
): Measure {
  return { id, title, of, unit: 'ms', digits: 0, base: 'native', ...options };
}

/** A measure without a ratio. */
function plain(
  id: string,
  title: string,
  unit: Measure['unit'],
  of: Measure['of'],
  digits = 0,
): Measure {
  return { id, title, of, unit, digits };
}

/** The visits of one contestant, by round; `undefined` where one failed. */
type Rounds = readonly (Visit | undefined)[];

/** The median of all rounds. */
export interface Figure {
  value: number;
  /** Median of the ratios to the base in the same round. */
  ratio?: number;
}

/** Measure → figure; without those that no visit has. */
export type Figures = Record<string, Figure>;

/** The id of the contestant that the ratios of another one refer to; `undefined` without ratios. */
export function baseIdOf({ base }: Measure, contestant: string): string | undefined {
  return base === 'styled' ? styledBaseOf(contestant) : base;
}

/** The figures of one contestant. `measured`: the visits of all contestants, by id. */
export function summarize(contestant: string, measured: Readonly<Record<string, Rounds>>): Figures {
  const rounds = measured[contestant] ?? [];
  return Object.fromEntries(
    MEASURES.flatMap((measure) => {
      const { id, of } = measure;
      const values = rounds.map((visit) => visit && of(visit));
      const known = values.filter((value) => value !== undefined);
      if (known.length === 0) return [];
      const baseRounds = measured[baseIdOf(measure, contestant) ?? ''] ?? [];
      const ratios = values.flatMap((value, round) => {
        const baseVisit = baseRounds[round];
        const baseValue = baseVisit && of(baseVisit);
        return value === undefined || !baseValue ? [] : value / baseValue;
      });
      const figure: Figure = { value: median(known) };
      if (ratios.length > 0) figure.ratio = median(ratios);
      return [[id, figure]];
    }),
  );
}

/** `NaN` of no values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The value that the `share` (0 to 1) of `values` does not exceed; `NaN` of no values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(Math.ceil(sorted.length * share) - 1, 0)] ?? Number.NaN;
}

/** The result of a whole run. */
export interface Result {
  /** ISO 8601. */
  at: string;
  browser: string;
  cores: number;
  /** Its processor. */
  machine: string;
  node: string;
  conditions: object;
  rounds: number;
  /** Share of the processors that other programs used at the start and before each case. */
  loads: number[];
  /** Why the figures mean nothing; empty for a quiet machine. */
  void: string[];
  contestants: { id: string; title: string }[];
  cases: CaseReport[];
}

/** One form. */
export interface CaseReport {
  id: string;
  title: string;
  /** Contestant → its figures. */
  figures: Record<string, Figures>;
  /** Contestant → why a visit failed. */
  failures: Record<string, string>;
  /** Contestant → every visit. Not in the copy in git. */
  measured?: Record<string, Rounds> | undefined;
}
