import type { DeliveryStore } from '../store/delivery-store.ts';
import type { FormStore } from '../store/form-store.ts';
import type { PersonStore } from '../store/person-store.ts';
import type { PrefillStore } from '../store/prefill-store.ts';
import type { RevocationStore } from '../store/revocation-store.ts';
import type { WatchStore } from '../store/watch-store.ts';
import { createDueLoop, type DueLoop } from './due-loop.ts';

const EVERY_MS = 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
const DELIVERIES_KEPT_MS = 30 * DAY_MS;

/** Deletes what is past its time, once an hour: nothing of a candidate is kept longer than needed. */
export function createHousekeeping(
  stores: {
    forms: FormStore;
    watches: WatchStore;
    deliveries: DeliveryStore;
    prefills: PrefillStore;
    persons: PersonStore;
    revocations: RevocationStore;
  },
  forms_kept_ms: number,
  onError: (error: unknown) => void,
): Pick<DueLoop, 'start' | 'stop'> {
  return createDueLoop(
    async () => {
      const now = Date.now();
      await stores.prefills.purge(now);
      await stores.revocations.purge(now);
      await stores.watches.purge(now - forms_kept_ms);
      await stores.forms.purge(now - forms_kept_ms);
      await stores.deliveries.purge(now - DELIVERIES_KEPT_MS);
      await stores.persons.purge(now - forms_kept_ms);
      return now + EVERY_MS;
    },
    onError,
    EVERY_MS,
  );
}
