import { setTimeout as pause } from 'node:timers/promises';
import type { Crowd } from '../crowd/start-crowd.ts';
import type { Candidate } from '../stage/create-candidates.ts';
import { quantile } from '../stage/quantile.ts';
import type { ServiceProcess } from '../stage/start-service.ts';

/** What came of changes that were made at the service. */
export interface ToldChanges {
  changes: number;
  /** Share of the watchers concerned that were told, from 0 to 1. */
  told: number;
  /** From the change at the service to the browser, in ms. */
  seen_p50_ms: number;
  seen_p95_ms: number;
  /** Longest time between the first and the last watcher of one change, in ms. */
  spread_ms: number;
}

/** A change is told within the longest pause between two looks, and a little. */
const LONGEST_WAIT_MS = 75_000;

/**
 * Changes one form after the other, `every_ms`, and waits until all their watchers were told. Each
 * of `candidates` is watched by `watchers` browsers, and none may be changed twice.
 */
export async function tellChanges(
  { service, crowd }: { service: ServiceProcess; crowd: Crowd },
  candidates: readonly Candidate[],
  watchers: number,
  every_ms: number,
): Promise<ToldChanges> {
  const ordered = new Map<string, number>();
  const name = crypto.randomUUID().slice(0, 8);
  for (const [index, { form_id }] of candidates.entries()) {
    const status = `CHANGED_${name}_${index}`;
    ordered.set(status, await service.change(form_id, status));
    await pause(every_ms);
  }
  const expected = candidates.length * watchers;
  const { heard } = await crowd.until(
    (report) => [...ordered.keys()].every((one) => report.heard[one]?.length === watchers),
    LONGEST_WAIT_MS,
  );
  const told = [...ordered].map(([status, at]) => (heard[status] ?? []).map((then) => then - at));
  const delays = told.flat();
  const spreads = told.filter((one) => one.length > 0).map(spreadOf);
  return {
    changes: candidates.length,
    told: delays.length / expected,
    seen_p50_ms: quantile(delays, 0.5),
    seen_p95_ms: quantile(delays, 0.95),
    spread_ms: Math.max(...spreads),
  };
}

const spreadOf = (delays: readonly number[]) => Math.max(...delays) - Math.min(...delays);
