import { randomUUID } from 'node:crypto';
import type { Clock } from '../shared/clock.ts';
import type { Database, Statement } from './database.ts';

/** A job that this process runs until its lease ends. */
export interface Job {
  key: string;
  /** How often it ran before, in a row; `schedule` with `restart` sets it to 0. */
  runs: number;
  /** Only the holder of this token can end or renew the run. Jobs that were claimed together share it. */
  lease: string;
}

/** When a job runs next, in epoch milliseconds. */
export interface NextRun {
  dueAt: number;
  /** Default: one more than before. */
  runs?: number;
}

/** A run that is over; without `next` the job is finished. */
export interface EndedRun {
  job: Job;
  next: NextRun | undefined;
}

export interface ClaimOptions {
  now: number;
  leaseMs: number;
  limit: number;
}

/**
 * The statement that schedules jobs, to be part of a {@link Database.batch}. A job that runs now keeps
 * its lease and runs again afterwards, at `rerun_at`.
 *
 * @param restart - counts runs from 0 again
 */
export function scheduleJobs(
  queue: string,
  keys: readonly string[],
  dueAt: number,
  { restart = false } = {},
): Statement {
  return {
    // SQLite reads `on conflict` after a `where` only.
    sql: `insert into jobs(queue, key, due_at, runs)
      select cast($1 as text), value, cast($2 as bigint), 0
      from json_array_elements_text($4) where true
      on conflict(queue, key) do update set
        due_at = case when jobs.lease is not null or jobs.due_at < excluded.due_at
          then jobs.due_at else excluded.due_at end,
        rerun_at = case when jobs.lease is null then null
          when jobs.rerun_at < excluded.due_at then jobs.rerun_at else excluded.due_at end,
        runs = case when cast($3 as bigint) = 1 then 0 else jobs.runs end`,
    params: [queue, dueAt, restart ? 1 : 0, [...new Set(keys)]],
  };
}

/** The condition that a job exists; `key` is a column of the row that it names. */
export const hasJob = (queue: string, key: string): string =>
  `exists (select 1 from jobs where queue = '${queue}' and key = ${key})`;

/** The condition that a job runs now. */
export const hasRunningJob = (queue: string, key: string): string =>
  `exists (select 1 from jobs where queue = '${queue}' and key = ${key} and lease is not null)`;

/**
 * Durable work, one row per job, named by queue and key. A job that is scheduled again while it
 * runs runs once more afterwards. Rows hold no data: a job's key names the row of its feature.
 *
 * Only scheduling is durable. A power failure can undo a claim or the end of a run, and then the job
 * runs again: every job must be safe to run twice.
 */
export class Jobs {
  readonly clock: Clock;
  readonly #db: Database;

  constructor(db: Database, clock: Clock) {
    this.#db = db;
    this.clock = clock;
  }

  /** Makes jobs due at `dueAt`, or earlier when they already were. */
  async schedule(
    queue: string,
    keys: readonly string[],
    dueAt: number,
    { isLossy = false, restart = false } = {},
  ): Promise<void> {
    if (keys.length === 0) return;
    const { sql, params } = scheduleJobs(queue, keys, dueAt, { restart });
    await (isLossy ? this.#db.queryLossy(sql, ...params) : this.#db.query(sql, ...params));
  }

  /**
   * Leases due jobs, the longest overdue first. No other process gets them until the lease ends. As a
   * subquery, Postgres may run the `select` more than once, and claim more than `limit`.
   */
  claim(queue: string, { now, leaseMs, limit }: ClaimOptions): Promise<Job[]> {
    return this.#db.queryLossy<Job>(
      `with due as materialized (
         select key from jobs where queue = $1 and due_at <= $2
         order by due_at limit $5 for update skip locked)
       update jobs set due_at = $3, lease = $4, rerun_at = null
       where queue = $1 and key in (select key from due)
       returning key, runs, lease`,
      queue,
      now,
      now + leaseMs,
      randomUUID(),
      limit,
    );
  }

