import { ProblemError } from '../api/problem-error.ts';
import { backoff, pause } from '../api/timing.ts';

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;
const MAX_TRIES = 20;

/**
 * Repeats a submit that failed before or after its element was removed from the page.
 *
 * @param send - repeats the request under the same key
 * @param isWanted - whether the element is still away, and its data unsent
 */
export async function redeliver(
  error: unknown,
  send: () => Promise<unknown>,
  isWanted: () => boolean,
): Promise<void> {
  const { signal } = new AbortController();
  let failure = error;
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    if (!(failure instanceof ProblemError) || !failure.retryable) return;
    const ms = Math.max(
      backoff(tries, FIRST_PAUSE_MS, MAX_PAUSE_MS),
      (failure.retryAfter ?? 0) * 1_000,
    );
    await pause(ms, signal, failure.retryAfter === undefined);
    if (!isWanted()) return;
    try {
      await send();
      return;
    } catch (next) {
      failure = next;
    }
  }
}
