import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { createJobWorker, type JobWorkerOptions } from '../src/db/job-worker.ts';
import { backoff, Jobs, scheduleJobs } from '../src/db/jobs.ts';
import { wallClock } from '../src/shared/clock.ts';
import type { Database } from '../src/db/database.ts';
import { onBothEngines } from './on-both-engines.ts';

const claimAt = (now: number, limit = 50) => ({ now, leaseMs: 100, limit });
const keysOf = (jobs: readonly { key: string }[]) => jobs.map(({ key }) => key).sort();
const namesOf = (count: number) => Array.from({ length: count }, (_, index) => `k${index}`);

/** The jobs of a queue of its own. */
function queueOf(db: Database) {
  const jobs = new Jobs(db, wallClock);
  const queue = crypto.randomUUID();
  return { jobs, queue };
}

onBothEngines((db) => {
  test('lets one process claim a due job, and another one after the lease', async () => {
    const { jobs, queue } = queueOf(db());
    await jobs.schedule(queue, namesOf(20), 100);
    const claims = await Promise.all([1, 2, 3].map(() => jobs.claim(queue, claimAt(200))));
    assert.deepEqual(keysOf(claims.flat()), namesOf(20).sort());
    assert.deepEqual(await jobs.claim(queue, claimAt(250)), []);
    assert.equal((await jobs.claim(queue, claimAt(301))).length, 20);
  });

  test('a process whose lease ended neither ends nor renews the job', async () => {
    const { jobs, queue } = queueOf(db());
    await jobs.schedule(queue, ['a'], 100);
    const [here] = await jobs.claim(queue, claimAt(100));
    const [there] = await jobs.claim(queue, claimAt(200));
    assert.ok(here && there);
    await jobs.renew(queue, [here], 9_000);
    await jobs.end(queue, [{ job: here, next: undefined }]);
    assert.equal(await jobs.nextDue(queue), 300);
    await jobs.renew(queue, [there], 400);
    assert.equal(await jobs.nextDue(queue), 400);
    await jobs.end(queue, [{ job: there, next: undefined }]);
    assert.equal(await jobs.nextDue(queue), undefined);
    assert.equal(await jobs.count(queue), 0);
  });

  test('a rescheduled job counts its runs, and schedule can restart the count', async () => {
    const { jobs, queue } = queueOf(db());
    await jobs.schedule(queue, ['a'], 100);
    const [first] = await jobs.claim(queue, claimAt(100));
    assert.ok(first);
    await jobs.end(queue, [{ job: first, next: { dueAt: 150.5 } }]);
    const [second] = await jobs.claim(queue, claimAt(151));
    assert.equal(second?.runs, 1);
    await jobs.schedule(queue, ['a'], 0, { restart: true });
    await jobs.end(queue, [{ job: second, next: { dueAt: 9_000 } }]);
    const [third] = await jobs.claim(queue, claimAt(200));
    assert.equal(third?.runs, 0);
  });

  test('a job that is scheduled while it runs runs again, however it ends', async () => {
    const { jobs, queue } = queueOf(db());
    await jobs.schedule(queue, ['done', 'later'], 100);
    const claimed = await jobs.claim(queue, claimAt(100));
    await jobs.schedule(queue, ['done', 'later'], 120);
    assert.deepEqual(await jobs.claim(queue, claimAt(150)), [], 'not while it runs');
    await jobs.end(
      queue,
      claimed.map((job) => ({ job, next: job.key === 'done' ? undefined : { dueAt: 9_000 } })),
    );
    assert.deepEqual(keysOf(await jobs.claim(queue, claimAt(150))), ['done', 'later']);
  });

  test('schedule moves a job to an earlier time only', async () => {
    const { jobs, queue } = queueOf(db());
    await jobs.schedule(queue, ['a'], 500);
    await jobs.schedule(queue, ['a', 'a'], 900);
    assert.equal(await jobs.nextDue(queue), 500);
    await jobs.schedule(queue, ['a'], 200, { isLossy: true });
    assert.equal(await jobs.nextDue(queue), 200);
  });

  test('never claims more than the limit, also with several processes at once', async () => {
    const { jobs, queue } = queueOf(db());
    const keys = namesOf(300);
    await jobs.schedule(queue, keys, 100);
    const seen: string[] = [];
    while (seen.length < keys.length) {
      const claims = await Promise.all([1, 2, 3, 4].map(() => jobs.claim(queue, claimAt(200, 7))));
      for (const claimed of claims) assert.ok(claimed.length <= 7);
      seen.push(...keysOf(claims.flat()));
    }
    assert.deepEqual(seen.toSorted(), keys.toSorted());
  });

  test('thousands of jobs are claimed and rescheduled in a few statements', async () => {
    const { jobs, queue } = queueOf(db());
    await jobs.schedule(queue, namesOf(1_200), 100);
    const claimed = await jobs.claim(queue, claimAt(100, 5_000));
    assert.equal(claimed.length, 1_200);
    await jobs.end(
      queue,
      claimed.map((job, index) => ({ job, next: { dueAt: 1_000 + index } })),
    );
    assert.equal(await jobs.nextDue(queue), 1_000);
    assert.equal((await jobs.claim(queue, claimAt(1_499, 5_000))).length, 500);
  });

  test('a batch writes all of its statements or none', async () => {
    const { jobs, queue } = queueOf(db());
    const [, rows] = await db().batch([
      scheduleJobs(queue, ['a'], 1),
      { sql: 'select key from jobs where queue = $1', params: [queue] },
    ]);
    assert.deepEqual(keysOf(rows as { key: string }[]), ['a']);
    const broken = { sql: 'insert into jobs(queue) values ($1)', params: [queue] };
    await assert.rejects(db().batch([scheduleJobs(queue, ['b'], 1), broken]));
    assert.equal(await jobs.count(queue), 1);
    await jobs.schedule(queue, ['c'], 1);
    assert.equal(await jobs.count(queue), 2, 'the connection still works');
  });
});

