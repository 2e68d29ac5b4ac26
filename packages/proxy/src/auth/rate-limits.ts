import { LRUCache } from 'lru-cache';
import { ProblemError } from '../shared/problem-error.ts';

/** Counts a request of `key`; throws `rate-limited` with `retry-after` when it is one too many. */
export type RateLimit = (key: string) => void;

interface Window {
  count: number;
  /** Milliseconds of the monotonic clock. */
  endsAt: number;
}

const WINDOW_MS = 60_000;
/** Bounds the memory: beyond it, the oldest window is dropped. */
const MAX_KEYS = 20_000;

/** At most `max` requests of a key in the minute that begins with its first one. */
export function createRateLimit(max: number): RateLimit {
  const windows = new LRUCache<string, Window>({ max: MAX_KEYS });

  return (key) => {
    const now = performance.now();
    // Without `get`, which would keep an old window and drop a newer one.
    const window = windows.peek(key);
    if (window === undefined || window.endsAt <= now)
      return void windows.set(key, { count: 1, endsAt: now + WINDOW_MS });
    window.count += 1;
    if (window.count <= max) return;
    throw new ProblemError('rate-limited', { retryAfterMs: window.endsAt - now });
  };
}

/** Of a back end's key, per minute and address. A wrong key in a configuration stays visible as a 401. */
const MAX_KEY_GUESSES = 30;

/**
 * Each counts apart from the others: guesses take nothing from candidates at the same address. Guesses of the
 * webhook's secret are limited in `webhooks/plugin.ts`.
 *
 * @param max - `RATE_LIMIT`
 */
export const createRequestLimits = (max: number) => ({
  /** Requests of a session, by its id. */
  session: createRateLimit(max),
  /** Requests without a valid session, by address. */
  guesses: createRateLimit(max),
  /** Wrong keys of a back end, by address. */
  keyGuesses: createRateLimit(MAX_KEY_GUESSES),
});
