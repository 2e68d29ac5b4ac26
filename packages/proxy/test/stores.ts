import { wallClock } from '../src/shared/clock.ts';
import type { Database } from '../src/db/database.ts';
import { Jobs } from '../src/db/jobs.ts';
import { FormStore } from '../src/forms/form-store.ts';
import { createPersonStore } from '../src/persons/person-store.ts';
import { createDeliveryStore } from '../src/relay/delivery-store.ts';
import { Prefills } from '../src/schemas/prefills.ts';
import { createSchemaStore } from '../src/schemas/store.ts';
import { createSealer } from '../src/shared/sealer.ts';
import { PollSchedule } from '../src/status/poll-schedule.ts';
import { SubmissionStore } from '../src/submissions/store.ts';

/** The job queue and every feature's store. */
export function createStores(db: Database) {
  const jobs = new Jobs(db, wallClock);
  return {
    jobs,
    forms: new FormStore(db),
    submissions: new SubmissionStore(db),
    schedule: new PollSchedule(db, jobs),
    deliveries: createDeliveryStore(db),
    prefills: new Prefills(db, createSealer(['secret'.repeat(6)])),
    schemas: createSchemaStore(db),
    persons: createPersonStore(db),
    removeJob: (queue: string, key: string) =>
      db.query('delete from jobs where queue = $1 and key = $2', queue, key),
  };
}