/** A worker of a queue of its own. It is stopped after the test. */
function createWorker(
  t: TestContext,
  db: Database,
  options: Partial<JobWorkerOptions<string>> = {},
) {
  const { jobs, queue } = queueOf(db);
  const worker = createJobWorker<string>(jobs, {
    queue,
    concurrency: 3,
    leaseMs: 10_000,
    load: async (keys) => new Map(keys.map((key) => [key, key])),
    run: async () => undefined,
    onError: (error) => assert.fail(String(error)),
    ...options,
  });
  t.after(() => worker.stop(10));
  return { jobs, queue: options.queue ?? queue, ...worker };
}

onBothEngines((db) => {
  test('a slow job delays no other, keeps its lease, and finishes before a stop', async (t) => {
    const finished: string[] = [];
    const slow = Promise.withResolvers<void>();
    const three = Promise.withResolvers<void>();
    const { jobs, queue, ...worker } = createWorker(t, db(), {
      concurrency: 2,
      run: async (row) => {
        if (row === 'slow') await slow.promise;
        finished.push(row);
        if (finished.length === 3) three.resolve();
        return undefined;
      },
    });
    await jobs.schedule(queue, ['slow'], 0);
    await worker.start();
    await jobs.schedule(queue, ['a', 'b', 'c'], 1);
    await three.promise;
    assert.deepEqual(await jobs.claim(queue, claimAt(Date.now())), [], 'its lease is held');
    const stopped = worker.stop();
    slow.resolve();
    await stopped;
    assert.deepEqual(finished, ['a', 'b', 'c', 'slow']);
    assert.equal(await jobs.count(queue), 0);
  });

  test('stops in bounded time: a job that takes too long runs again elsewhere', async (t) => {
    const started = Promise.withResolvers<void>();
    const run = async () => {
      started.resolve();
      return new Promise<undefined>(() => undefined);
    };
    const here = createWorker(t, db(), { leaseMs: 300, run });
    await here.jobs.schedule(here.queue, ['a'], 0);
    await here.start();
    await started.promise;
    await here.stop(10);
    const again = Promise.withResolvers<string>();
    const there = createWorker(t, db(), {
      queue: here.queue,
      leaseMs: 300,
      run: async (row) => {
        again.resolve(row);
        return undefined;
      },
    });
    await there.start();
    assert.equal(await again.promise, 'a');
  });

  test('a job that throws runs again after a pause; those without a row end, and take no slot', async (t) => {
    const failed = Promise.withResolvers<unknown>();
    const { jobs, queue, ...worker } = createWorker(t, db(), {
      concurrency: 2,
      load: async (keys) => new Map(keys.filter((key) => key === 'z').map((key) => [key, key])),
      run: () => Promise.reject(new Error('broken')),
      onError: failed.resolve,
    });
    const startedAt = Date.now();
    await jobs.schedule(queue, ['a', 'b', 'c', 'd', 'e'], 0);
    await jobs.schedule(queue, ['z'], 1);
    await worker.start();
    assert.match(String(await failed.promise), /broken/);
    await worker.stop();
    assert.equal(await jobs.count(queue), 1);
    assert.ok(((await jobs.nextDue(queue)) ?? 0) > startedAt + 1_000);
  });
});

onBothEngines((db) => {
  test('a job whose row cannot be loaded does not wait for the end of its lease', async (t) => {
    const errors: unknown[] = [];
    const ran = Promise.withResolvers<number>();
    const { jobs, queue, ...worker } = createWorker(t, db(), {
      // Longer than the test may take.
      leaseMs: 60 * 60_000,
      load: async (keys) => {
        if (errors.length === 0) throw new Error('no connection');
        return new Map(keys.map((key) => [key, key]));
      },
      run: async (_row, { runs }) => {
        ran.resolve(runs);
        return undefined;
      },
      onError: (error) => void errors.push(error),
    });
    await jobs.schedule(queue, ['a'], 0);
    await worker.start();
    assert.equal(await ran.promise, 0, 'it counts no run');
    assert.equal(errors.length, 1);
  });

  test('claims no more jobs than there is room for', async (t) => {
    let room = 0;
    const asked = Promise.withResolvers<void>();
    const ran: string[] = [];
    const all = Promise.withResolvers<void>();
    const { jobs, queue, ...worker } = createWorker(t, db(), {
      room: () => {
        asked.resolve();
        return room;
      },
      run: async (key) => {
        assert.ok(room > 0);
        if (ran.push(key) === 3) all.resolve();
        return undefined;
      },
    });
    await jobs.schedule(queue, ['a', 'b', 'c'], 0);
    await worker.start();
    await asked.promise;
    room = 1;
    await all.promise;
    assert.deepEqual(ran.toSorted(), ['a', 'b', 'c']);
  });
});

test('pauses grow up to the longest, are whole milliseconds, and vary', () => {
  const options = { firstMs: 1_000, longestMs: 8_001, factor: 2 };
  for (const [earlier, base] of [
    [0, 1_000],
    [1, 2_000],
    [2, 4_000],
    [3, 8_000],
    [50, 8_001],
  ] as const) {
    const pause = backoff(earlier, options);
    assert.ok(Number.isInteger(pause));
    assert.ok(Math.abs(pause - base) <= base * 0.15 + 1);
  }
  const many = new Set(Array.from({ length: 50 }, () => backoff(3, options)));
  assert.ok(many.size > 10);
});
