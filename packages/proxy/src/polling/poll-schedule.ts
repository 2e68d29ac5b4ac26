import { DAY_MS, type Settings } from '../config/settings.ts';
import { changeRow, type Database } from '../db/database.ts';
import { listOf, sql } from '../db/sql-template.ts';
import { backoff, hasJob, type Jobs, scheduleJobs } from '../db/jobs.ts';
import type { FormNotifications } from '../forms/form-notifications.ts';
import type { Clock } from '../shared/clock.ts';

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
const DUE_FIRST = 0;
/** Smaller extensions are skipped, so that most status requests write nothing. */
const WORTH_A_WRITE_MS = 60 * 60_000;
/** By how much each pause without news is longer than the one before. */
const FACTOR = 1.5;
/** The share of the request budget that polls of open forms may use. */
const OPEN_SHARE = 0.5;
const MARK_EVERY_MS = 5_000;
/** A form counts as open this long after a process last reported it. */
const OPEN_MS = 30_000;

const IS_POLLED = hasJob(POLLS, 'polled_persons.person_id');

export interface ScheduleParts {
  clock: Clock;
  db: Database;
  jobs: Jobs;
  formNotifications: Pick<FormNotifications, 'subscribedPersons' | 'hasSubscribers'>;
  settings: Pick<Settings, 'POLL_MIN_SECONDS' | 'POLL_MAX_SECONDS' | 'UPSTREAM_RPS' | 'WATCH_DAYS'>;
  onBackgroundError: (error: unknown) => void;
}

/**
 * Which persons are polled, and how often; when each is polled next is a job of {@link POLLS}. The pause
 * grows from the shortest to the longest. Persons with an open form are polled as often as their share of
 * the budget allows: each process has a budget of its own, and counts the forms that are open at it.
 */
export class PollSchedule {
  readonly #parts: ScheduleParts;
  #openPersons = 0;
  #timer: NodeJS.Timeout | undefined;
  #marking = Promise.resolve();

  constructor(parts: ScheduleParts) {
    this.#parts = parts;
  }

  /** Keeps marking the persons with open forms, for this process and for others. */
  start(): void {
    this.#markAgain();
    this.#timer = setInterval(() => this.#markAgain(), MARK_EVERY_MS);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#marking;
  }

