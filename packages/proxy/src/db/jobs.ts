import { randomUUID } from 'node:crypto';
import type { Clock } from '../shared/clock.ts';
import type { Database, ScheduledJobs, Statement } from './database.ts';
import { raw, sql } from './sql-template.ts';

/** A job that this process runs until its lease ends. */
export interface Job {
  key: string;
  /** How often it ran before, in a row; `schedule` with `restart` sets it to 0. */
  runs: number;
  /** Only the holder of this token can end or renew the run. Jobs that were claimed together share it. */
  lease: string;
}

/** Called with the time, in epoch milliseconds, at which new jobs of a queue are due. */
type WakeUp = (dueAt: number) => void;

/** Jobs that are scheduled within this time are announced to other processes together. */
const ANNOUNCE_AFTER_MS = 20;

/** When a job runs next, in epoch milliseconds. */
export interface NextRun {
  dueAt: number;
  /** Default: one more than before. */
  runs?: number;
  /** Another process may be able to do what this one cannot. */
  isForOthers?: boolean;
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
  const insert = sql`insert into jobs(queue, key, due_at, runs)
      select cast(${queue} as text), value, cast(${dueAt} as bigint), 0
      from json_array_elements_text(${[...new Set(keys)]}) where true
      on conflict(queue, key) do update set
        due_at = case when jobs.lease is not null or jobs.due_at < excluded.due_at
          then jobs.due_at else excluded.due_at end,
        rerun_at = case when jobs.lease is null then null
          when jobs.rerun_at < excluded.due_at then jobs.rerun_at else excluded.due_at end,
        runs = case when cast(${restart ? 1 : 0} as bigint) = 1 then 0 else jobs.runs end`;
  return { ...insert, schedules: { queue, dueAt } };
}

/** The condition that a job exists; `key` is a column of the row that it names. */
export const hasJob = (queue: string, key: string): Statement =>
  sql`exists (select 1 from jobs where queue = ${queue} and key = ${raw(key)})`;

/** The condition that a job runs now. */
export const hasRunningJob = (queue: string, key: string): Statement =>
  sql`exists (select 1 from jobs where queue = ${queue} and key = ${raw(key)} and lease is not null)`;

