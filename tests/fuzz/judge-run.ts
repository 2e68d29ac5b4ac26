import type { FuzzReport } from './fuzz.ts';
import type { Measure } from './measure.ts';

/** Less than this tells nothing of memory: caches are still filling. */
const ENOUGH = 40;
/** So many meet every operation a few times. */
const ENOUGH_REQUESTS = 2_000;
/** The end against the end of the warm-up. */
const MOST_GROWTH = 1.25;
/** Connections that the proxy holds open to the service come and go. */
const MORE_FDS = 40;
/** A submit or a session asks for schema, record and delivery. */
const MOST_CALLS = 3;

/** What is wrong with a run as a whole. */
export function judgeRun(
  { measures, requests, never_taken }: FuzzReport,
  failure: string | undefined,
): string[] {
  if (failure !== undefined) return [`the proxy ended unexpectedly, ${failure}`];
  const [first, last] = [measures[0], measures.at(-1)];
  if (!first || !last) return ['nothing was measured'];
  const faults: string[] = [];
  if (last.internal > 0) faults.push(`${last.internal} problems of the name internal`);
  if (requests >= ENOUGH_REQUESTS)
    faults.push(...[...never_taken].map((name) => `${name} was never answered as it should be`));
  const calls = last.service_calls - last.looks;
  // What is made to be known beforehand asks the service too, and one request is fewer than that.
  if (requests >= ENOUGH_REQUESTS && calls > MOST_CALLS * requests)
    faults.push(`${calls} calls to the service`);
  if (measures.length >= ENOUGH) faults.push(...judgeMemory(measures));
  if (last.open_fds > first.open_fds + MORE_FDS)
    faults.push(`${first.open_fds} open files at first, ${last.open_fds} in the end`);
  return faults;
}

/** Least of the second quarter, when caches are full, against the least of the last. */
function judgeMemory(measures: readonly Measure[]): string[] {
  const quarter = Math.floor(measures.length / 4);
  return (['rss_bytes', 'heap_bytes'] as const).flatMap((name) => {
    const least = (from: number, to: number) =>
      Math.min(...measures.slice(from, to).map((one) => one[name]));
    const [warm, end] = [least(quarter, quarter * 2), least(quarter * 3, measures.length)];
    const grown = end > warm * MOST_GROWTH;
    return grown ? [`${name}: ${warm} after warm-up, ${end} in the end`] : [];
  });
}