  /** Extends leases that are still held. Not materialized, SQLite would compare the list with the whole queue. */
  async renew(queue: string, jobs: readonly Job[], leaseUntil: number): Promise<void> {
    if (jobs.length === 0) return;
    await this.#db.queryLossy(
      `with held as materialized (
         select value ->> 0 as key, value ->> 1 as lease from json_array_elements($3))
       update jobs set due_at = $2 from held
       where jobs.queue = $1 and jobs.key = held.key and jobs.lease = held.lease`,
      queue,
      leaseUntil,
      jobs.map(({ key, lease }) => [key, lease]),
    );
  }

  /** Ends runs. Changes nothing of a job whose lease another process holds by now. */
  async end(queue: string, ended: readonly EndedRun[]): Promise<void> {
    if (ended.length > 0) await this.#db.queryLossy(...endRuns(queue, ended));
    if (ended.some(({ next }) => next === undefined))
      await this.#db.queryLossy('delete from jobs where queue = $1 and due_at is null', queue);
  }

  /** Ends the leases of processes that are gone. Only the embedded database can tell. */
  async releaseAbandoned(queue: string): Promise<void> {
    if (this.#db.engine === 'postgres') return;
    await this.#db.query(
      'update jobs set due_at = $2, lease = null where queue = $1 and lease is not null',
      queue,
      this.clock.now(),
    );
  }

  /** When the next job is due or the next lease ends. */
  async nextDue(queue: string): Promise<number | undefined> {
    const [row] = await this.#db.query<{ due: number | null }>(
      'select min(due_at) as due from jobs where queue = $1',
      queue,
    );
    return row?.due ?? undefined;
  }

  async count(queue: string): Promise<number> {
    const [row] = await this.#db.query<{ jobs: number }>(
      'select count(*) as jobs from jobs where queue = $1',
      queue,
    );
    return row?.jobs ?? 0;
  }
}

/**
 * A finished job has no due time and is deleted next, unless it was scheduled while it ran. A count
 * that `restart` reset meanwhile stays reset. Materialized as in {@link Jobs.renew}.
 */
function endRuns(queue: string, ended: readonly EndedRun[]) {
  const rows = ended.map(({ job, next }) => [
    job.key,
    job.lease,
    next?.dueAt ?? null,
    job.runs,
    next ? (next.runs ?? job.runs + 1) : 0,
  ]);
  const sql = `with ended as materialized (
      select value ->> 0 as key, value ->> 1 as lease, cast(value ->> 2 as bigint) as due_at,
        cast(value ->> 3 as bigint) as runs_before, cast(value ->> 4 as bigint) as runs_after
      from json_array_elements($2))
    update jobs set
      due_at = case when jobs.rerun_at < ended.due_at or ended.due_at is null
        then jobs.rerun_at else ended.due_at end,
      runs = case when jobs.runs = ended.runs_before then ended.runs_after else jobs.runs end,
      lease = null, rerun_at = null
    from ended
    where jobs.queue = $1 and jobs.key = ended.key and jobs.lease = ended.lease`;
  return [sql, queue, rows] as const;
}

export interface JobWorkerOptions<Row> {
  queue: string;
  /** Jobs of this process that run at once. A slow one holds up no other. */
  concurrency: number;
  /** After this a job of a dead process runs elsewhere. Renewed while the job runs. */
  leaseMs: number;
  /** The feature's rows by job key. A job without a row is finished. */
  load(keys: readonly string[]): Promise<ReadonlyMap<string, Row>>;
  /** Runs one job. Without a result it is finished; when it throws, it runs again after a pause. */
  run(row: Row, job: Job): Promise<NextRun | undefined>;
  /** At most so many more jobs are claimed now. */
  room?(): number;
  onError(error: unknown): void;
}

/** Jobs that become due within this time are claimed by one statement, and ended by one. */
const ROUND_MS = 50;
/** Another process may schedule a job without waking this one. */
const LONGEST_SLEEP_MS = 1_000;
const AFTER_ERROR = { firstMs: 2_000, longestMs: 5 * 60_000 };
const GRACE_MS = 10_000;

export type JobWorker = ReturnType<typeof createJobWorker>;

