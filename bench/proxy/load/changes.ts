import { setTimeout as pause } from 'node:timers/promises';
import type { Crowd } from '../crowd/start-crowd.ts';
import type { Candidate } from '../stage/create-candidates.ts';
import type { ServiceProcess } from '../stage/processes.ts';
import { quantile } from '../stage/results.ts';

/** One change that many browsers watch. */
export interface ChangeResult {
  /** When the service made it (epoch ms). */
  ordered_at: number;
  /** How many browsers received it. */
  received: number;
  /** Until the first and the last browser received it, in ms. */
  first_ms: number;
  last_ms: number;
}

const ONE_CHANGE_MS = 60_000;
let changes = 0;

/** Changes the form's status, and waits until all `watchers` received it, or for a minute. */
export async function makeChange(
  { service, crowd }: { service: ServiceProcess; crowd: Crowd },
  form_id: string,
  watchers: number,
): Promise<ChangeResult> {
  const status = `CHANGED_${process.pid}_${(changes += 1)}`;
  const ordered_at = await service.change(form_id, status);
  const { received } = await crowd.until(
    (report) => report.received[status]?.length === watchers,
    ONE_CHANGE_MS,
  );
  const delays = (received[status] ?? []).map((at) => at - ordered_at);
  return {
    ordered_at,
    received: delays.length,
    first_ms: Math.min(...delays),
    last_ms: Math.max(...delays),
  };
}

/** Many changes, each watched by several browsers. */
export interface ChangesResult {
  changes: number;
  /** Share of the expected messages that arrived, from 0 to 1. */
  received: number;
  /** From the change at the service to the browser, in ms. */
  seen_p50_ms: number;
  seen_p95_ms: number;
  /** Longest time between the first and the last watcher of one change, in ms. */
  spread_ms: number;
}

/** The longest poll interval and a margin. */
const ALL_CHANGES_MS = 75_000;

/**
 * Changes one form `every_ms` and waits until all watchers received their change. Each of
 * `candidates` has `watchers` browsers, and none may be changed twice.
 */
export async function makeChanges(
  { service, crowd }: { service: ServiceProcess; crowd: Crowd },
  candidates: readonly Candidate[],
  watchers: number,
  every_ms: number,
): Promise<ChangesResult> {
  const ordered = new Map<string, number>();
  const name = crypto.randomUUID().slice(0, 8);
  for (const [index, { form_id }] of candidates.entries()) {
    const status = `CHANGED_${name}_${index}`;
    ordered.set(status, await service.change(form_id, status));
    await pause(every_ms);
  }
  const expected = candidates.length * watchers;
  const { received } = await crowd.until(
    (report) => [...ordered.keys()].every((one) => report.received[one]?.length === watchers),
    ALL_CHANGES_MS,
  );
  const delaysOf = [...ordered].map(([status, at]) =>
    (received[status] ?? []).map((then) => then - at),
  );
  const delays = delaysOf.flat();
  const spreads = delaysOf.filter((one) => one.length > 0).map(spreadOf);
  return {
    changes: candidates.length,
    received: delays.length / expected,
    seen_p50_ms: quantile(delays, 0.5),
    seen_p95_ms: quantile(delays, 0.95),
    spread_ms: Math.max(...spreads),
  };
}

const spreadOf = (delays: readonly number[]) => Math.max(...delays) - Math.min(...delays);
