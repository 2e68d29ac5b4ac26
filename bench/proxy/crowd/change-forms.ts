import { setTimeout as pause } from 'node:timers/promises';
import type { Candidate } from '../stage/candidates.ts';
import type { ServiceProcess } from '../stage/processes.ts';
import type { Crowd } from './start-crowd.ts';

/** The longest poll interval and a margin. */
const SEEN_WITHIN_MS = 75_000;

/**
 * The service changes one form after the other, each once: the milliseconds until each of its browsers
 * knew. `watchers`: how many browsers a form has.
 */
export async function changeForms(
  { service, crowd }: { service: ServiceProcess; crowd: Crowd },
  candidates: readonly Candidate[],
  { watchers, everyMs }: { watchers: number; everyMs: number },
): Promise<number[][]> {
  const changed = new Map<string, number>();
  for (const [index, { form_id }] of candidates.entries()) {
    const status = `CHANGED_${index}`;
    changed.set(status, await service.change(form_id, status));
    await pause(everyMs);
  }
  const { received } = await crowd.until(
    (report) => [...changed.keys()].every((one) => report.received[one]?.length === watchers),
    SEEN_WITHIN_MS,
  );
  return [...changed].map(([status, at]) => (received[status] ?? []).map((seenAt) => seenAt - at));
}
