import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDeliveryStore } from '../src/relay/delivery-store.ts';
import { createGateStore } from '../src/upstream/gate-store.ts';
import { createPersonStore } from '../src/persons/person-store.ts';
import { createWatchStore } from '../src/status/watch-store.ts';
import { onBothEngines } from './on-both-engines.ts';

onBothEngines('queues', (db) => {
  test('due work is claimed by one of many, and by another after the lease', async () => {
    const watches = createWatchStore(db());
    for (let i = 0; i < 20; i += 1) await watches.watch(`lease-${i}`, 100, 1e12);
    const claims = await Promise.all([1, 2, 3].map(() => watches.claimDue(200, 300, 50)));
    const ids = claims.flat().map(({ person_id }) => person_id);
    assert.equal(ids.length, 20);
    assert.equal(new Set(ids).size, 20);
    assert.deepEqual(await watches.claimDue(250, 400, 50), []);
    assert.equal((await watches.claimDue(301, 400, 50)).length, 20);
  });

  test('a wish for a sooner look outlives the look that is under way', async () => {
    const watches = createWatchStore(db());
    await watches.watch('hasty', 100, 1e12);
    const [claimed] = await watches.claimDue(100, 300, 50);
    assert.ok(claimed);
    await watches.hasten('hasty');
    await watches.reschedule([{ claimed, step: 3, next_at: 9_000 }]);
    const due = await watches.claimDue(200, 400, 50);
    assert.deepEqual(
      due.map(({ person_id, step }) => [person_id, step]),
      [['hasty', 0]],
    );
    await watches.reschedule(due.map((one) => ({ claimed: one, step: 1, next_at: null })));
    const later = await watches.claimDue(1e11, 1e12, 50);
    assert.ok(!later.some(({ person_id }) => person_id === 'hasty'), 'null: never again');
  });

  test('who may have news is looked at before all who are long overdue', async () => {
    const watches = createWatchStore(db());
    for (let i = 0; i < 5; i += 1) await watches.watch(`overdue-${i}`, 1_000 + i, 1e12);
    await watches.watch('urgent', 9_000, 1e12);
    await watches.hasten('urgent');
    const [first] = await watches.claimDue(5_000, 6_000, 1);
    assert.equal(first?.person_id, 'urgent');
  });

  test('a webhook that overtakes the answer to a creation leaves nothing to look for', async () => {
    const persons = createPersonStore(db());
    await persons.heard('fast', 100);
    assert.equal(await persons.countryOf('fast'), undefined);
    await persons.remember('fast', 'PE', 110, 200);
    await persons.remember('slow', 'PE', 110, 200);
    await persons.remember('slow', 'CL', 120, 300);
    const due = await persons.claimDue(1_000, 2_000, 50);
    assert.deepEqual(
      due.map(({ person_id }) => person_id),
      ['slow'],
    );
    assert.deepEqual(
      [await persons.countryOf('fast'), await persons.countryOf('slow')],
      ['PE', 'PE'],
    );
  });

  test('an event is kept once, and its attempts are counted', async () => {
    const deliveries = createDeliveryStore(db());
    const event = { id: 'e', type: 'person.completed', body: '{}' } as const;
    assert.equal(await deliveries.add(event, ['default'], 1), true);
    assert.equal(await deliveries.add(event, ['default'], 1), false);
    const [claimed] = await deliveries.claimDue('default', 1, 50, 10);
    assert.ok(claimed);
    assert.equal(claimed.attempt, 0);
    await deliveries.conclude(claimed, 'pending', '503', 60, 2);
    assert.equal((await deliveries.find('e'))?.attempt, 1);
    assert.equal(await deliveries.nextDue('default'), 60);
    const [again] = await deliveries.claimDue('default', 60, 90, 10);
    await deliveries.conclude(claimed, 'delivered', '200', null, 61);
    assert.equal((await deliveries.find('e'))?.state, 'pending', 'its claim ran out');
    assert.ok(again);
    await deliveries.conclude(again, 'dead', '410', null, 61);
    assert.equal((await deliveries.find('e'))?.state, 'dead');
    assert.equal((await deliveries.replay('e', 'pending', 70))?.state, 'pending');
    assert.equal(await deliveries.replay('none', 'pending', 70), undefined);
  });

  test('the gate lets a second’s worth through at once, then one by one', async () => {
    const gates = createGateStore(db());
    const pass = (now: number) => gates.pass('g', now, 100, 1_000);
    const now = 1_000_000;
    const burst = [];
    for (let i = 0; i < 12; i += 1) burst.push((await pass(now)).passed);
    assert.equal(burst.filter(Boolean).length, 10);
    assert.equal((await pass(now + 99)).passed, false);
    assert.equal((await pass(now + 100)).passed, true);
    await gates.close('g', now + 60_000);
    assert.equal((await pass(now + 10_000)).passed, false);
    assert.deepEqual([await gates.fail('g'), await gates.fail('g')], [1, 2]);
    await gates.succeed('g');
    assert.equal(await gates.fail('g'), 1);
  });
});
