import type { Database } from '../store/database.ts';
import { createDeliveryStore } from '../store/delivery-store.ts';
import { createEndpointStore } from '../store/endpoint-store.ts';
import { createFormStore } from '../store/form-store.ts';
import { createGateStore } from '../store/gate-store.ts';
import { createPersonStore } from '../store/person-store.ts';
import { createPrefillStore } from '../store/prefill-store.ts';
import { createRevocationStore } from '../store/revocation-store.ts';
import { createShownStore } from '../store/shown-store.ts';
import { createSubmissionStore } from '../store/submission-store.ts';
import { createWatchStore } from '../store/watch-store.ts';

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
    gates: createGateStore(db),
  };
}
export type Stores = ReturnType<typeof createStores>;
