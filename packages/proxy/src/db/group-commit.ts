import type { DatabaseSync } from 'node:sqlite';

export interface WriteOptions {
  /** Whether the result waits for the commit. Other writes are part of the next commit. */
  isDurable: boolean;
}

export interface GroupCommitOptions {
  /** Commits each write at once, for a database in memory. */
  isImmediate: boolean;
  /** Throws when the database takes no writes. Once per commit, because it reads the folder. */
  assertWritable(): void;
  /** Part of every commit. */
  beforeCommit(): void;
}

/** A commit waits for the disk, and this thread with it: for a quarter of the time at most. */
const PAUSE_FACTOR = 3;
const LONGEST_PAUSE_MS = 50;
/** For writes that nobody waits for. */
const LOSSY_PAUSE_MS = 1_000;

// Tests replace the global timers.
const { setTimeout, setImmediate, clearTimeout, clearImmediate } = globalThis;

type Timer = { at: number; cancel(): void };

/**
 * Commits the writes of the same moment together, because each commit of SQLite waits for the disk
 * and stops this thread meanwhile. The first write opens a transaction; the slower the disk, the later
 * it is committed. A write that fails takes back its own changes only; if the commit fails, all of its
 * writes reject.
 */
export class GroupCommit {
  readonly #connection: DatabaseSync;
  readonly #options: GroupCommitOptions;
  #waiting: PromiseWithResolvers<void>[] = [];
  #timer: Timer | undefined;
  /** While it is there, no write begins. */
  #hold: Promise<unknown> | undefined;
  /** No commit before this time, of `performance.now()`. */
  #restUntil = 0;

  constructor(connection: DatabaseSync, options: GroupCommitOptions) {
    this.#connection = connection;
    this.#options = options;
  }

  async run<Result>(work: () => Result, { isDurable }: WriteOptions): Promise<Result> {
    while (this.#hold) await this.#hold;
    // Writes that nobody waits for would not learn that their commit fails.
    if (!isDurable && !this.#connection.isTransaction) this.#options.assertWritable();
    const result = this.#runWrite(work);
    if (this.#options.isImmediate) this.#commit();
    else if (isDurable) {
      const committed = Promise.withResolvers<void>();
      this.#waiting.push(committed);
      this.#commitWithin(0);
      await committed.promise;
    } else this.#commitWithin(LOSSY_PAUSE_MS);
    return result;
  }

  /** Commits what is not committed yet, and lets no write begin while `work` runs. */
  async holdWhile<Result>(work: () => Promise<Result>): Promise<Result> {
    while (this.#hold) await this.#hold;
    this.commit();
    const held = work();
    this.#hold = held.catch(() => undefined);
    try {
      return await held;
    } finally {
      this.#hold = undefined;
    }
  }

  /** Commits now what is not committed yet. Throws when it fails, as the waiting calls do. */
  commit(): void {
    if (this.#connection.isTransaction) this.#commit();
  }

  /** Runs a write in the open transaction. Some errors, such as a full disk, roll back all of it. */
  #runWrite<Result>(work: () => Result): Result {
    const connection = this.#connection;
    if (!connection.isTransaction) connection.exec('begin immediate');
    connection.exec('savepoint write');
    try {
      const result = work();
      connection.exec('release write');
      return result;
    } catch (error) {
      if (connection.isTransaction) connection.exec('rollback to write; release write');
      else rejectAll(this.#waiting.splice(0), error);
      throw error;
    }
  }

  #commitWithin(ms: number): void {
    const at = Math.max(performance.now() + ms, this.#restUntil);
    if (this.#timer && this.#timer.at <= at) return;
    this.#timer?.cancel();
    this.#timer = startTimer(at, () => {
      try {
        this.#commit();
      } catch {
        // Each write of the group has rejected. Lossy ones may be lost.
      }
    });
  }

  #commit(): void {
    const connection = this.#connection;
    this.#timer?.cancel();
    this.#timer = undefined;
    const group = this.#waiting.splice(0);
    if (!connection.isTransaction)
      return rejectAll(group, new Error('the transaction was rolled back'));
    const startedAt = performance.now();
    try {
      // Not before: another write may have opened the transaction a second ago.
      if (group.length > 0) this.#options.assertWritable();
      this.#options.beforeCommit();
      connection.exec('commit');
    } catch (error) {
      if (connection.isTransaction) connection.exec('rollback');
      rejectAll(group, error);
      throw error;
    } finally {
      const endedAt = performance.now();
      this.#restUntil = endedAt + Math.min((endedAt - startedAt) * PAUSE_FACTOR, LONGEST_PAUSE_MS);
    }
    for (const { resolve } of group) resolve();
  }
}

function rejectAll(group: readonly PromiseWithResolvers<void>[], error: unknown): void {
  for (const { reject } of group) reject(error);
}

function startTimer(at: number, run: () => void): Timer {
  const ms = at - performance.now();
  if (ms < 1) {
    const immediate = setImmediate(run);
    return { at, cancel: () => clearImmediate(immediate) };
  }
  const timeout = setTimeout(run, ms);
  return { at, cancel: () => clearTimeout(timeout) };
}
