import type { Crowd } from '../crowd/start-crowd.ts';
import type { ServiceProcess } from '../stage/start-service.ts';

/** What became of one change that many watch. */
export interface HeardChange {
  /** When it was made at the service (epoch ms). */
  ordered_at: number;
  /** How many were told. */
  told: number;
  /** Until the first and the last of them were told, in ms. */
  first_ms: number;
  last_ms: number;
}

const LONGEST_WAIT_MS = 60_000;
let changes = 0;

/** Changes the form, and waits until all of `watchers` were told, or for a minute. */
export async function hearChange(
  { service, crowd }: { service: ServiceProcess; crowd: Crowd },
  form_id: string,
  watchers: number,
): Promise<HeardChange> {
  const status = `CHANGED_${process.pid}_${(changes += 1)}`;
  const ordered_at = await service.change(form_id, status);
  const { heard } = await crowd.until(
    (report) => report.heard[status]?.length === watchers,
    LONGEST_WAIT_MS,
  );
  const delays = (heard[status] ?? []).map((at) => at - ordered_at);
  return {
    ordered_at,
    told: delays.length,
    first_ms: Math.min(...delays),
    last_ms: Math.max(...delays),
  };
}
