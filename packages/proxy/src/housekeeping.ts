import fp from 'fastify-plugin';
import type { App } from './plugins/app-type.ts';
import type { Database } from './db/database.ts';
import { ADOPT_OLDER_SCHEDULES } from './db/migrations.ts';
import type { DeliveryStore } from './relay/delivery-store.ts';
import type { FormStore } from './forms/form-store.ts';
import type { PersonStore } from './persons/person-store.ts';
import type { PrefillStore } from './schemas/prefills.ts';
import type { RevocationStore } from './auth/revocations.ts';
import type { PollSchedule } from './status/poll-schedule.ts';
import { createJobWorker, type JobWorker } from './db/job-worker.ts';
import { createJobs } from './db/jobs.ts';
import type { Metrics } from './plugins/metrics.ts';

/** How long rows are kept. */
export interface Retention {
  /** Forms, poll schedules, and persons: after their last change. */
  formsMs: number;
  /** Events: after they were delivered or given up. */
  eventsMs: number;
  /** Pending events: until they are given up. */
  pendingMs: number;
}

const QUEUE = 'purge';
const EVERY_MS = 60 * 60_000;
const LEASE_MS = 60_000;

/**
 * Deletes expired rows once an hour: nothing of a candidate is kept longer than needed. A pending
 * event is given up first, with a warning. It stays in the list, and can be replayed, for
 * `eventsMs`.
 */
export function createHousekeeping(
  parts: {
    db: Database;
    forms: FormStore;
    schedule: PollSchedule;
    deliveries: DeliveryStore;
    prefills: PrefillStore;
    persons: PersonStore;
    revocations: RevocationStore;
    metrics: Pick<Metrics, 'purged'>;
    onError: (error: unknown) => void;
    warn: (message: string) => void;
  },
  retention: Retention,
): Pick<JobWorker, 'start' | 'stop'> {
  const { forms, schedule, deliveries, prefills, persons, revocations, metrics, warn } = parts;

  async function giveUp(now: number): Promise<void> {
    const count = await deliveries.giveUp(now - retention.pendingMs, now);
    if (count > 0) warn(`${count} events were given up: nobody took them in GIVE_UP_DAYS`);
  }

  async function purgeEvents(now: number): Promise<void> {
    const { dead, others } = await deliveries.purge(now - retention.eventsMs);
    if (dead > 0) warn(`${dead} dead events were deleted after KEEP_EVENTS_DAYS`);
    metrics.purged('dead events', dead);
    metrics.purged('events', others);
  }

  /** A step that fails does not stop the others. */
  async function purgeAll() {
    const now = Date.now();
    const purge = (what: string, work: Promise<number>) =>
      work.then((count) => metrics.purged(what, count));
    const steps: (() => Promise<unknown>)[] = [
      () => parts.db.batch(ADOPT_OLDER_SCHEDULES.map((sql) => ({ sql, params: [] }))),
      () => purge('prefills', prefills.purge(now)),
      () => purge('revocations', revocations.purge(now)),
      () => purge('watches', schedule.purge(now - retention.formsMs)),
      () => purge('forms', forms.purge(now - retention.formsMs)),
      () => purge('persons', persons.purge(now - retention.formsMs)),
      () => giveUp(now),
      () => purgeEvents(now),
      () => parts.db.forgetDeleted(),
    ];
    for (const step of steps) await step().catch(parts.onError);
    return { due_at: now + EVERY_MS };
  }

  const jobs = createJobs(parts.db);
  const worker = createJobWorker<true>(jobs, {
    queue: QUEUE,
    concurrency: 1,
    leaseMs: LEASE_MS,
    longestPauseMs: 2 * EVERY_MS,
    load: async (keys) => new Map(keys.map((key) => [key, true])),
    run: purgeAll,
    onError: parts.onError,
  });
  return {
    async start() {
      await jobs.schedule(QUEUE, ['hourly'], Date.now());
      await worker.start();
    },
    stop: worker.stop,
  };
}

const DAY_MS = 24 * 60 * 60_000;

export const housekeeping = fp(
  async (app: App) => {
    const { WATCH_DAYS, KEEP_FORMS_DAYS = WATCH_DAYS * 2 } = app.settings;
    const worker = createHousekeeping(
      {
        ...app.stores,
        db: app.db,
        metrics: app.metrics,
        onError: app.onBackgroundError,
        warn: (message) => app.log.warn(message),
      },
      {
        formsMs: KEEP_FORMS_DAYS * DAY_MS,
        eventsMs: app.settings.KEEP_EVENTS_DAYS * DAY_MS,
        pendingMs: app.settings.GIVE_UP_DAYS * DAY_MS,
      },
    );
    app.addHook('onReady', () => worker.start());
    app.addHook('onClose', () => worker.stop());
  },
  { name: 'housekeeping', dependencies: ['stores'] },
);
