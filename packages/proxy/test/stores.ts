import assert from 'node:assert/strict';
import type { SubmissionEventType } from 'precandidate-contract';
import { wallClock } from '../src/shared/clock.ts';
import type { Database } from '../src/db/database.ts';
import { Jobs } from '../src/db/jobs.ts';
import { FormNotifications } from '../src/forms/form-notifications.ts';
import { type FormRow, FormStore } from '../src/forms/form-store.ts';
import type { Observation } from '../src/forms/observation.ts';
import { PersonStore } from '../src/webhooks/person-store.ts';
import { DeliveryStore } from '../src/outbox/delivery-store.ts';
import { SessionDataStore } from '../src/schemas/session-form.ts';
import { SchemaStore } from '../src/schemas/form-schemas.ts';
import { createSealer } from '../src/shared/sealer.ts';
import { PollSchedule } from '../src/polling/poll-schedule.ts';
import { SubmissionStore } from '../src/submissions/submission-store.ts';
import { sql } from '../src/db/sql-template.ts';

export type Stores = ReturnType<typeof createStores>;

const POLLING = { POLL_MIN_SECONDS: 1, POLL_MAX_SECONDS: 60, UPSTREAM_RPS: 10, WATCH_DAYS: 30 };
const onError = (error: unknown): void => assert.fail(error as Error);

/** The job queue and every feature's store. */
export function createStores(db: Database) {
  const jobs = new Jobs(db, wallClock);
  const forms = new FormStore(db);
  const formNotifications = new FormNotifications(db, forms, onError);
  return {
    jobs,
    forms,
    formNotifications,
    submissions: new SubmissionStore(db),
    pollSchedule: new PollSchedule({
      clock: wallClock,
      db,
      jobs,
      formNotifications,
      settings: POLLING,
      onBackgroundError: onError,
    }),
    deliveries: new DeliveryStore(db),
    sessionData: new SessionDataStore(db, createSealer(['secret'.repeat(6)])),
    schemas: new SchemaStore(db),
    persons: new PersonStore(db),
    removeJob: (queue: string, key: string) =>
      db.query(sql`delete from jobs where queue = ${queue} and key = ${key}`),
  };
}

export const SEALED = {
  key: 'k',
  body_hash: 'h',
  sealed: Buffer.from('s'),
  channel: 'form',
} as const;

/** What a poll sees of a form of person `p`. */
export const seen = (form_id: string, more: Partial<Observation> = {}): Observation => ({
  person_id: 'p',
  form_id,
  record: '{"a":1}',
  precandidate_status: 'CREATED',
  updated_at: 't0',
  submitted: false,
  requested_at: 1,
  ...more,
});
export const SUBMITTED = {
  record: '{"a":2}',
  precandidate_status: 'SUBMITTED',
  submitted: true,
} as const;

/** What happens to a form; `started` and `submit other` are no events of the lifecycle. */
export type Step = SubmissionEventType | 'started' | 'submit other';

/** Stores what happens when `step` does; resolves to the changed row. */
export function apply({ forms, submissions }: Stores, form: FormRow, step: Step) {
  switch (step) {
    case 'submit':
      return submissions.begin(form, SEALED, 2);
    case 'submit other':
      return submissions.begin(form, { ...SEALED, key: 'other' }, 2);
    case 'started':
      return submissions.markStarted(form, 2);
    case 'resent':
      return submissions.resend(form, 'form', 2);
    case 'confirmed':
      return forms.observe(seen(form.form_id, SUBMITTED), 2);
    default:
      return submissions.apply(form, step, 2);
  }
}

/** A new form after these steps, each of which changes it. */
export async function formAfter(
  stores: Stores,
  form_id: string,
  steps: readonly Step[],
): Promise<FormRow> {
  await stores.pollSchedule.remember('p', 1);
  let form = await stores.forms.observe(seen(form_id), 1);
  for (const step of steps) {
    form = form && (await apply(stores, form, step));
    assert.ok(form, step);
  }
  return form ?? assert.fail();
}
