import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStores } from './stores.ts';
import type { Database } from '../src/db/database.ts';
import { relayQueue } from '../src/relay/delivery-store.ts';
import { createEndpointStore } from '../src/relay/endpoints.ts';
import { DAY_MS, runHousekeeping } from './run-housekeeping.ts';
import { onBothEngines } from './on-both-engines.ts';

const SECRET = 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=';

const event = (
  id: string,
  type: 'person.completed' | 'precandidate.submitted' = 'person.completed',
) => ({ id, type, body: `{"of":"${id}"}` });

/** The due deliveries of an endpoint, claimed as its worker does. */
async function claim(db: Database, endpoint: string, now: number) {
  const { jobs, deliveries } = createStores(db);
  const claimed = await jobs.claim(relayQueue(endpoint), { now, leaseMs: 10, limit: 100 });
  const rows = await deliveries.loadPending(claimed.map(({ key }) => key));
  return { claimed, rows: [...rows.values()] };
}

onBothEngines('deliveries', (db) => {
  test('stores an event once and counts its finished attempts', async () => {
    const { deliveries } = createStores(db());
    assert.equal(await deliveries.add(event('e'), ['default'], 1), 'stored');
    assert.equal(await deliveries.add(event('e'), ['default'], 1), 'known');
    const { rows } = await claim(db(), 'default', 1);
    const [pending] = rows;
    assert.ok(pending);
    assert.equal(pending.sends, 0);
    await deliveries.conclude(pending, 'pending', '503', 2);
    assert.equal((await deliveries.find('e'))?.attempt, 1);
    await deliveries.conclude(pending, 'dead', '410', 61);
    assert.deepEqual((await deliveries.loadPending(['e'])).size, 0, 'a dead one is not sent');
    assert.equal((await deliveries.find('e'))?.ended_at, 61);
  });

  test('sends an event again that is replayed while it is sent', async () => {
    const { deliveries, jobs } = createStores(db());
    await deliveries.add(event('again'), ['replays'], 1);
    const { rows, claimed } = await claim(db(), 'replays', 1);
    const [pending] = rows;
    const [job] = claimed;
    assert.ok(pending && job);
    const found = await deliveries.find(pending.id);
    assert.ok(found);
    await deliveries.replay(found, 'pending', 5);
    await deliveries.conclude(pending, 'delivered', '200', 6);
    await jobs.end(relayQueue('replays'), [{ job, next: undefined }]);
    const again = await claim(db(), 'replays', 7);
    assert.deepEqual(
      again.rows.map(({ id, sends }) => [id, sends]),
      [['again_replays', 0]],
    );
  });

  test('keeps the pause of an event that is received again while it is retried', async () => {
    const { deliveries, jobs } = createStores(db());
    await deliveries.add(event('paused'), ['slow'], 1);
    const [job] = (await claim(db(), 'slow', 1)).claimed;
    assert.ok(job);
    await jobs.end(relayQueue('slow'), [{ job, next: { dueAt: 900 } }]);
    await deliveries.add(event('paused'), ['slow'], 2);
    assert.equal((await deliveries.find('paused_slow'))?.next_at, 900);
  });
});

