/**
 * The time that is stored, put in a token, or compared with the time of another process. Where a
 * process measures a duration of its own, it uses `performance.now()`.
 */
export interface Clock {
  /** Epoch milliseconds, whole. Never smaller than before, whatever happens to the machine's clock. */
  now(): number;
}

export interface SharedClock extends Clock {
  /**
   * The shared time, read from the database: no process has returned a later time from `now` so far,
   * and this one returns later times from now on.
   */
  read(): Promise<number>;
  stop(): void;
}

const READ_EVERY_MS = 10_000;
/**
 * By how much this process may be ahead of the database at a comparison. When the database's own clock
 * is set back, the processes keep the time that they share and fall back by this much at each
 * comparison, so that times which are stored already do not lie in the future for long.
 */
const MOST_AHEAD_MS = 1_000;

/**
 * The database's clock, see `sharedTime` in `db/database.ts`: read at the start and every ten seconds,
 * and continued in between with the clock that only ever advances.
 */
export async function startClock(
  sharedTime: (atLeast: number) => Promise<number>,
  onError: (error: unknown) => void,
): Promise<SharedClock> {
  /** The shared time when `performance.now()` was 0. */
  let origin = 0;
  let latest = 0;

  function now(): number {
    latest = Math.max(latest, Math.floor(origin + performance.now()));
    return latest;
  }

  async function read(): Promise<number> {
    const atLeast = Math.max(now() - MOST_AHEAD_MS, 0);
    const askedAt = performance.now();
    const time = await sharedTime(atLeast);
    // The database read its clock in between. A slow response says less than an earlier, fast one.
    origin = Math.min(Math.max(origin, time - performance.now()), time - askedAt);
    latest = Math.max(latest, time + 1);
    return time;
  }

  await read();
  const timer = setInterval(() => void read().catch(onError), READ_EVERY_MS).unref();
  return { now, read, stop: () => clearInterval(timer) };
}

/** The machine's own clock, for times that others compare with theirs: signatures and dates in texts. */
export const wallClock: Clock = { now: () => Date.now() };