  /** Called before the person's data is read or created: from then on it may be stored. */
  async remember(person_id: string, now = this.#now()): Promise<void> {
    await this.#parts.db.queryLossy(
      sql`insert into polled_persons(person_id, until_at) values (${person_id}, ${now})
       on conflict(person_id) do nothing`,
    );
  }

  /** Polls until every form is submitted or `WATCH_DAYS` are over: see {@link pollUntil}. */
  async keepPolling(person_id: string): Promise<void> {
    const now = this.#now();
    const untilAt = now + this.#parts.settings.WATCH_DAYS * DAY_MS;
    // No sooner than its share of the budget: opening a form repeatedly takes no more of it.
    await this.pollUntil(person_id, untilAt, now + this.#openFormPauseMs());
  }

  /**
   * Polls until `untilAt` at least, next at `dueAt` or earlier; does nothing for a person who was not
   * remembered, or was erased since.
   */
  async pollUntil(person_id: string, untilAt: number, dueAt: number): Promise<void> {
    if (await this.#isPolled(person_id, untilAt, dueAt)) return;
    const extend = sql`update polled_persons
      set until_at = case when until_at < ${untilAt} then ${untilAt} else until_at end
        where person_id = ${person_id} returning person_id`;
    await changeRow(this.#parts.db, extend, [scheduleJobs(POLLS, [person_id], dueAt)]);
  }

  /** Whether the person is polled until about `untilAt` already, next at `dueAt` or earlier. */
  async #isPolled(person_id: string, untilAt: number, dueAt: number): Promise<boolean> {
    const [row] = await this.#parts.db.query<{ until_at: number; due_at: number | null }>(
      sql`select until_at, due_at from polled_persons
       join jobs on queue = ${POLLS} and key = person_id where person_id = ${person_id}`,
    );
    if (!row) return false;
    return (row.due_at ?? Infinity) <= dueAt && row.until_at >= untilAt - WORTH_A_WRITE_MS;
  }

  /**
   * Polls before all others that are due, and often for a while, because something may have changed; unless
   * polling of the person is over.
   */
  async pollSoon(person_id: string): Promise<void> {
    const { db, jobs } = this.#parts;
    const [polled] = await db.query(
      sql`select 1 as one from polled_persons where person_id = ${person_id} and ${IS_POLLED}`,
    );
    const options = { restart: true, isLossy: true };
    if (polled) await jobs.schedule(POLLS, [person_id], DUE_FIRST, options);
  }

  /** How long to wait until the next poll of a person, in milliseconds. */
  pauseMs(
    pollsWithoutNews: number,
    { person_id, open_until }: Pick<PolledPerson, 'person_id' | 'open_until'>,
  ): number {
    const { formNotifications, settings } = this.#parts;
    const isOpen = formNotifications.hasSubscribers(person_id) || (open_until ?? 0) > this.#now();
    const firstMs = settings.POLL_MIN_SECONDS * 1_000;
    const longestMs = isOpen ? this.#longestOpenMs() : settings.POLL_MAX_SECONDS * 1_000;
    return backoff(pollsWithoutNews, { firstMs, longestMs, factor: FACTOR });
  }

  async load(person_ids: readonly string[]): Promise<Map<string, PolledPerson>> {
    const rows = await this.#parts.db.query<PolledPerson>(
      sql`select person_id, until_at, open_until from polled_persons
       where person_id in ${listOf(person_ids)}`,
    );
    return new Map(rows.map((row) => [row.person_id, row]));
  }

  count(): Promise<number> {
    return this.#parts.jobs.count(POLLS);
  }

  /** In milliseconds, for a form that a candidate opens now. */
  #openFormPauseMs(): number {
    const firstMs = this.#longestOpenMs();
    return backoff(0, { firstMs, longestMs: firstMs });
  }

  #longestOpenMs(): number {
    const { POLL_MIN_SECONDS, POLL_MAX_SECONDS, UPSTREAM_RPS } = this.#parts.settings;
    const seconds = this.#openPersons / (UPSTREAM_RPS * OPEN_SHARE);
    return Math.min(Math.max(seconds, POLL_MIN_SECONDS), POLL_MAX_SECONDS) * 1_000;
  }

  #markAgain(): void {
    this.#marking = this.#marking.then(() => this.#markOpen()).catch(this.#parts.onBackgroundError);
  }

  /**
   * Marks persons with a form open in a browser, in any process. A person who had none open is polled
   * soon.
   */
  async #markOpen(): Promise<void> {
    const { db, jobs, formNotifications } = this.#parts;
    const person_ids = formNotifications.subscribedPersons();
    this.#openPersons = person_ids.length;
    if (person_ids.length === 0) return;
    const now = this.#now();
    const ending = await db.query<Pick<PolledPerson, 'person_id' | 'open_until'>>(
      // When half of the time is over, one of the processes that have a form open renews the mark.
      sql`select person_id, open_until from polled_persons
       where coalesce(open_until, 0) <= ${now + OPEN_MS / 2}
         and person_id in ${listOf(person_ids)} and ${IS_POLLED}`,
    );
    if (ending.length === 0) return;
    await db.queryLossy(
      sql`update polled_persons set open_until = ${now + OPEN_MS}
       where person_id in ${listOf(ending.map(({ person_id }) => person_id))}`,
    );
    const opened = ending.filter(({ open_until }) => (open_until ?? 0) <= now);
    const opened_ids = opened.map(({ person_id }) => person_id);
    await jobs.schedule(POLLS, opened_ids, now + this.#openFormPauseMs(), { isLossy: true });
  }

  #now(): number {
    return this.#parts.clock.now();
  }
}
