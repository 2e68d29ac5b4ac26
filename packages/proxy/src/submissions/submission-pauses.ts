import { backoff } from '../db/jobs.ts';
import type { FormRow } from '../forms/form-store.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The pauses between tries of a submission that the service surely does not have. */
const NEXT_TRY = { firstMs: 2_000, longestMs: HOUR_MS };
/** The pauses between polls that failed. */
export const NEXT_POLL = { firstMs: 2_000, longestMs: 5 * MINUTE_MS };
/**
 * After an unknown outcome, the service is only polled for this long, by the number of tries: a
 * form that took the data may need time to say so.
 */
const POLL_ONLY_MS = [20_000, 2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS];

/** Milliseconds until the next try of a submission that surely did not arrive. */
export function retryDelayMs(
  { tries }: FormRow,
  { retryAfterMs }: { retryAfterMs: number },
): number {
  return Math.max(backoff(tries - 1, NEXT_TRY), Math.min(retryAfterMs, NEXT_TRY.longestMs));
}

/** Milliseconds until a submission of unknown outcome may be sent again; 0: now. */
export function resendDelayMs({ sent_at, tries }: FormRow, now: number): number {
  if (sent_at === null) return 0;
  return Math.max((POLL_ONLY_MS[tries - 1] ?? HOUR_MS) - Math.max(now - sent_at, 0), 0);
}

/** Milliseconds until the next poll: soon after a try, then less and less often. */
export function pollDelayMs(form: FormRow, now: number): number {
  const sinceMs = form.sent_at === null ? 0 : now - form.sent_at;
  const pauseMs = Math.min(Math.max(sinceMs / 2, NEXT_POLL.firstMs), NEXT_POLL.longestMs);
  return Math.round(Math.min(pauseMs, resendDelayMs(form, now) || pauseMs));
}
