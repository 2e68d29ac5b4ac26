import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '../src/db/database.ts';
import { insertEvent, RELAY, withdrawEvent } from '../src/relay/delivery-store.ts';
import { DAY_MS, runHousekeeping } from './run-housekeeping.ts';
import { onBothEngines } from './on-both-engines.ts';
import { createStores } from './stores.ts';

const event = (id: string) => ({ id, type: 'person.completed', body: `{"of":"${id}"}` }) as const;

/** The due deliveries, claimed as the worker does. */
async function claim(db: Database, now: number) {
  const { jobs, deliveries } = createStores(db);
  const claimed = await jobs.claim(RELAY, { now, leaseMs: 10, limit: 100 });
  const rows = await deliveries.loadPending(claimed.map(({ key }) => key));
  return { claimed, rows: [...rows.values()] };
}

onBothEngines((db) => {
  test('stores an event once and counts its finished sends', async () => {
    const { deliveries } = createStores(db());
    assert.equal(await deliveries.add(event('e'), 1), true);
    assert.equal(await deliveries.add(event('e'), 1), false);
    const { rows } = await claim(db(), 1);
    const [pending] = rows;
    assert.ok(pending);
    assert.equal(pending.sends, 0);
    await deliveries.conclude(pending, 'pending', '503', 2);
    assert.equal((await deliveries.find('e'))?.sends, 1);
    await deliveries.conclude(pending, 'delivered', '200', 61);
    assert.deepEqual((await deliveries.loadPending(['e'])).size, 0, 'it is not sent again');
    assert.equal((await deliveries.find('e'))?.ended_at, 61);
  });

  test('sends an event again that is replayed while it is sent', async () => {
    const { deliveries, jobs } = createStores(db());
    await deliveries.add(event('again'), 100);
    const { rows, claimed } = await claim(db(), 100);
    const pending = rows.find(({ id }) => id === 'again');
    const job = claimed.find(({ key }) => key === 'again');
    assert.ok(pending && job);
    await deliveries.replay(pending.id, 105);
    await deliveries.conclude(pending, 'delivered', '200', 106);
    await jobs.end(RELAY, [{ job, next: undefined }]);
    const again = await claim(db(), 107);
    assert.deepEqual(
      again.rows.map(({ id, sends }) => [id, sends]),
      [['again', 0]],
    );
  });

  test('keeps the pause of an event that is received again while it is retried', async () => {
    const { deliveries, jobs } = createStores(db());
    await deliveries.add(event('paused'), 200);
    const [job] = (await claim(db(), 200)).claimed.filter(({ key }) => key === 'paused');
    assert.ok(job);
    await jobs.end(RELAY, [{ job, next: { dueAt: 900 } }]);
    await deliveries.add(event('paused'), 201);
    assert.equal((await deliveries.find('paused'))?.next_at, 900);
  });

  test('withdraws an event unless it is being sent, or was', async () => {
    const { deliveries } = createStores(db());
    await db().batch(insertEvent(event('waiting'), 1_000, 5_000));
    await deliveries.add(event('running'), 1_000);
    await deliveries.add(event('sent'), 1_000);
    const { rows } = await claim(db(), 1_001);
    assert.ok(['running', 'sent'].every((id) => rows.some((row) => row.id === id)));
    for (const sent of rows.filter(({ id }) => id === 'sent'))
      await deliveries.conclude(sent, 'delivered', '200', 1_002);
    await db().batch(['waiting', 'running', 'sent'].map(withdrawEvent));
    assert.equal(await deliveries.find('waiting'), undefined);
    assert.equal((await deliveries.find('running'))?.state, 'pending');
    assert.equal((await deliveries.find('sent'))?.state, 'delivered');
    const later = (await claim(db(), 6_000)).rows;
    assert.ok(later.length > 0 && later.every(({ id }) => id !== 'waiting'));
  });
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
    assert.equal((await claim(db(), Date.now())).claimed.length, 2, 'its job is gone, too');
  });

  test('does not delete an event that is being sent', async () => {
    const { deliveries } = createStores(db());
    const [then, now] = [Date.now() - 31 * DAY_MS, Date.now()];
    await deliveries.add(event('under-way'), then);
    const sent = (await claim(db(), now)).rows.find(({ id }) => id === 'under-way');
    assert.ok(sent);
    await runHousekeeping(db(), { KEEP_EVENTS_DAYS: 30 });
    await deliveries.conclude(sent, 'delivered', '200', now);
    assert.equal((await deliveries.find('under-way'))?.state, 'delivered');
  });
});
