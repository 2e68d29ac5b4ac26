import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '../src/db/database.ts';
import { openSqlite } from '../src/db/open-sqlite.ts';
import { createStores } from './stores.ts';

test('what /metrics counts is read from indexes, never from rows', async (t) => {
  const db = openSqlite(':memory:');
  t.after(() => db.close());
  await db.migrate();
  const plans: string[] = [];
  const explained: Database = {
    ...db,
    async query(sql, ...params) {
      const steps = await db.queryLossy<{ detail: string }>(`explain query plan ${sql}`, ...params);
      plans.push(steps.map(({ detail }) => detail).join('; '));
      return db.query(sql, ...params);
    },
  };
  const { forms, deliveries, schedule } = createStores(explained);
  await forms.countByState();
  await forms.ageOfOldestSending(0);
  await deliveries.countByState();
  await deliveries.ageOfOldestPending(0);
  await schedule.count();
  assert.equal(plans.length, 5);
  for (const plan of plans) assert.match(plan, /USING COVERING INDEX [^;]*$/);
});
