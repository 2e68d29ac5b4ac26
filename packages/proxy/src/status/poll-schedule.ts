import { batchesOf, type Database, placesOf, purgeRows } from '../db/database.ts';
import { backoff, type Jobs, scheduleJobs } from '../db/jobs.ts';
import type { Settings } from '../config/settings.ts';
import type { FormChanges } from '../forms/form-changes.ts';
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
const BEFORE_ALL_OTHERS = 0;
/** Smaller extensions are skipped, so that most status requests write nothing. */
const WORTH_A_WRITE_MS = 60 * 60_000;

const HAS_JOB = `exists (select 1 from jobs where queue = '${POLLS}' and key = polled_persons.person_id)`;

export type PollSchedule = ReturnType<typeof createPollSchedule>;

/** Which persons are polled. When each is polled next is a job of {@link POLLS}. */
export function createPollSchedule(db: Database, jobs: Jobs) {
  /** Whether the person is polled until about `untilAt` already, next at `dueAt` or earlier. */
  async function isPolled(person_id: string, untilAt: number, dueAt: number): Promise<boolean> {
    const [row] = await db.query<{ until_at: number; due_at: number | null }>(
      `select until_at, due_at from polled_persons
       join jobs on queue = '${POLLS}' and key = person_id where person_id = $1`,
      person_id,
    );
    if (!row) return false;
    return (row.due_at ?? Infinity) <= dueAt && row.until_at >= untilAt - WORTH_A_WRITE_MS;
  }

  return {
    /** Polls until `untilAt` at least, next at `dueAt` or earlier. */
    async pollUntil(person_id: string, untilAt: number, dueAt: number): Promise<void> {
      if (await isPolled(person_id, untilAt, dueAt)) return;
      await db.batch([
        {
          sql: `insert into polled_persons(person_id, until_at) values ($1, $2)
            on conflict(person_id) do update set until_at = excluded.until_at
            where polled_persons.until_at < excluded.until_at`,
          params: [person_id, untilAt],
        },
        scheduleJobs(POLLS, [person_id], dueAt),
      ]);
    },

    /** Polls before all others that are due, and often again, unless polling of the person is over. */
    async pollSoon(person_id: string): Promise<void> {
      const [polled] = await db.query(
        `select 1 as one from polled_persons where person_id = $1 and ${HAS_JOB}`,
        person_id,
      );
      const options = { restart: true, isLossy: true };
      if (polled) await jobs.schedule(POLLS, [person_id], BEFORE_ALL_OTHERS, options);
    },

    async load(person_ids: readonly string[]): Promise<Map<string, PolledPerson>> {
      const rows = await db.query<PolledPerson>(
        `select person_id, until_at, open_until from polled_persons
         where person_id in (${placesOf(person_ids)})`,
        ...person_ids,
      );
      return new Map(rows.map((row) => [row.person_id, row]));
    },

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
      for (const ids of batchesOf(person_ids)) {
        const ending = await db.query<Pick<PolledPerson, 'person_id' | 'open_until'>>(
          `select person_id, open_until from polled_persons
           where coalesce(open_until, 0) <= $1 and person_id in (${placesOf(ids, 2)}) and ${HAS_JOB}`,
          renewBefore,
          ...ids,
        );
        if (ending.length === 0) continue;
        await db.queryLossy(
          `update polled_persons set open_until = $1 where person_id in (${placesOf(ending, 2)})`,
          until,
          ...ending.map(({ person_id }) => person_id),
        );
        const opened = ending.filter(({ open_until }) => (open_until ?? 0) <= now);
        const opened_ids = opened.map(({ person_id }) => person_id);
        await jobs.schedule(POLLS, opened_ids, pollAt, { isLossy: true });
      }
    },

    count: () => jobs.count(POLLS),

    /** Deletes persons whose polling ended before. */
    purge: (before: number) =>
      purgeRows(
        db,
        { table: 'polled_persons', key: 'person_id', where: `until_at < $1 and not ${HAS_JOB}` },
        before,
      ),
  };
}

const FACTOR = 1.5;
/** The share of the request budget that polls of open forms may use. */
const SHARE = 0.5;
const MARK_EVERY_MS = 5_000;
/** A form counts as open this long after a process last reported it. */
const OPEN_MS = 30_000;

export type PollInterval = ReturnType<typeof createPollInterval>;

export interface PollIntervalDependencies {
  clock: Clock;
  formChanges: Pick<FormChanges, 'subscribedPersons' | 'hasSubscribers'>;
  schedule: Pick<PollSchedule, 'markOpen'>;
  settings: Pick<Settings, 'POLL_MIN_SECONDS' | 'POLL_MAX_SECONDS' | 'UPSTREAM_RPS'>;
  onError: (error: unknown) => void;
}

/**
 * How long to wait until the next poll of a person. The pause grows from the shortest to the longest.
 * Persons with an open form are polled as often as their {@link SHARE} of the budget allows: each
 * process has a budget of its own, and counts the forms that are open at it.
 */
export function createPollInterval({
  clock,
  formChanges,
  schedule,
  settings,
  onError,
}: PollIntervalDependencies) {
  const minMs = settings.POLL_MIN_SECONDS * 1_000;
  const maxMs = settings.POLL_MAX_SECONDS * 1_000;
  let openPersons = 0;
  let timer: NodeJS.Timeout | undefined;
  let marking = Promise.resolve();

  async function markOpen(): Promise<void> {
    const open = formChanges.subscribedPersons();
    const now = clock.now();
    openPersons = open.length;
    await schedule.markOpen(open, { now, until: now + OPEN_MS, pollAt: now + openFormPauseMs() });
  }

  const longestOpenMs = (): number =>
    Math.min(Math.max((openPersons / (settings.UPSTREAM_RPS * SHARE)) * 1_000, minMs), maxMs);

  /** In milliseconds, for a form that a candidate opens now. */
  function openFormPauseMs(): number {
    const firstMs = longestOpenMs();
    return backoff(0, { firstMs, longestMs: firstMs });
  }

  return {
    openFormPauseMs,

    /** In milliseconds. */
    pauseMs(
      pollsWithoutNews: number,
      { person_id, open_until }: Pick<PolledPerson, 'person_id' | 'open_until'>,
    ): number {
      const isOpen = formChanges.hasSubscribers(person_id) || (open_until ?? 0) > clock.now();
      const longestMs = isOpen ? longestOpenMs() : maxMs;
      return backoff(pollsWithoutNews, { firstMs: minMs, longestMs, factor: FACTOR });
    },

    /** Keeps marking the persons with open forms, for this process and for others. */
    async start(): Promise<void> {
      const markAgain = (): void => {
        marking = marking.then(markOpen).catch(onError);
      };
      markAgain();
      timer = setInterval(markAgain, MARK_EVERY_MS);
    },

    async stop(): Promise<void> {
      clearInterval(timer);
      await marking;
    },
  };
}
