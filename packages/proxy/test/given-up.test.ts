import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStores } from '../src/stores.ts';
import { DAY_MS, keepHouse } from './keep-house.ts';
import { onBothEngines } from './on-both-engines.ts';

const event = (id: string) => ({ id, type: 'person.completed', body: '{}' }) as const;

onBothEngines('given_up', (db) => {
  test('an event that nobody takes is given up and said to be, can be replayed, and then goes', async () => {
    const { deliveries } = createStores(db());
    const then = Date.now() - 21 * DAY_MS;
    await deliveries.add(event('held'), [], then);
    await deliveries.add(event('pending'), ['default'], then);
    await deliveries.add(event('fresh'), ['default'], then + 2 * DAY_MS);
    const told = await keepHouse(db());
    assert.deepEqual(told.warnings, ['2 events were given up: nobody took them in GIVE_UP_DAYS']);
    const states = async () =>
      Promise.all(
        ['held', 'pending', 'fresh'].map(async (id) => {
          const found = await deliveries.find(id);
          return found && `${found.state} ${found.last_outcome}`;
        }),
      );
    assert.deepEqual(await states(), ['dead expired', 'dead expired', 'pending null']);

    await deliveries.replay('held', 'held', Date.now());
    assert.deepEqual((await keepHouse(db())).warnings, [], 'a replay begins anew');
    assert.equal((await deliveries.find('held'))?.state, 'held');

    const { warnings, purged } = await keepHouse(db(), { events_ms: -1 });
    assert.deepEqual(warnings, ['1 dead events were deleted after KEEP_EVENTS_DAYS']);
    assert.equal(purged.get('dead events'), 1);
    assert.deepEqual(await states(), ['held expired', undefined, 'pending null']);
  });

  test('an event that is just being sent is not given up under its sender', async () => {
    const { deliveries } = createStores(db());
    const [then, now] = [Date.now() - 21 * DAY_MS, Date.now()];
    await deliveries.add(event('under-way'), ['slow'], then);
    const [claimed] = await deliveries.claimDue('slow', now, now + 60_000, 1);
    assert.ok(claimed);
    await keepHouse(db());
    await deliveries.conclude(claimed, 'delivered', '200', null, now);
    assert.equal((await deliveries.find(claimed.id))?.state, 'delivered');
  });
});