const LONGEST_SLEEP_MS = 60_000;
const LONGEST_SLEEP_WITHOUT_NOTIFICATIONS_MS = 1_000;

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

  readonly #wakeUps = new Map<string, Set<WakeUp>>();
  /** The earliest new due time of each queue that other processes are not notified of yet. */
  readonly #unannounced = new Map<string, number>();

  constructor(db: Database, clock: Clock) {
    this.#db = db;
    this.clock = clock;
    db.onScheduled((scheduled) => this.#onScheduled(scheduled));
  }

  /** Listens to what other processes schedule. */
  start(): Promise<void> {
    return this.#db.listen(
      'jobs',
      (payload) => {
        const [queue = '', dueAt] = payload.split(' ');
        this.#wake(queue, Number(dueAt));
      },
      () => [...this.#wakeUps.keys()].forEach((queue) => this.#wake(queue, 0)),
    );
  }

  /** Jobs of a process that died, or whose notification was lost, are found within this time. */
  longestSleepMs(): number {
    return this.#db.missesNotifications()
      ? LONGEST_SLEEP_WITHOUT_NOTIFICATIONS_MS
      : LONGEST_SLEEP_MS;
  }

  /** Calls `wakeUp` with the due time of jobs of the queue that any process schedules. */
  onScheduled(queue: string, wakeUp: WakeUp): void {
    const all = this.#wakeUps.get(queue) ?? new Set();
    this.#wakeUps.set(queue, all.add(wakeUp));
  }

  #onScheduled({ queue, dueAt }: ScheduledJobs): void {
    this.#wake(queue, dueAt);
    if (this.#db.engine !== 'postgres') return;
    if (this.#unannounced.size === 0) setTimeout(() => this.#announce(), ANNOUNCE_AFTER_MS).unref();
    this.#unannounced.set(queue, Math.min(this.#unannounced.get(queue) ?? Infinity, dueAt));
  }

  /** A hint: one that is lost costs another process the longest sleep of a worker. */
  #announce(): void {
    for (const [queue, dueAt] of this.#unannounced)
      this.#db.notify('jobs', `${queue} ${dueAt}`).catch(() => undefined);
    this.#unannounced.clear();
  }

  #wake(queue: string, dueAt: number): void {
    for (const wakeUp of this.#wakeUps.get(queue) ?? []) wakeUp(dueAt);
  }

  /** Makes jobs due at `dueAt`, or earlier when they already were. */
  async schedule(
    queue: string,
    keys: readonly string[],
    dueAt: number,
    { isLossy = false, restart = false } = {},
  ): Promise<void> {
    if (keys.length === 0) return;
    const statement = scheduleJobs(queue, keys, dueAt, { restart });
    await (isLossy ? this.#db.queryLossy(statement) : this.#db.query(statement));
    this.#onScheduled({ queue, dueAt });
  }

  /** Leases due jobs, the longest overdue first. No other process gets them until the lease ends. */
  claim(queue: string, { now, leaseMs, limit }: ClaimOptions): Promise<Job[]> {
    return this.#db.queryLossy<Job>(
      sql`with due as materialized (
         select key from jobs where queue = ${queue} and due_at <= ${now}
         order by due_at limit ${limit} for update skip locked)
       update jobs set due_at = ${now + leaseMs}, lease = ${randomUUID()}, rerun_at = null
       from due where jobs.queue = ${queue} and jobs.key = due.key
       returning jobs.key, runs, lease`,
    );
  }

  /** Extends leases that are still held. Not materialized, SQLite would compare the list with the whole queue. */
  async renew(queue: string, jobs: readonly Job[], leaseUntil: number): Promise<void> {
    if (jobs.length === 0) return;
    await this.#db.queryLossy(
      sql`with held as materialized (
         select value ->> 0 as key, value ->> 1 as lease from json_array_elements(${jobs.map(({ key, lease }) => [key, lease])}))
       update jobs set due_at = ${leaseUntil} from held
       where jobs.queue = ${queue} and jobs.key = held.key and jobs.lease = held.lease`,
    );
  }

  /** Ends runs. Changes nothing of a job whose lease another process holds by now. */
  async end(queue: string, ended: readonly EndedRun[]): Promise<void> {
    if (ended.length > 0) await this.#db.queryLossy(endRuns(queue, ended));
    for (const { next } of ended)
      if (next?.isForOthers) this.#onScheduled({ queue, dueAt: next.dueAt });
    if (ended.some(({ next }) => next === undefined))
      await this.#db.queryLossy(sql`delete from jobs where queue = ${queue} and due_at is null`);
  }

  /** For a process that stops: others do not know when the jobs that it has rescheduled are due. */
  async handOver(queue: string): Promise<void> {
    if (this.#db.engine !== 'postgres') return;
    const dueAt = await this.nextDue(queue);
    if (dueAt !== undefined) await this.#db.notify('jobs', `${queue} ${dueAt}`);
  }

  /** Ends the leases of processes that are gone. Only the embedded database can tell. */
  async releaseAbandoned(queue: string): Promise<void> {
    if (this.#db.engine === 'postgres') return;
    await this.#db.query(
      sql`update jobs set due_at = ${this.clock.now()}, lease = null where queue = ${queue} and lease is not null`,
    );
  }

  /** When the next job is due or the next lease ends. */
  async nextDue(queue: string): Promise<number | undefined> {
    const [row] = await this.#db.query<{ due: number | null }>(
      sql`select min(due_at) as due from jobs where queue = ${queue}`,
    );
    return row?.due ?? undefined;
  }

  async count(queue: string): Promise<number> {
    const [row] = await this.#db.query<{ jobs: number }>(
      sql`select count(*) as jobs from jobs where queue = ${queue}`,
    );
    return row?.jobs ?? 0;
  }
}

/**
 * A finished job has no due time and is deleted next, unless it was scheduled while it ran. A count
 * that `restart` reset meanwhile stays reset. Materialized as in {@link Jobs.renew}.
 */
function endRuns(queue: string, ended: readonly EndedRun[]): Statement {
  const rows = ended.map(({ job, next }) => [
    job.key,
    job.lease,
    next?.dueAt ?? null,
    job.runs,
    next ? (next.runs ?? job.runs + 1) : 0,
  ]);
  return sql`with ended as materialized (
      select value ->> 0 as key, value ->> 1 as lease, cast(value ->> 2 as bigint) as due_at,
        cast(value ->> 3 as bigint) as runs_before, cast(value ->> 4 as bigint) as runs_after
      from json_array_elements(${rows}))
    update jobs set
      due_at = case when jobs.rerun_at < ended.due_at or ended.due_at is null
        then jobs.rerun_at else ended.due_at end,
      runs = case when jobs.runs = ended.runs_before then ended.runs_after else jobs.runs end,
      lease = null, rerun_at = null
    from ended
    where jobs.queue = ${queue} and jobs.key = ended.key and jobs.lease = ended.lease`;
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
