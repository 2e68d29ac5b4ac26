import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '../src/db/database.ts';
import { createDeliveryStore } from '../src/relay/delivery-store.ts';
import { createEndpointStore } from '../src/relay/endpoint-store.ts';
import { onBothEngines } from './on-both-engines.ts';

const event = (id: string, type: 'person.completed' | 'precandidate.submitted') => ({
  id,
  type,
  body: `{"of":"${id}"}`,
});

onBothEngines('endpoints', (db) => {
  test('what was held goes to all who want it by now, once however often it is begun', async () => {
    const [deliveries, endpoints] = [createDeliveryStore(db()), createEndpointStore(db())];
    const standing = async () =>
      (await deliveries.list(undefined, 100))
        .map(({ id, endpoint, state }) => `${id} ${endpoint} ${state}`)
        .sort();
    assert.equal(await deliveries.add(event('both', 'person.completed'), [], 1), true);
    assert.equal(await deliveries.add(event('crm-only', 'precandidate.submitted'), [], 1), true);
    const wishes = [
      { endpoint: 'default', types: ['person.completed'] },
      { endpoint: 'crm', types: ['person.completed', 'precandidate.submitted'] },
    ] as const;
    await endpoints.release([], 5);
    assert.deepEqual(await standing(), ['both default held', 'crm-only default held']);
    await endpoints.release([wishes[0]], 5);
    assert.deepEqual(await standing(), ['both default pending', 'crm-only default held']);
    await deliveries.replay('both', 'held', 5);
    // As after a crash in between: the copies are there, and what they are of is still held.
    await endpoints.release(wishes, 6);
    await deliveries.add(event('crm-only', 'precandidate.submitted'), [], 1);
    await endpoints.release(wishes, 7);
    assert.deepEqual(await standing(), [
      'both default pending',
      'both_crm crm pending',
      'crm-only_crm crm pending',
    ]);
    const [copy] = await deliveries.claimDue('crm', 10, 20, 10);
    assert.equal(copy?.body, `{"of":"${copy?.id.replace('_crm', '')}"}`);
  });

  test('what another process holds back while it is released is kept for the next time', async () => {
    const deliveries = createDeliveryStore(db());
    const hold = (id: string) => deliveries.add(event(id, 'person.completed'), [], 1);
    /** Holds an event back before each statement that lets held ones go. */
    const busy: Database = {
      ...db(),
      async query(sql, ...params) {
        if (/^\s*(update|delete)/.test(sql)) await hold(`late-${sql.trim().slice(0, 6)}`);
        return db().query(sql, ...params);
      },
    };
    await hold('early');
    const wishes = (['default', 'crm', 'hr'] as const).map((endpoint) => ({
      endpoint,
      types: ['person.completed'] as const,
    }));
    await createEndpointStore(busy).release(wishes, 5);
    const held = await deliveries.list('held', 100);
    assert.deepEqual(held.map(({ id }) => id).sort(), ['late-delete', 'late-update']);
    await createEndpointStore(db()).release(wishes, 6);
    for (const { endpoint } of wishes) {
      const due = await deliveries.claimDue(endpoint, 10, 20, 100);
      const bodies = due.map(({ body }) => body).filter((body) => /early|late/.test(body));
      assert.deepEqual(new Set(bodies).size, 3, endpoint);
    }
  });

  test('a disabled endpoint has nothing due until it is enabled', async () => {
    const [deliveries, endpoints] = [createDeliveryStore(db()), createEndpointStore(db())];
    await deliveries.add(event('waits', 'person.completed'), ['shop'], 1);
    await endpoints.disable('shop', 2);
    await endpoints.disable('shop', 3);
    assert.deepEqual(await endpoints.disabled(), ['shop']);
    assert.equal(await deliveries.nextDue('shop'), undefined);
    assert.deepEqual(await deliveries.claimDue('shop', 10, 20, 10), []);
    assert.ok((await deliveries.oldestOwed(1_001)) >= 1_000);
    await endpoints.enable('shop');
    assert.equal((await deliveries.claimDue('shop', 10, 20, 10)).length, 1);
  });
});
