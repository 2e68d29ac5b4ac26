import { ProblemError } from './problem-error.ts';

/** Counts a request of `key`; throws `rate-limited`, with how long to wait, when it is one too many. */
export type RateLimit = (key: string) => void;

interface Window {
  count: number;
  /** Milliseconds, by the clock that only goes forward. */
  ends_at: number;
}

const WINDOW_MS = 60_000;
/** So that strangers cannot fill the memory: beyond it the oldest window is forgotten. */
const KEYS_KEPT = 20_000;

/** At most `max` requests of a key in the minute that begins with its first one. */
export function createRateLimit(max: number): RateLimit {
  /** Those that end first come first. */
  const windows = new Map<string, Window>();

  function begin(key: string, now: number): void {
    windows.delete(key);
    for (const [oldest, { ends_at }] of windows) {
      if (ends_at > now && windows.size < KEYS_KEPT) break;
      windows.delete(oldest);
    }
    windows.set(key, { count: 1, ends_at: now + WINDOW_MS });
  }

  return (key) => {
    const now = performance.now();
    const window = windows.get(key);
    if (window === undefined || window.ends_at <= now) return begin(key, now);
    window.count += 1;
    if (window.count > max) throw tooMany(window.ends_at - now);
  };
}

function tooMany(left_ms: number): ProblemError {
  const seconds = Math.ceil(left_ms / 1_000);
  return new ProblemError('rate-limited', { headers: { 'retry-after': String(seconds) } });
}
