import fp from 'fastify-plugin';
import { DAY_MS, keepFormsMs, type Settings } from '../config/settings.ts';
import type { Database, Statement } from '../db/database.ts';
import { listOf, raw, sql } from '../db/sql-template.ts';
import { createJobWorker } from '../db/job-worker.ts';
import { hasJob, hasRunningJob } from '../db/jobs.ts';
import { PENDING_STATES } from '../forms/form-store.ts';
import type { App } from '../http/app-type.ts';
import { type Jump, JUMP_MS } from '../shared/clock.ts';
import { erasureRoute } from './erase-person.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Deletes now what has expired. A table that fails does not stop the others. */
    deleteExpired(): Promise<void>;
  }
}

/** Rows that expire. */
interface Expiry {
  /** Their name in the metrics. */
  what: string;
  table: string;
  /** The columns of its primary key. */
  key: string;
  /** Those that are older than a time. */
  where(time: number): Statement;
  /** How long a row is kept. */
  keptMs: number;
}

/** Tables whose rows say when they expire: the name, the table, and its key. */
const WITH_EXPIRY = [
  ['session data', 'session_data', 'session_id'],
  ['revocations', 'revocations', 'subject'],
  ['erasures', 'erasures', 'subject'],
] as const;

/** What expires, and when. What a job still works on stays. */
function expiriesOf(settings: Settings): Expiry[] {
  const formsMs = keepFormsMs(settings);
  const eventsMs = settings.KEEP_EVENTS_DAYS * DAY_MS;
  return [
    ...WITH_EXPIRY.map(([what, table, key]) => ({
      what,
      table,
      key,
      where: (time: number) => sql`expires_at < ${time}`,
      keptMs: 0,
    })),
    {
      what: 'forms',
      table: 'forms',
      key: 'person_id, form_id',
      where: (time) => sql`touched_at < ${time} and state <> 'sending'
        and person_id || '/' || form_id not in (select key from jobs)`,
      keptMs: formsMs,
    },
    {
      what: 'polled_persons',
      table: 'polled_persons',
      key: 'person_id',
      // A person with forms needs the row: see `ifNotErased` in `forms/form-store.ts`.
      where: (time) => sql`until_at < ${time} and not ${hasJob('polls', 'polled_persons.person_id')}
        and not exists (select 1 from forms where forms.person_id = polled_persons.person_id)`,
      keptMs: formsMs,
    },
    {
      what: 'persons',
      table: 'persons',
      key: 'person_id',
      where: (time) => sql`created_at < ${time}`,
      keptMs: formsMs,
    },
    {
      what: 'schemas',
      table: 'form_schemas',
      key: 'person_id, form_id',
      where: (time) => sql`fetched_at < ${time}`,
      keptMs: formsMs,
    },
    {
      what: 'schema texts',
      table: 'schemas',
      key: 'hash',
      where: (time) => sql`fetched_at < ${time} and hash not in (select hash from form_schemas)`,
      keptMs: 2 * DAY_MS,
    },
    {
      what: UNDELIVERED,
      table: 'deliveries',
      key: 'id',
      where: (time) =>
        sql`state = 'pending' and pending_since < ${time} and not ${hasRunningJob('outbox', 'id')}`,
      keptMs: eventsMs,
    },
    {
      what: 'events',
      table: 'deliveries',
      key: 'id',
      where: (time) => sql`state = 'delivered' and ended_at < ${time}`,
      keptMs: eventsMs,
    },
    // Without a RELAY_URL, no worker ends them.
    {
      what: 'jobs',
      table: 'jobs',
      key: 'queue, key',
      where: (time) => sql`queue = 'outbox' and due_at < ${time} and lease is null
        and not exists (select 1 from deliveries where id = key)`,
      keptMs: 0,
    },
  ];
}

const UNDELIVERED = 'undelivered events';

/** Few enough that other statements do not wait long and none times out. */
const BATCH = 1_000;

async function deleteRows(db: Database, { where, keptMs, ...names }: Expiry, now: number) {
  const [table, key] = [raw(names.table), raw(names.key)];
  let count = 0;
  for (;;) {
    const rows = await db.query(
      sql`delete from ${table} where (${key}) in (
         select ${key} from ${table} where ${where(now - keptMs)} limit ${BATCH}) returning 1 as one`,
    );
    count += rows.length;
    if (rows.length < BATCH) return count;
    // SQLite runs in this thread: let other work run in between.
    await new Promise(setImmediate);
  }
}

/**
 * After a jump of the clock, nothing pending has waited for longer: events are not purged unsent, persons are
 * polled on, and submissions have as long as before to be confirmed. One process alone does it.
 */
export async function keepPending(db: Database, { gapMs, time }: Jump): Promise<void> {
  const before = time - gapMs;
  const claim = sql`update clock set jumped_at = ${time} where jumped_at < ${time - JUMP_MS}
    returning jumped_at`;
  // The columns that decide how long something pending goes on.
  const extend = [
    sql`update deliveries set pending_since = pending_since + ${gapMs}
      where state = 'pending' and pending_since <= ${before}`,
    sql`update forms set touched_at = touched_at + ${gapMs}, begun_at = begun_at + ${gapMs},
        sent_at = sent_at + ${gapMs}
      where state in ${listOf(PENDING_STATES)} and touched_at <= ${before}`,
    sql`update polled_persons set until_at = until_at + ${gapMs} where until_at >= ${before}`,
    sql`update persons set created_at = created_at + ${gapMs} where created_at <= ${before}
      and person_id in (select key from jobs where queue = 'reconciliation')`,
  ];
  await db.batch([claim, ...extend.map((statement) => ({ ...statement, ifChanged: true }))]);
}

const QUEUE = 'purge';
const HOUR_MS = 60 * 60_000;
const EVERY_MS = HOUR_MS;
const LEASE_MS = 60_000;

/** Deletes expired rows once an hour: no candidate's data is kept longer than needed. */
export const retention = fp(
  async (app: App) => {
    const { db, jobs, clock, log, metrics, settings, onBackgroundError: onError } = app;
    const expiries = expiriesOf(settings);

    app.decorate('deleteExpired', async () => {
      const now = clock.now();
      for (const expiry of expiries) {
        const count = await deleteRows(db, expiry, now).catch(onError);
        metrics.purged(expiry.what, count ?? 0);
        if (count && expiry.what === UNDELIVERED)
          log.warn(`${count} events were deleted undelivered, after KEEP_EVENTS_DAYS`);
      }
      await db.forgetDeleted().catch(onError);
    });
    await clock.onJump(async (jump) => {
      const hours = Math.round(jump.gapMs / HOUR_MS);
      log.warn(
        `the clock is ${hours} hours later than when it was last stored: if the proxy ran meanwhile, or was stopped for less, correct the clock. What is pending is kept that much longer`,
      );
      await keepPending(db, jump);
    });
    const worker = createJobWorker<true>(jobs, {
      queue: QUEUE,
      concurrency: 1,
      leaseMs: LEASE_MS,
      load: async (keys) => new Map(keys.map((key) => [key, true])),
      run: async () => {
        await app.deleteExpired();
        return { dueAt: clock.now() + EVERY_MS };
      },
      onError,
    });
    app.register(erasureRoute);
    app.addHook('onReady', async () => {
      await jobs.schedule(QUEUE, ['hourly'], clock.now());
      await worker.start();
    });
    app.addHook('onClose', () => worker.stop());
  },
  { name: 'retention', dependencies: ['auth'] },
);
