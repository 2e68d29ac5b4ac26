import type { Snapshot } from 'precandidate-contract';
import { ProblemError } from '../api/problem-error.ts';
import { backoff, pause } from '../api/timing.ts';
import { FIRST_PAUSE_MS, MAX_PAUSE_MS, needsSession } from './error-state.ts';

/**
 * Delivers what the candidate submitted in a form that the page has replaced by another one since, as the
 * element promised: repeats the request until the proxy has responded for good. Nobody sees a refusal.
 *
 * @param send - sends the data under its key
 * @param response - to the latest try; `undefined` when none was made
 * @returns the proxy's response; `undefined` when it cannot be delivered
 */
export async function deliverInBackground(
  send: () => Promise<Snapshot>,
  response?: Promise<Snapshot>,
): Promise<Snapshot | undefined> {
  const { signal } = new AbortController();
  let latest = response ?? send();
  for (let failures = 1; ; failures += 1) {
    try {
      return await latest;
    } catch (error) {
      const isTemporary = error instanceof ProblemError && error.retryable;
      if (!isTemporary || needsSession(error.problem)) return undefined;
      const { retryAfter } = error;
      const ms = backoff(failures, FIRST_PAUSE_MS, MAX_PAUSE_MS);
      await pause(Math.max(ms, (retryAfter ?? 0) * 1_000), signal, retryAfter === undefined);
    }
    latest = send();
  }
}
