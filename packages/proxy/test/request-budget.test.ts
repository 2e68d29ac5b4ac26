import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBudgetStore, createRequestBudget } from '../src/upstream/request-budget.ts';
import { onBothEngines } from './on-both-engines.ts';

const onError = (error: unknown) => assert.fail(error as Error);
const BUSY = { problemName: 'service-busy' };
/** Of a look, and of a person. */
const [LOOK_MS, PERSON_MS] = [250, 5_000];

onBothEngines('gate', (db) => {
  /** A gate of its own row, and how often it asked for room. */
  async function openGate(per_second: number) {
    await db().query('delete from gates');
    const gates = createBudgetStore(db());
    let asked = 0;
    const counted = {
      ...gates,
      pass(...args: Parameters<typeof gates.pass>) {
        asked += 1;
        return gates.pass(...args);
      },
    };
    const gate = createRequestBudget(counted, per_second, onError);
    return { gate, gates, asked: () => asked };
  }

  test('admits a second’s worth of requests at once, then one by one', async () => {
    const gates = createBudgetStore(db());
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

  test('concurrent calls use one statement', async () => {
    const { gate, asked } = await openGate(100);
    await Promise.all(Array.from({ length: 100 }, () => gate.pass(LOOK_MS)));
    assert.equal(asked(), 1);
  });

  test('admits a second’s worth also when a call costs a fraction of a millisecond', async () => {
    const { gate, gates } = await openGate(700);
    const began = Date.now();
    const outcomes = await Promise.allSettled(Array.from({ length: 1_000 }, () => gate.pass(0)));
    const passed = outcomes.filter(({ status }) => status === 'fulfilled').length;
    const took = Date.now() - began;
    assert.ok(passed >= 699 && passed <= 701 + took * 0.7, `${passed} in ${took} ms`);
    const { busy_until = 0 } = (await gates.find('upstream')) ?? {};
    assert.ok(busy_until - began <= 1_000 + took);
  });

  test('candidates go before polls that came first', async () => {
    const { gate } = await openGate(20);
    await Promise.all(Array.from({ length: 20 }, () => gate.pass(LOOK_MS)));
    const order: string[] = [];
    const looks = Array.from({ length: 3 }, () =>
      gate.pass(LOOK_MS).then(() => order.push('look')),
    );
    const person = gate.pass(PERSON_MS).then(() => order.push('person'));
    await Promise.all([person, ...looks]);
    assert.deepEqual(order, ['person', 'look', 'look', 'look']);
  });

  test('rejects calls at once, without a statement, while it is closed for long', async () => {
    const { gate, asked } = await openGate(20);
    await gate.pass(LOOK_MS);
    await gate.report('failed', 60_000);
    await assert.rejects(gate.pass(PERSON_MS), BUSY);
    const before = asked();
    await assert.rejects(gate.pass(PERSON_MS), (error: { headers: Record<string, string> }) => {
      assert.match(error.headers['retry-after'] ?? '', /^6[01]$/);
      return true;
    });
    assert.equal(asked(), before);
  });

  test('a success ends a series of failures that another process counted', async () => {
    const { gate, gates } = await openGate(20);
    await gate.pass(LOOK_MS);
    await gates.fail('upstream');
    await gate.pass(LOOK_MS);
    await gate.report('ok', 0);
    assert.equal((await gates.find('upstream'))?.failures, 0);
  });
});