onBothEngines('held_events', (db) => {
  test('releases held events to each subscribed endpoint once, however often the release starts', async () => {
    const { deliveries, endpoints } = createStores(db());
    const states = async () =>
      (await deliveries.list(undefined, 100))
        .filter(({ id }) => /^(both|crm-only)/.test(id))
        .map(({ id, endpoint, state }) => `${id} ${endpoint} ${state}`)
        .sort();
    assert.equal(await deliveries.add(event('both'), [], 1), 'stored');
    assert.equal(
      await deliveries.add(event('crm-only', 'precandidate.submitted'), [], 1),
      'stored',
    );
    const subscriptions = [
      { endpoint: 'default', types: ['person.completed'] },
      { endpoint: 'crm', types: ['person.completed', 'precandidate.submitted'] },
    ] as const;
    await endpoints.releaseHeld([], 5);
    assert.deepEqual(await states(), ['both default held', 'crm-only default held']);
    await endpoints.releaseHeld([subscriptions[0]], 5);
    assert.deepEqual(await states(), ['both default pending', 'crm-only default held']);
    const both = await deliveries.find('both');
    assert.ok(both);
    await deliveries.replay(both, 'held', 5);
    // As after a crash in between: the copies exist, and their originals are still held.
    await endpoints.releaseHeld(subscriptions, 6);
    await deliveries.add(event('crm-only', 'precandidate.submitted'), [], 1);
    await endpoints.releaseHeld(subscriptions, 7);
    assert.deepEqual(await states(), [
      'both default pending',
      'both_crm crm pending',
      'crm-only_crm crm pending',
    ]);
    await deliveries.scheduleMissing(8);
    const { rows } = await claim(db(), 'crm', 10);
    const [copy] = rows;
    assert.ok(copy);
    assert.equal(await deliveries.bodyOf(copy.id), `{"of":"${copy.id.replace('_crm', '')}"}`);
  });

  test('keeps an event that another process holds during a release', async () => {
    const { deliveries } = createStores(db());
    const hold = (id: string) => deliveries.add(event(id), [], 1);
    /** Holds an event before held ones are released. */
    const busy: Database = {
      ...db(),
      async batch(statements) {
        await hold('late');
        return db().batch(statements);
      },
    };
    await hold('early');
    const subscriptions = (['default', 'north', 'hr'] as const).map((endpoint) => ({
      endpoint,
      types: ['person.completed'] as const,
    }));
    await createEndpointStore(busy).releaseHeld(subscriptions, 5);
    const held = await deliveries.list('held', 100);
    assert.deepEqual(held.map(({ id }) => id).sort(), ['late']);
    await createEndpointStore(db()).releaseHeld(subscriptions, 6);
    await deliveries.scheduleMissing(7);
    for (const { endpoint } of subscriptions) {
      const { rows } = await claim(db(), endpoint, 10);
      const bodies = await Promise.all(rows.map(({ id }) => deliveries.bodyOf(id)));
      assert.equal(new Set(bodies.filter((body) => /early|late/.test(body))).size, 2, endpoint);
    }
  });
});

onBothEngines('given_up', (db) => {
  test('gives up an event that no endpoint accepts; it can be replayed until it is deleted', async () => {
    const { deliveries } = createStores(db());
    const then = Date.now() - 21 * DAY_MS;
    await deliveries.add(event('held'), [], then);
    await deliveries.add(event('pending'), ['default'], then);
    await deliveries.add(event('fresh'), ['default'], then + 2 * DAY_MS);
    const { warnings } = await runHousekeeping(db());
    assert.match(warnings.join(), /events were given up: undelivered for GIVE_UP_DAYS/);
    const states = async () =>
      Promise.all(
        ['held', 'pending', 'fresh'].map(async (id) => {
          const found = await deliveries.find(id);
          return found && `${found.state} ${found.last_outcome}`;
        }),
      );
    assert.deepEqual(await states(), ['dead expired', 'dead expired', 'pending null']);

    const held = await deliveries.find('held');
    assert.ok(held);
    await deliveries.replay(held, 'held', Date.now());
    assert.deepEqual((await runHousekeeping(db())).warnings, [], 'a replay starts over');
    assert.equal((await deliveries.find('held'))?.state, 'held');

    const { warnings: deleted } = await runHousekeeping(db(), { KEEP_EVENTS_DAYS: -1 });
    assert.match(deleted.join(), /dead events were deleted after KEEP_EVENTS_DAYS/);
    assert.deepEqual(await states(), ['held expired', undefined, 'pending null']);
  });

  test('deletes an event that no endpoint subscribed to for as long, without a warning', async () => {
    const { deliveries } = createStores(db());
    await deliveries.add(event('unwanted'), [], Date.now() - 21 * DAY_MS);
    await deliveries.add(event('recent'), [], Date.now() - DAY_MS);
    const url = 'http://127.0.0.1:1';
    const crm = { name: 'crm', url, secrets: [SECRET], events: [] };
    assert.deepEqual((await runHousekeeping(db(), { RELAY_ENDPOINTS: [crm] })).warnings, []);
    assert.equal(await deliveries.find('unwanted'), undefined);
    assert.equal((await deliveries.find('recent'))?.state, 'held');
  });

  test('does not give up an event that is being sent', async () => {
    const { deliveries } = createStores(db());
    const [then, now] = [Date.now() - 21 * DAY_MS, Date.now()];
    await deliveries.add(event('under-way'), ['busy'], then);
    const [pending] = (await claim(db(), 'busy', now)).rows;
    assert.ok(pending);
    await runHousekeeping(db());
    await deliveries.conclude(pending, 'delivered', '200', now);
    assert.equal((await deliveries.find(pending.id))?.state, 'delivered');
  });
});
