import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AcquireOptions, RequestBudget } from '../src/upstream/request-budget.ts';

const BUSY = { problemName: 'service-busy' };
const POLL = { caller: 'poll', maxWaitMs: 0 } as const;
const BACK_END = { caller: 'backEnd', maxWaitMs: 60_000 } as const;
const CANDIDATE = { maxWaitMs: 60_000 };

/** A budget whose first second's worth is used up. */
async function usedUp(perSecond: number): Promise<RequestBudget> {
  const budget = new RequestBudget(perSecond);
  await Promise.all(Array.from({ length: perSecond }, () => budget.acquire(CANDIDATE)));
  return budget;
}

for (const perSecond of [10, 700])
  test(`admits a second’s worth at once: ${perSecond} calls`, async () => {
    const budget = new RequestBudget(perSecond);
    const began = performance.now();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 3 * perSecond }, () => budget.acquire({ maxWaitMs: 0 })),
    );
    const ms = performance.now() - began;
    const made = outcomes.filter(({ status }) => status === 'fulfilled').length;
    const most = perSecond * (1 + ms / 1_000) + 1;
    assert.ok(made >= perSecond && made <= most, `${made} in ${ms} ms`);
  });

test('candidates and polls go before a large job of the back end', async (t) => {
  const budget = await usedUp(50);
  const now = performance.now();
  // On a slow machine, the first polls would be made before the last call is queued.
  const clock = t.mock.method(performance, 'now', () => now);
  const order: string[] = [];
  const queue = (name: string, count: number, options: AcquireOptions) =>
    Array.from({ length: count }, (_, index) =>
      budget.acquire(options).then(() => order.push(`${name} ${index + 1}`)),
    );
  const calls = [
    ...queue('back end', 3, BACK_END),
    ...queue('poll', 3, POLL),
    ...queue('candidate', 2, CANDIDATE),
  ];
  clock.mock.restore();
  await Promise.all(calls);
  const expected = [
    ['poll 1', 'candidate 1', 'poll 2', 'candidate 2', 'poll 3'],
    ['back end 1', 'back end 2', 'back end 3'],
  ];
  assert.deepEqual(order, expected.flat());
});

test('a poll keeps its turn, however long it waits', async () => {
  const budget = await usedUp(10);
  budget.pause(300);
  assert.equal(budget.roomForPolls(), 10);
  const waiting = [1, 2, 3].map((n) => budget.acquire(POLL).then(() => n));
  assert.equal(budget.roomForPolls(), 7);
  assert.deepEqual(await Promise.all(waiting), [1, 2, 3]);
  assert.equal(budget.roomForPolls(), 10);
});

test('rejects candidates at once, and those that wait, while the service asks to wait longer', async () => {
  const budget = await usedUp(1);
  const waiting = assert.rejects(budget.acquire({ maxWaitMs: 5_000 }), BUSY);
  budget.pause(60_000);
  await waiting;
  const asksForAMinute = ({ headers }: { headers: Record<string, string> }) =>
    Number(headers['retry-after']) > 50 && Number(headers['retry-after']) <= 61;
  await assert.rejects(budget.acquire({ maxWaitMs: 5_000 }), asksForAMinute);
  budget.stop();
});

test('makes one call after a pause, and then the usual rate', async () => {
  const budget = new RequestBudget(10);
  // Not from the first call on: a busy machine may report that one late.
  const began = performance.now();
  budget.pause(50);
  await Promise.all([1, 2, 3].map(() => budget.acquire(CANDIDATE)));
  const took = performance.now() - began;
  assert.ok(took >= 245, `${took} ms`);
});

test('slows down by halves, to a sixteenth, and recovers', async (t) => {
  let now = 1_000;
  t.mock.method(performance, 'now', () => now);
  const budget = new RequestBudget(16);
  const perSecond = () => budget.roomForPolls();
  assert.equal(perSecond(), 16);
  budget.slowDown();
  assert.equal(perSecond(), 8);
  for (let times = 0; times < 9; times += 1) budget.slowDown();
  assert.equal(perSecond(), 1);
  assert.equal(budget.pausedMs(), 0, 'a call that was not preceded by another is made at once');
  now += 10_000;
  assert.equal(perSecond(), 4);
  now += 10_000;
  assert.equal(perSecond(), 16);
});

test('a step of the wall clock changes nothing', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2030-01-02T00:00:00Z') });
  const budget = await usedUp(20);
  t.mock.timers.setTime(Date.parse('2030-01-01T00:00:00Z'));
  assert.ok(budget.pausedMs() < 1_000);
  await budget.acquire({ maxWaitMs: 5_000 });
});

test('an abandoned call leaves the queue at once', async () => {
  const budget = new RequestBudget(1);
  await budget.acquire(CANDIDATE);
  const request = new AbortController();
  const { signal } = request;
  const abandoned = assert.rejects(budget.acquire({ ...CANDIDATE, signal }), BUSY);
  const next = budget.acquire(CANDIDATE);
  request.abort();
  await abandoned;
  await assert.rejects(budget.acquire({ ...CANDIDATE, signal }), BUSY);
  const began = performance.now();
  await next;
  assert.ok(budget.pausedMs() <= 1_000, 'only one call was counted');
  assert.ok(performance.now() - began < 60_000);
});

test('a call that waits too long is rejected', async () => {
  const budget = new RequestBudget(1);
  await budget.acquire(CANDIDATE);
  await assert.rejects(budget.acquire({ maxWaitMs: 10 }), BUSY);
});
