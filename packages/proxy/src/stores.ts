import fp from 'fastify-plugin';
import type { App } from './plugins/app-type.ts';
import type { Database } from './db/database.ts';
import { createJobs } from './db/jobs.ts';
import { createDeliveryStore } from './relay/delivery-store.ts';
import { createEndpointStore } from './relay/endpoints.ts';
import { createFormStore } from './forms/form-store.ts';
import { createPersonStore } from './persons/person-store.ts';
import { createPrefillStore } from './schemas/prefills.ts';
import { createRevocationStore } from './auth/revocations.ts';
import { createSubmissionStore } from './submissions/store.ts';
import { createPollSchedule } from './status/poll-schedule.ts';

/** All stores on one database, and the job queue. */
export function createStores(db: Database) {
  const jobs = createJobs(db);
  return {
    jobs,
    forms: createFormStore(db),
    submissions: createSubmissionStore(db),
    schedule: createPollSchedule(db, jobs),
    deliveries: createDeliveryStore(db),
    endpoints: createEndpointStore(db),
    prefills: createPrefillStore(db),
    persons: createPersonStore(db, jobs),
    revocations: createRevocationStore(db),
  };
}
export type Stores = ReturnType<typeof createStores>;

declare module 'fastify' {
  interface FastifyInstance {
    stores: Stores;
  }
}

export const stores = fp(async (app: App) => void app.decorate('stores', createStores(app.db)), {
  name: 'stores',
  dependencies: ['database'],
});
