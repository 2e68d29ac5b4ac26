import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDeliveryStore } from '../src/store/delivery-store.ts';
import { createEndpointStore } from '../src/store/endpoint-store.ts';
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
