import fp from 'fastify-plugin';
import type { App } from './plugins/app-type.ts';
import type { Database } from './db/database.ts';
import { createDeliveryStore } from './relay/delivery-store.ts';
import { createEndpointStore } from './relay/endpoint-store.ts';
import { createFormStore } from './status/form-store.ts';
import { createPersonStore } from './persons/person-store.ts';
import { createPrefillStore } from './sessions/prefill-store.ts';
import { createRevocationStore } from './sessions/revocation-store.ts';
import { createShownStore } from './status/shown-store.ts';
import { createSubmissionStore } from './submissions/store.ts';
import { createWatchStore } from './status/watch-store.ts';

/** Everything that is kept, on one database. */
export function createStores(db: Database) {
  return {
    forms: createFormStore(db),
    submissions: createSubmissionStore(db),
    watches: createWatchStore(db),
    shown: createShownStore(db),
    deliveries: createDeliveryStore(db),
    endpoints: createEndpointStore(db),
    prefills: createPrefillStore(db),
    persons: createPersonStore(db),
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
