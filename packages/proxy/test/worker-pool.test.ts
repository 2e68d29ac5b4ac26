import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { MAX_WAITING_OF_KEY, type TaskError, WorkerPool } from '../src/workers/worker-pool.ts';

const pool = new WorkerPool<{ waitMs: number; workMs: number }, string>({
  module: new URL('./waiting-task', import.meta.url),
  deadlineMs: 500,
  maxThreads: 1,
  maxWaiting: 10,
});
after(() => pool.close());

const isLate = ({ failure }: TaskError) => failure === 'late';

test('a deadline counts work: a task that only waits for the processor is not late', async () => {
  assert.equal(await pool.run({ waitMs: 1_200, workMs: 10 }), 'done');
});

test('a task that works for longer than the deadline is late', async () => {
  await assert.rejects(pool.run({ waitMs: 0, workMs: 60_000 }), isLate);
});

test('a task that never works is late at last', async () => {
  await assert.rejects(pool.run({ waitMs: 600_000, workMs: 0 }), isLate);
});

test('a thread that never becomes ready fails its task, and the next task gets another thread', async (t) => {
  const stuck = new WorkerPool<null, string>({
    module: new URL('./endless-start', import.meta.url),
    deadlineMs: 500,
    maxThreads: 1,
    maxWaiting: 10,
  });
  t.after(() => stuck.close());
  for (const task of ['first', 'second']) {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const result = stuck.run(null, task);
    t.mock.timers.tick(30_000);
    t.mock.timers.reset();
    await assert.rejects(result, ({ failure }: TaskError) => failure === 'busy');
  }
});

test('the tasks of one sender wait in a bounded number, and take no place of others', async (t) => {
  const small = new WorkerPool<{ waitMs: number; workMs: number }, string>({
    module: new URL('./waiting-task', import.meta.url),
    deadlineMs: 10_000,
    maxThreads: 1,
    maxWaiting: 30,
  });
  t.after(() => small.close());
  const task = { waitMs: 1, workMs: 1 };
  const own = Array.from({ length: 25 }, () =>
    small.run(task, 'one sender').catch(({ failure }: TaskError) => failure),
  );
  const others = Array.from({ length: 5 }, (_, index) => small.run(task, `sender ${index}`));
  assert.deepEqual(
    await Promise.all(others),
    others.map(() => 'done'),
  );
  const outcomes = await Promise.all(own);
  assert.deepEqual(
    outcomes.map((outcome) => outcome === 'done'),
    outcomes.map((_, index) => index <= MAX_WAITING_OF_KEY),
    'one runs, the others wait',
  );
});
