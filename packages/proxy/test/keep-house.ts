import assert from 'node:assert/strict';
import { createStores } from '../src/stores.ts';
import { createHousekeeping } from '../src/housekeeping.ts';
import type { Database } from '../src/db/database.ts';

export const DAY_MS = 24 * 60 * 60_000;
const AGES = { formsMs: 60 * DAY_MS, eventsMs: 30 * DAY_MS, pendingMs: 20 * DAY_MS };

/** One round of housekeeping; answers what it warned of, and what it counted as purged. */
export async function keepHouse(db: Database, ages: Partial<typeof AGES> = {}) {
  const [warnings, errors] = [[] as string[], [] as unknown[]];
  const purged = new Map<string, number>();
  const housekeeping = createHousekeeping(
    {
      ...createStores(db),
      db,
      metrics: { purged: (what, count) => void purged.set(what, count) },
      onError: (error) => errors.push(error),
      warn: (message) => warnings.push(message),
    },
    { ...AGES, ...ages },
  );
  await housekeeping.start();
  await housekeeping.stop();
  assert.deepEqual(errors, []);
  return { warnings, purged };
}
