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
  /**
   * Calls `listener` before `now` returns a time that is hours later than it would be, and at once if the clock
   * jumped before this process started: the machine's clock is wrong, or nothing ran meanwhile.
   */
  onJump(listener: JumpListener): Promise<void>;
  stop(): void;
}

/** A jump of the shared clock. */
export interface Jump {
  /** How much later it is than it would be without the jump. */
  gapMs: number;
  /** The time after it. */
  time: number;
}
type JumpListener = (jump: Jump) => Promise<void>;

/** Longer than a process with pending work stores no time. */
export const JUMP_MS = 2 * 60 * 60_000;

const COMPARE_EVERY_MS = 60_000;
/**
 * When the clock of the database is set back, the processes go on with the time that they share, and
 * approach the clock by this much at each comparison.
 */
const MAX_AHEAD_MS = 6_000;

/**
 * The database's clock, see `sharedTime` in `db/database.ts`: compared with at the start and every
 * minute, and continued in between with `performance.now()`.
 *
 * @param before - the latest time that was stored before this process started; 0: none
 */
export async function startClock(
  sharedTime: (atLeast: number) => Promise<number>,
  onError: (error: unknown) => void,
  before = 0,
): Promise<SharedClock> {
  /** The shared time when `performance.now()` was 0. */
  let origin = 0;
  let latest = 0;
  let first: Jump | undefined;
  const listeners = new Set<JumpListener>();

  function now(): number {
    latest = Math.max(latest, Math.floor(origin + performance.now()));
    return latest;
  }

  async function compare(atLeast: number): Promise<number> {
    const askedAt = performance.now();
    const time = await sharedTime(atLeast);
    const readAt = performance.now();
    const expected = latest === 0 ? before : now();
    if (expected > 0 && time - expected > JUMP_MS) await announce({ gapMs: time - expected, time });
    // The database read its clock in between. A slow response says less than an earlier, fast one.
    origin = Math.min(Math.max(origin, time - readAt), time - askedAt);
    return time;
  }

  async function announce(jump: Jump): Promise<void> {
    if (latest === 0) first = jump;
    for (const listener of listeners) await listener(jump);
  }

  async function read(): Promise<number> {
    const time = await compare(now());
    latest = Math.max(latest, time + 1);
    return time;
  }

  async function compareAgain(): Promise<void> {
    await compare(now() - MAX_AHEAD_MS).catch(onError);
  }

  await compare(0);
  now();
  const timer = setInterval(() => void compareAgain(), COMPARE_EVERY_MS).unref();
  return {
    now,
    read,
    async onJump(listener) {
      listeners.add(listener);
      if (first) await listener(first);
    },
    stop: () => clearInterval(timer),
  };
}

/** The machine's own clock, for times that others compare with theirs: signatures and dates in texts. */
export const wallClock: Clock = { now: () => Date.now() };
