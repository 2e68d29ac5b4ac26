import { changeRow, type Database, listed } from '../db/database.ts';
import { hasJob, type Jobs, scheduleJobs } from '../db/jobs.ts';

/** A person whose forms are polled. Times are epoch milliseconds. */
export interface PolledPerson {
  person_id: string;
  /** Polling ends then, at the latest. */
  until_at: number;
  /** Until when a form of the person counts as open in a browser; `null`: none ever was. */
  open_until: number | null;
}

/** The queue of polls, by person. */
export const POLLS = 'polls';
/** When the budget is short, many jobs are overdue, and the longest overdue runs first. */
const BEFORE_ALL_OTHERS = 0;
/** Smaller extensions are skipped, so that most status requests write nothing. */
const WORTH_A_WRITE_MS = 60 * 60_000;

const IS_POLLED = hasJob(POLLS, 'polled_persons.person_id');

/** Which persons are polled. When each is polled next is a job of {@link POLLS}. */
export class PollSchedule {
  readonly #db: Database;
  readonly #jobs: Jobs;

  constructor(db: Database, jobs: Jobs) {
    this.#db = db;
    this.#jobs = jobs;
  }

  /** The forms of the person may be stored from now on, though nobody polls them yet. */
  async remember(person_id: string, now: number): Promise<void> {
    await this.#db.queryLossy(
      `insert into polled_persons(person_id, until_at) values ($1, $2)
       on conflict(person_id) do nothing`,
      person_id,
      now,
    );
  }

  /**
   * Polls until `untilAt` at least, next at `dueAt` or earlier; does nothing for a person who was not
   * remembered, or was erased since.
   */
  async pollUntil(person_id: string, untilAt: number, dueAt: number): Promise<void> {
    if (await this.#isPolled(person_id, untilAt, dueAt)) return;
    const extend = {
      sql: `update polled_persons
        set until_at = case when until_at < $2 then $2 else until_at end
        where person_id = $1 returning person_id`,
      params: [person_id, untilAt],
    };
    await changeRow(this.#db, extend, [scheduleJobs(POLLS, [person_id], dueAt)]);
  }

  /** Whether the person is polled until about `untilAt` already, next at `dueAt` or earlier. */
  async #isPolled(person_id: string, untilAt: number, dueAt: number): Promise<boolean> {
    const [row] = await this.#db.query<{ until_at: number; due_at: number | null }>(
      `select until_at, due_at from polled_persons
       join jobs on queue = '${POLLS}' and key = person_id where person_id = $1`,
      person_id,
    );
    if (!row) return false;
    return (row.due_at ?? Infinity) <= dueAt && row.until_at >= untilAt - WORTH_A_WRITE_MS;
  }

  /** Polls before all others that are due, and often again, unless polling of the person is over. */
  async pollSoon(person_id: string): Promise<void> {
    const [polled] = await this.#db.query(
      `select 1 as one from polled_persons where person_id = $1 and ${IS_POLLED}`,
      person_id,
    );
    const options = { restart: true, isLossy: true };
    if (polled) await this.#jobs.schedule(POLLS, [person_id], BEFORE_ALL_OTHERS, options);
  }

  async load(person_ids: readonly string[]): Promise<Map<string, PolledPerson>> {
    const rows = await this.#db.query<PolledPerson>(
      `select person_id, until_at, open_until from polled_persons
       where person_id in ${listed('$1')}`,
      person_ids,
    );
    return new Map(rows.map((row) => [row.person_id, row]));
  }

  /**
   * Marks persons with a form open in a browser, in any process, until `until`. A person who had
   * none open is polled at `pollAt` or earlier.
   */
  async markOpen(
    person_ids: readonly string[],
    { now, until, pollAt }: { now: number; until: number; pollAt: number },
  ): Promise<void> {
    // When half of the time is over, one of the processes that have a form open renews the mark.
    const renewBefore = now + (until - now) / 2;
    const ending = await this.#db.query<Pick<PolledPerson, 'person_id' | 'open_until'>>(
      `select person_id, open_until from polled_persons
       where coalesce(open_until, 0) <= $1 and person_id in ${listed('$2')} and ${IS_POLLED}`,
      renewBefore,
      person_ids,
    );
    if (ending.length === 0) return;
    await this.#db.queryLossy(
      `update polled_persons set open_until = $1 where person_id in ${listed('$2')}`,
      until,
      ending.map(({ person_id }) => person_id),
    );
    const opened = ending.filter(({ open_until }) => (open_until ?? 0) <= now);
    const opened_ids = opened.map(({ person_id }) => person_id);
    await this.#jobs.schedule(POLLS, opened_ids, pollAt, { isLossy: true });
  }

  count(): Promise<number> {
    return this.#jobs.count(POLLS);
  }
}
