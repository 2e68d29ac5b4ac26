import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDeliveryStore } from '../src/relay/delivery-store.ts';
import { onBothEngines } from './on-both-engines.ts';

onBothEngines('claims', (db) => {
  test('an event that a killed process had claimed is released, and counts no attempt', async () => {
    const deliveries = createDeliveryStore(db());
    const add = (id: string) =>
      deliveries.add({ id, type: 'person.completed', body: '{}' }, ['killed'], 1);
    await add('waits');
    const [waits] = await deliveries.claimDue('killed', 1, 50, 10);
    assert.ok(waits);
    await deliveries.conclude(waits, 'pending', '503', 9_000, 2);
    await add('claimed');
    for (let crash = 0; crash < 20; crash += 1) {
      assert.equal((await deliveries.claimDue('killed', 100, 5_000, 10)).length, 1);
      await deliveries.release(100);
    }
    const due = await deliveries.claimDue('killed', 100, 5_000, 10);
    assert.deepEqual(
      due.map(({ id, attempt }) => [id, attempt]),
      [['claimed_killed', 0]],
    );
  });
});
