import type { Bytes } from '../visit/network-log.ts';
import type { Visit } from '../visit/visit.ts';
import { median, quantile } from './statistics.ts';

/** One figure of a visit. */
export interface Measure {
  id: string;
  title: string;
  unit: 'ms' | 'kB' | 'MB' | '';
  /** Digits after the point. */
  digits: number;
  /** Whether a ratio to native says anything. */
  hasRatio: boolean;
  of(visit: Visit): number | undefined;
}

/** Everything that is told of a contestant, in the order of the table. */
export const MEASURES: readonly Measure[] = [
  measure('usable', 'first field usable', 'ms', ({ load }) => load.usableMs),
  measure('typed', 'first character painted', 'ms', ({ load }) => load.typedMs),
  bare('bytes_usable', 'bytes until usable', 'kB', ({ load }) => sum(load.bytesUntilUsable) / 1e3),
  bare('bytes', 'bytes in all', 'kB', ({ load }) => sum(load.bytes) / 1e3),
  bare('bytes_html', 'of them HTML', 'kB', ({ load }) => load.bytes.html / 1e3),
  bare('bytes_js', 'of them script', 'kB', ({ load }) => load.bytes.js / 1e3),
  bare('bytes_css', 'of them styles', 'kB', ({ load }) => load.bytes.css / 1e3),
  bare('bytes_data', 'of them data', 'kB', ({ load }) => load.bytes.data / 1e3),
  bare('script_usable', 'script until usable', 'ms', ({ load }) => load.workUntilUsable.scriptMs),
  bare('script', 'script in all', 'ms', ({ load }) => load.work.scriptMs),
  measure('busy', 'main thread in all', 'ms', ({ load }) => load.work.busyMs),
  measure(
    'key_script',
    'script per key',
    'ms',
    ({ keys }) => keys && median(keys.burst.map(({ scriptMs }) => scriptMs)),
    2,
  ),
  measure(
    'key_busy',
    'main thread per key',
    'ms',
    ({ keys }) => keys && median(keys.burst.map(({ busyMs }) => busyMs)),
    2,
  ),
  measure(
    'key_paced',
    'script per key, pauses counted',
    'ms',
    ({ keys }) => keys?.paced.scriptMs,
    2,
  ),
  measure(
    'key_paint',
    'key to paint, p95',
    'ms',
    ({ keys }) => keys && quantile(keys.paintsMs, 0.95),
    1,
  ),
  measure('refusal', 'empty form sent to error', 'ms', ({ refusalMs }) => refusalMs),
  measure('heap', 'heap', 'MB', ({ load }) => load.heap / 1e6, 2),
  bare('shift', 'layout shift', '', ({ load }) => load.shift, 3),
  bare('kept', 'early text kept', '', ({ load }) => Number(load.kept)),
];

function measure(
  id: string,
  title: string,
  unit: Measure['unit'],
  of: Measure['of'],
  digits = 0,
): Measure {
  return { id, title, unit, of, digits, hasRatio: true };
}

function bare(...[id, title, unit, of, digits = 0]: Parameters<typeof measure>): Measure {
  return { ...measure(id, title, unit, of, digits), hasRatio: false };
}

function sum(bytes: Bytes): number {
  return Object.values(bytes).reduce((total, part) => total + part, 0);
}
