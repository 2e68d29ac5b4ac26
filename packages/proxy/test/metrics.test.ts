import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Database, statementOf } from '../src/db/database.ts';
import { openSqlite } from '../src/db/open-sqlite.ts';
import { createStores } from './stores.ts';
import { sql } from '../src/db/sql-template.ts';

test('what /metrics counts is read from indexes, never from rows', async (t) => {
  const db = openSqlite(':memory:');
  t.after(() => db.close());
  await db.migrate();
  const plans: string[] = [];
  const explained: Database = {
    ...db,
    async query(given) {
      const statement = statementOf(given);
      const steps = await db.queryLossy<{ detail: string }>(sql`explain query plan ${statement}`);
      plans.push(steps.map(({ detail }) => detail).join('; '));
      return db.query(statement);
    },
  };
  const { forms, deliveries, pollSchedule } = createStores(explained);
  await forms.countByState();
  await forms.ageOfOldestSending(0);
  await deliveries.countByState();
  await deliveries.ageOfOldestPending(0);
  await pollSchedule.count();
  assert.equal(plans.length, 5);
  for (const plan of plans) assert.match(plan, /USING COVERING INDEX [^;]*$/);
});
