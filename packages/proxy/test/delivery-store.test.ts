import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '../src/db/database.ts';
import { openDatabase } from '../src/db/plugin.ts';
import { OUTBOX, withdrawEvent } from '../src/outbox/delivery-store.ts';
import { DAY_MS, runHousekeeping } from './run-housekeeping.ts';
import { onBothEngines } from './on-both-engines.ts';
import { createStores } from './stores.ts';

const event = (id: string) =>
  ({ id, type: 'person.completed', person_id: 'p', body: `{"of":"${id}"}` }) as const;

/** Claims the due deliveries as the worker does; resolves to this one and its job. */
async function claim(db: Database, id: string, now: number) {
  const { jobs, deliveries } = createStores(db);
  const claimed = await jobs.claim(OUTBOX, { now, leaseMs: 10, limit: 100 });
  const rows = await deliveries.loadPending(claimed.map(({ key }) => key));
  return { row: rows.get(id), job: claimed.find(({ key }) => key === id), count: claimed.length };
}

onBothEngines((db) => {
  test('sends an event again that is replayed while it is sent', async () => {
    const { deliveries, jobs } = createStores(db());
    await deliveries.add(event('again'), 100);
    const { row, job } = await claim(db(), 'again', 100);
    assert.ok(row && job);
    await deliveries.replay('again', 105);
    await deliveries.conclude(row, { state: 'delivered', outcome: '200', now: 106 });
    await jobs.end(OUTBOX, [{ job, next: undefined }]);
    assert.equal((await claim(db(), 'again', 107)).row?.sends, 0);
  });

  test('keeps the pause of an event that is received again while it is retried', async () => {
    const { deliveries, jobs } = createStores(db());
    await deliveries.add(event('paused'), 200);
    const { job } = await claim(db(), 'paused', 200);
    assert.ok(job);
    await jobs.end(OUTBOX, [{ job, next: { dueAt: 900 } }]);
    assert.equal(await deliveries.add(event('paused'), 201), false);
    assert.equal((await deliveries.find('paused'))?.next_at, 900);
  });

  test('withdraws no event that is being sent, or was', async () => {
    const { deliveries } = createStores(db());
    await deliveries.add(event('withdrawn'), 1_000);
    const { row } = await claim(db(), 'withdrawn', 1_001);
    assert.ok(row);
    await db().batch([withdrawEvent('withdrawn')]);
    assert.equal((await deliveries.find('withdrawn'))?.state, 'pending');
    await deliveries.conclude(row, { state: 'delivered', outcome: '200', now: 1_002 });
    await db().batch([withdrawEvent('withdrawn')]);
    assert.equal((await deliveries.find('withdrawn'))?.state, 'delivered');
  });
});

test('an event that is not kept is deleted in the commits of the others, without one of its own', async (t) => {
  const db = await openDatabase({ DATA_DIR: ':memory:' });
  t.after(() => db.close());
  const { deliveries } = createStores(db);
  const truncate = t.mock.method(db, 'forgetDeleted');
  await deliveries.add({ ...event('nobody'), person_id: undefined }, 1);
  const { row } = await claim(db, 'nobody', 2);
  assert.ok(row);
  await deliveries.conclude(row, { state: 'delivered', outcome: '200', now: 3 });
  assert.equal(await deliveries.find('nobody'), undefined);
  assert.equal(truncate.mock.callCount(), 0);
});

onBothEngines((db) => {
  test('deletes an undelivered event after KEEP_EVENTS_DAYS, with a warning; a replay starts over', async () => {
    const { deliveries } = createStores(db());
    const then = Date.now() - 31 * DAY_MS;
    for (const id of ['pending', 'replayed']) await deliveries.add(event(id), then);
    await deliveries.add(event('fresh'), then + 2 * DAY_MS);
    await deliveries.replay('replayed', Date.now());
    const { warnings } = await runHousekeeping(db(), { KEEP_EVENTS_DAYS: 30 });
    assert.match(warnings.join(), /1 events were deleted undelivered, after KEEP_EVENTS_DAYS/);
    const left = (await deliveries.list({ limit: 10 })).map(({ id }) => id);
    assert.deepEqual(left.toSorted(), ['fresh', 'replayed']);
    assert.deepEqual((await runHousekeeping(db(), { KEEP_EVENTS_DAYS: 30 })).warnings, []);
    assert.equal((await claim(db(), 'fresh', Date.now())).count, 2, 'its job is gone, too');
  });

  test('does not delete an event that is being sent', async () => {
    const { deliveries } = createStores(db());
    const [then, now] = [Date.now() - 31 * DAY_MS, Date.now()];
    await deliveries.add(event('under-way'), then);
    const { row } = await claim(db(), 'under-way', now);
    assert.ok(row);
    await runHousekeeping(db(), { KEEP_EVENTS_DAYS: 30 });
    await deliveries.conclude(row, { state: 'delivered', outcome: '200', now: now });
    assert.equal((await deliveries.find('under-way'))?.state, 'delivered');
  });
});
