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
   * The shared time, read from the database. Unless the database's own clock was just set back, no
   * process has returned a later time from `now` so far; this one returns later times from now on.
   */
  read(): Promise<number>;
  stop(): void;
}

const COMPARE_EVERY_MS = 60_000;
/**
 * When the clock of the database is set back, the processes go on with the time that they share, and
 * approach the clock by this much at each comparison.
 */
const MOST_AHEAD_MS = 6_000;

/**
 * The database's clock, see `sharedTime` in `db/database.ts`: compared with at the start and every
 * minute, and continued in between with `performance.now()`.
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

  async function compare(atLeast: number): Promise<number> {
    const askedAt = performance.now();
    const time = await sharedTime(atLeast);
    // The database read its clock in between. A slow response says less than an earlier, fast one.
    origin = Math.min(Math.max(origin, time - performance.now()), time - askedAt);
    return time;
  }

  async function read(): Promise<number> {
    const time = await compare(now());
    latest = Math.max(latest, time + 1);
    return time;
  }

  async function compareAgain(): Promise<void> {
    await compare(now() - MOST_AHEAD_MS).catch(onError);
  }

  await compare(0);
  const timer = setInterval(() => void compareAgain(), COMPARE_EVERY_MS).unref();
  return { now, read, stop: () => clearInterval(timer) };
}

/** The machine's own clock, for times that others compare with theirs: signatures and dates in texts. */
export const wallClock: Clock = { now: () => Date.now() };