/** Runs the jobs of one queue, in as many processes as you like. */
export function createJobWorker<Row>(jobs: Jobs, options: JobWorkerOptions<Row>) {
  const { clock } = jobs;
  const { queue, leaseMs, onError } = options;
  let wakeUp = new AbortController();
  const runs = createRuns(jobs, options, () => wakeUp.abort());
  let isStopped = false;
  let loop: Promise<void> | undefined;
  let stopping: Promise<void> | undefined;
  let renewal: NodeJS.Timeout | undefined;

  async function repeatRounds(): Promise<void> {
    let nextRoundAt = 0;
    while (!isStopped) {
      await pause(Math.min(nextRoundAt - clock.now(), ROUND_MS));
      nextRoundAt = clock.now() + ROUND_MS;
      wakeUp = new AbortController();
      const { signal } = wakeUp;
      try {
        const due = (await runs.startDue()) ?? Infinity;
        await pause(Math.min(due - clock.now(), LONGEST_SLEEP_MS), signal);
      } catch (error) {
        onError(error);
        await pause(AFTER_ERROR.firstMs, signal);
      }
    }
  }

  async function finish(graceMs: number): Promise<void> {
    isStopped = true;
    wakeUp.abort();
    await loop;
    const timeUp = new AbortController();
    await Promise.race([runs.allEnded(), pause(graceMs, timeUp.signal)]);
    timeUp.abort();
    clearInterval(renewal);
    await runs.writeEnded().catch(onError);
  }

  return {
    async start(): Promise<void> {
      await jobs.releaseAbandoned(queue);
      renewal = setInterval(runs.renew, leaseMs / 3);
      loop ??= repeatRounds();
    },

    /** A job was scheduled: look for due jobs now. Other processes notice within a second. */
    wake: (): void => wakeUp.abort(),

    /**
     * Claims no more jobs and waits for the running ones, up to `graceMs`; a job that takes longer
     * runs again once its lease has ended.
     */
    stop(graceMs = GRACE_MS): Promise<void> {
      stopping ??= finish(graceMs);
      return stopping;
    },
  };
}

/** The jobs of one queue that run in this process. `onEnd` is called when a run is over. */
function createRuns<Row>(jobs: Jobs, options: JobWorkerOptions<Row>, onEnd: () => void) {
  const { clock } = jobs;
  const { queue, concurrency, leaseMs, onError } = options;
  const running = new Map<Job, Promise<void>>();
  const ended: EndedRun[] = [];

  async function loadRows(claimed: readonly Job[]): Promise<ReadonlyMap<string, Row>> {
    try {
      return await options.load(claimed.map(({ key }) => key));
    } catch (error) {
      // Not run: gives the jobs back at once, so that they do not wait for the end of their leases.
      for (const job of claimed) ended.push({ job, next: { dueAt: clock.now(), runs: job.runs } });
      throw error;
    }
  }

  async function run(job: Job, row: Row): Promise<void> {
    try {
      ended.push({ job, next: await options.run(row, job) });
    } catch (error) {
      onError(error);
      ended.push({ job, next: { dueAt: clock.now() + backoff(job.runs, AFTER_ERROR) } });
    } finally {
      running.delete(job);
      onEnd();
    }
  }

  async function writeEnded(): Promise<void> {
    const written = [...ended];
    await jobs.end(queue, written);
    ended.splice(0, written.length);
  }

  return {
    writeEnded,

    /** Claims due jobs and starts them. Returns when the next ones are due. */
    async startDue(): Promise<number | undefined> {
      await writeEnded();
      const limit = Math.min(concurrency - running.size, options.room?.() ?? concurrency);
      if (limit <= 0) return undefined;
      const claimed = await jobs.claim(queue, { now: clock.now(), leaseMs, limit });
      const rows = claimed.length > 0 ? await loadRows(claimed) : new Map<string, Row>();
      for (const job of claimed) {
        const row = rows.get(job.key);
        if (row === undefined) ended.push({ job, next: undefined });
        else running.set(job, run(job, row));
      }
      return running.size < concurrency ? jobs.nextDue(queue) : undefined;
    },

    renew: (): void => {
      jobs.renew(queue, [...running.keys()], clock.now() + leaseMs).catch(onError);
    },

    allEnded: () => Promise.all(running.values()),
  };
}

/** Ends early, without an error, when the signal is aborted. Tests replace the global timer. */
function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (ms <= 0 || signal?.aborted) return resolve();
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end, { once: true });
    function end(): void {
      clearTimeout(timer);
      resolve();
    }
  });
}

/** How the pauses between the runs of one job grow. Times in milliseconds. */
export interface BackoffOptions {
  firstMs: number;
  longestMs: number;
  /** By how much each pause is longer than the one before; default 2. */
  factor?: number;
}

const JITTER = 0.15;

/**
 * A pause in whole milliseconds: about `firstMs` after 0 earlier pauses, longer after each. Varies by
 * 15 %, so that jobs that failed together do not run together again.
 */
export function backoff(
  earlierPauses: number,
  { firstMs, longestMs, factor = 2 }: BackoffOptions,
): number {
  const pauseMs = Math.min(firstMs * factor ** earlierPauses, longestMs);
  return Math.round(pauseMs * (1 - JITTER + Math.random() * 2 * JITTER));
}
