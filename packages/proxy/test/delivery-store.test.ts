import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RelayEventType } from 'precandidate-contract';
import type { Database } from '../src/db/database.ts';
import { relayQueue } from '../src/relay/delivery-store.ts';
import type { OutgoingEvent } from '../src/relay/event-sender.ts';
import { createOutbox } from '../src/relay/outbox.ts';
import { createStores } from './stores.ts';
import { DAY_MS, runHousekeeping } from './run-housekeeping.ts';
import { onBothEngines } from './on-both-engines.ts';
import { until } from './until.ts';

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
    assert.equal((await deliveries.find('e'))?.sends, 1);
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
  /** An outbox whose endpoints accept every event. `sent`: what they received. */
  function createAcceptingOutbox(subscriptions: Record<string, readonly RelayEventType[]>) {
    const sent: string[] = [];
    const senders = Object.entries(subscriptions).map(([endpoint, types]) => ({
      endpoint,
      types,
      send: async ({ id, body }: OutgoingEvent) => {
        sent.push(`${endpoint} ${id} ${body}`);
        return { kind: 'delivered', outcome: '200', retryAfterMs: 0 } as const;
      },
      close: async () => {},
    }));
    const onError = (error: unknown) => assert.fail(error as Error);
    return { sent, outbox: createOutbox({ ...createStores(db()), senders, onError }) };
  }

  test('a start sends held events to every endpoint that subscribes to them by now, once', async () => {
    const { deliveries } = createStores(db());
    const states = async () =>
      (await deliveries.list(undefined, 100)).map(({ id, state }) => `${id} ${state}`).sort();
    assert.equal(await deliveries.add(event('all'), [], 1), 'stored');
    await deliveries.add(event('one', 'precandidate.submitted'), [], 1);
    const first = createAcceptingOutbox({ default: ['person.completed'] });
    await first.outbox.start();
    await until(async () => first.sent.length === 1);
    await first.outbox.stop();
    assert.deepEqual(await states(), ['all delivered', 'one held']);

    const types = ['person.completed', 'precandidate.submitted'] as const;
    const { sent, outbox } = createAcceptingOutbox({ default: types, crm: types });
    await outbox.start();
    await until(async () => sent.length === 2);
    await outbox.stop();
    assert.deepEqual(sent.sort(), ['crm one_crm {"of":"one"}', 'default one {"of":"one"}']);
    assert.deepEqual(await states(), ['all delivered', 'one delivered', 'one_crm delivered']);
  });

  test('an event that two processes release is sent once to each endpoint', async () => {
    const { deliveries } = createStores(db());
    await deliveries.add(event('shared'), [], 1);
    const endpoints = ['default', 'north'];
    await Promise.all([1, 2].map(() => deliveries.releaseHeld(() => endpoints, 5)));
    const released = await deliveries.list('pending', 10);
    assert.deepEqual(
      released.map(({ created_at }) => created_at),
      [1, 1],
    );
    await deliveries.scheduleMissing(6);
    for (const endpoint of endpoints) {
      const { rows } = await claim(db(), endpoint, 10);
      assert.equal(rows.length, 1, endpoint);
      for (const pending of rows) await deliveries.conclude(pending, 'delivered', '200', 11);
    }
    await deliveries.releaseHeld(() => endpoints, 12);
    await deliveries.scheduleMissing(13);
    assert.equal((await deliveries.find('shared'))?.state, 'delivered');
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
