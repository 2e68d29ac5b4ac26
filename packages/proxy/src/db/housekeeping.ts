import fp from 'fastify-plugin';
import type { App } from '../plugins/app-type.ts';
import type { Database } from './database.ts';
import { ADOPT_OLDER_SCHEDULES } from './migrations.ts';
import type { DeliveryStore } from '../relay/delivery-store.ts';
import type { FormStore } from '../status/form-store.ts';
import type { PersonStore } from '../persons/person-store.ts';
import type { PrefillStore } from '../sessions/sessions.ts';
import type { RevocationStore } from '../sessions/revocations.ts';
import type { PollSchedule } from '../status/poll-schedule.ts';
import { createDueLoop, type DueLoop } from './due-loop.ts';
import type { Metrics } from '../plugins/metrics.ts';

/** How long things are kept, in milliseconds. */
export interface Ages {
  /** A form, a watch, a person: after their last change. */
  forms_ms: number;
  /** An event: after it was delivered or given up. */
  events_ms: number;
  /** An event that is owed: until it is given up. */
  owed_ms: number;
}

const EVERY_MS = 60 * 60_000;

/**
 * Deletes what is past its time, once an hour: nothing of a candidate is kept longer than needed. An
 * event that is still owed is given up first, and said to be: it stays in the list, and can be
 * replayed, until it has been dead for `events_ms`.
 */
export function createHousekeeping(
  parts: {
    db: Pick<Database, 'batch' | 'forgetDeleted'>;
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
  ages: Ages,
): Pick<DueLoop, 'start' | 'stop'> {
  const { forms, schedule, deliveries, prefills, persons, revocations, metrics, warn } = parts;

  async function giveUp(now: number): Promise<void> {
    const count = await deliveries.giveUp(now - ages.owed_ms, now);
    if (count > 0) warn(`${count} events were given up: nobody took them in GIVE_UP_DAYS`);
  }

  async function purgeEvents(now: number): Promise<void> {
    const { dead, others } = await deliveries.purge(now - ages.events_ms);
    if (dead > 0) warn(`${dead} dead events were deleted after KEEP_EVENTS_DAYS`);
    metrics.purged('dead events', dead);
    metrics.purged('events', others);
  }

  /** A step that fails is no reason to keep what the others delete. */
  async function round(): Promise<number> {
    const now = Date.now();
    const purge = (what: string, work: Promise<number>) =>
      work.then((count) => metrics.purged(what, count));
    const steps: (() => Promise<unknown>)[] = [
      () => parts.db.batch(ADOPT_OLDER_SCHEDULES.map((sql) => ({ sql, params: [] }))),
      () => purge('prefills', prefills.purge(now)),
      () => purge('revocations', revocations.purge(now)),
      () => purge('watches', schedule.purge(now - ages.forms_ms)),
      () => purge('forms', forms.purge(now - ages.forms_ms)),
      () => purge('persons', persons.purge(now - ages.forms_ms)),
      () => giveUp(now),
      () => purgeEvents(now),
      () => parts.db.forgetDeleted(),
    ];
    for (const step of steps) await step().catch(parts.onError);
    return now + EVERY_MS;
  }

  return createDueLoop(round, parts.onError, EVERY_MS);
}

const DAY_MS = 24 * 60 * 60_000;

export const housekeeping = fp(
  async (app: App) => {
    const { WATCH_DAYS, KEEP_FORMS_DAYS = WATCH_DAYS * 2 } = app.settings;
    const loop = createHousekeeping(
      {
        ...app.stores,
        db: app.db,
        metrics: app.metrics,
        onError: app.onBackgroundError,
        warn: (message) => app.log.warn(message),
      },
      {
        forms_ms: KEEP_FORMS_DAYS * DAY_MS,
        events_ms: app.settings.KEEP_EVENTS_DAYS * DAY_MS,
        owed_ms: app.settings.GIVE_UP_DAYS * DAY_MS,
      },
    );
    app.addHook('onReady', async () => loop.start());
    app.addHook('onClose', () => loop.stop());
  },
  { name: 'housekeeping', dependencies: ['stores'] },
);
