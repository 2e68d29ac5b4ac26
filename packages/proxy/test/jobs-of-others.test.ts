import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createJobWorker } from '../src/db/job-worker.ts';
import { Jobs } from '../src/db/jobs.ts';
import { wallClock } from '../src/shared/clock.ts';
import { onBothEngines } from './on-both-engines.ts';

onBothEngines((db) => {
  const newQueue = () => ({ jobs: new Jobs(db(), wallClock), queue: crypto.randomUUID() });

  /** Another process on this database, which waits until it is told of a due time; with SQLite there is none. */
  async function otherProcess(queue: string) {
    const jobs = new Jobs(db(), wallClock);
    const told = new Map<number, PromiseWithResolvers<void>>();
    const of = (dueAt: number) => {
      const one = told.get(dueAt) ?? Promise.withResolvers<void>();
      told.set(dueAt, one);
      return one;
    };
    jobs.onScheduled(queue, (dueAt) => of(dueAt).resolve());
    await jobs.start();
    return { hears: async (dueAt: number) => db().engine === 'sqlite' || of(dueAt).promise };
  }

  test('wakes other processes for a job that it leaves to them', async () => {
    const { jobs, queue } = newQueue();
    const other = await otherProcess(queue);
    await jobs.schedule(queue, ['a'], 100);
    await other.hears(100);
    const [job] = await jobs.claim(queue, { now: 100, leaseMs: 100, limit: 1 });
    assert.ok(job);
    await jobs.end(queue, [{ job, next: { dueAt: 5_000, isForOthers: true } }]);
    await other.hears(5_000);
  });

  test('a process that stops tells the others when its jobs are due', async () => {
    const { jobs, queue } = newQueue();
    const dueAt = Date.now() + 60_000;
    const other = await otherProcess(queue);
    const { promise: ran, resolve } = Promise.withResolvers<void>();
    const worker = createJobWorker<true>(jobs, {
      queue,
      concurrency: 1,
      leaseMs: 30_000,
      load: async (keys) => new Map(keys.map((key) => [key, true])),
      run: async () => (resolve(), { dueAt }),
      onError: assert.ifError,
    });
    await jobs.schedule(queue, ['a'], 100);
    await worker.start();
    await ran;
    await worker.stop();
    await other.hears(dueAt);
  });
});
