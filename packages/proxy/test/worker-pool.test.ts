import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type TaskError, WorkerPool } from '../src/workers/worker-pool.ts';

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
