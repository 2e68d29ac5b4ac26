import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  backoff,
  Jobs,
  createJobWorker,
  type JobWorkerOptions,
  scheduleJobs,
} from '../src/db/jobs.ts';
import { wallClock } from '../src/shared/clock.ts';
import type { Database } from '../src/db/database.ts';
import { onBothEngines } from './on-both-engines.ts';

const claimAt = (now: number, limit = 50) => ({ now, leaseMs: 100, limit });
const keysOf = (jobs: readonly { key: string }[]) => jobs.map(({ key }) => key).sort();

onBothEngines((db) => {
  test('lets one process claim a due job, and another one after the lease', async () => {
    const jobs = new Jobs(db(), wallClock);
    const keys = Array.from({ length: 20 }, (_, index) => `k${index}`);
    await jobs.schedule('lease', keys, 100);
    const claims = await Promise.all([1, 2, 3].map(() => jobs.claim('lease', claimAt(200))));
    assert.deepEqual(keysOf(claims.flat()), [...keys].sort());
    assert.deepEqual(await jobs.claim('lease', claimAt(250)), []);
    assert.equal((await jobs.claim('lease', claimAt(301))).length, 20);
  });

  test('a process whose lease ended neither ends nor renews the job', async () => {
    const jobs = new Jobs(db(), wallClock);
    await jobs.schedule('stale', ['a'], 100);
    const [here] = await jobs.claim('stale', claimAt(100));
    const [there] = await jobs.claim('stale', claimAt(200));
    assert.ok(here && there);
    await jobs.renew('stale', [here], 9_000);
    await jobs.end('stale', [{ job: here, next: undefined }]);
    assert.equal(await jobs.nextDue('stale'), 300);
    await jobs.renew('stale', [there], 400);
    assert.equal(await jobs.nextDue('stale'), 400);
    await jobs.end('stale', [{ job: there, next: undefined }]);
    assert.equal(await jobs.nextDue('stale'), undefined);
    assert.equal(await jobs.count('stale'), 0);
  });

  test('a rescheduled job counts its runs, and schedule can restart the count', async () => {
    const jobs = new Jobs(db(), wallClock);
    await jobs.schedule('runs', ['a'], 100);
    const [first] = await jobs.claim('runs', claimAt(100));
    assert.ok(first);
    await jobs.end('runs', [{ job: first, next: { dueAt: 150.5 } }]);
    const [second] = await jobs.claim('runs', claimAt(151));
    assert.ok(second);
    assert.equal(second.runs, 1);
    await jobs.schedule('runs', ['a'], 0, { restart: true });
    await jobs.end('runs', [{ job: second, next: { dueAt: 9_000 } }]);
    const [third] = await jobs.claim('runs', claimAt(200));
    assert.equal(third?.runs, 0);
  });

  test('a job that is scheduled while it runs runs again, however it ends', async () => {
    const jobs = new Jobs(db(), wallClock);
    await jobs.schedule('rerun', ['done', 'later'], 100);
    const claimed = await jobs.claim('rerun', claimAt(100));
    await jobs.schedule('rerun', ['done', 'later'], 120);
    assert.deepEqual(await jobs.claim('rerun', claimAt(150)), [], 'not while it runs');
    await jobs.end(
      'rerun',
      claimed.map((job) => ({ job, next: job.key === 'done' ? undefined : { dueAt: 9_000 } })),
    );
    assert.deepEqual(keysOf(await jobs.claim('rerun', claimAt(150))), ['done', 'later']);
  });

  test('schedule moves a job to an earlier time only', async () => {
    const jobs = new Jobs(db(), wallClock);
    await jobs.schedule('sooner', ['a'], 500);
    await jobs.schedule('sooner', ['a', 'a'], 900);
    assert.equal(await jobs.nextDue('sooner'), 500);
    await jobs.schedule('sooner', ['a'], 200, { isLossy: true });
    assert.equal(await jobs.nextDue('sooner'), 200);
  });

  test('never claims more than the limit, also with several processes at once', async () => {
    const jobs = new Jobs(db(), wallClock);
    const keys = Array.from({ length: 300 }, (_, index) => `k${index}`);
    await jobs.schedule('limit', keys, 100);
    const seen: string[] = [];
    while (seen.length < keys.length) {
      const claims = await Promise.all(
        [1, 2, 3, 4].map(() => jobs.claim('limit', claimAt(200, 7))),
      );
      for (const claimed of claims) assert.ok(claimed.length <= 7);
      seen.push(...keysOf(claims.flat()));
    }
    assert.deepEqual(seen.toSorted(), keys.toSorted());
  });
});

onBothEngines((db) => {
  test('thousands of jobs are claimed and rescheduled in a few statements', async () => {
    const jobs = new Jobs(db(), wallClock);
    const keys = Array.from({ length: 1_200 }, (_, index) => `k${index}`);
    await jobs.schedule('many', keys, 100);
    const claimed = await jobs.claim('many', claimAt(100, 5_000));
    assert.equal(claimed.length, 1_200);
    await jobs.end(
      'many',
      claimed.map((job, index) => ({ job, next: { dueAt: 1_000 + index } })),
    );
    assert.equal(await jobs.nextDue('many'), 1_000);
    assert.equal((await jobs.claim('many', claimAt(1_499, 5_000))).length, 500);
  });

  test('a batch writes all of its statements or none', async () => {
    const jobs = new Jobs(db(), wallClock);
    const [, rows] = await db().batch([
      scheduleJobs('batch', ['a'], 1),
      { sql: `select key from jobs where queue = 'batch'`, params: [] },
    ]);
    assert.deepEqual(
      rows?.map((row) => (row as { key: string }).key),
      ['a'],
    );
    const broken = { sql: 'insert into jobs(queue) values ($1)', params: ['batch'] };
    await assert.rejects(db().batch([scheduleJobs('batch', ['b'], 1), broken]));
    assert.equal(await jobs.count('batch'), 1);
    await jobs.schedule('batch', ['c'], 1);
    assert.equal(await jobs.count('batch'), 2, 'the connection still works');
  });

  test('rounds half a millisecond and rejects what is not a number', async () => {
    const jobs = new Jobs(db(), wallClock);
    await jobs.schedule('integers', ['a'], 100.5);
    assert.equal(await jobs.nextDue('integers'), 101);
    await assert.rejects(jobs.schedule('integers', ['b'], Number.NaN), RangeError);
  });
});

function createWorker(
  db: Database,
  options: Partial<JobWorkerOptions<string>> & { queue: string },
) {
  const jobs = new Jobs(db, wallClock);
  return {
    jobs,
    ...createJobWorker<string>(jobs, {
      concurrency: 3,
      leaseMs: 10_000,
      load: async (keys) => new Map(keys.map((key) => [key, key])),
      run: async () => undefined,
      onError: (error) => assert.fail(String(error)),
      ...options,
    }),
  };
}

onBothEngines((db) => {
  test('a slow job delays no other, keeps its lease, and finishes before a stop', async () => {
    const finished: string[] = [];
    const slow = Promise.withResolvers<void>();
    const three = Promise.withResolvers<void>();
    const here = createWorker(db(), {
      queue: 'slow',
      concurrency: 2,
      run: async (row) => {
        if (row === 'slow') await slow.promise;
        finished.push(row);
        if (finished.length === 3) three.resolve();
        return undefined;
      },
    });
    await here.jobs.schedule('slow', ['slow'], 0);
    await here.start();
    await here.jobs.schedule('slow', ['a', 'b', 'c'], 1);
    here.wake();
    await three.promise;
    assert.deepEqual(await here.jobs.claim('slow', claimAt(Date.now())), [], 'its lease is held');
    const stopped = here.stop();
    slow.resolve();
    await stopped;
    assert.deepEqual(finished, ['a', 'b', 'c', 'slow']);
    assert.equal(await here.jobs.count('slow'), 0);
  });

  test('stops in bounded time: a job that takes too long runs again elsewhere', async () => {
    const started = Promise.withResolvers<void>();
    const never = new Promise<undefined>(() => undefined);
    const here = createWorker(db(), {
      queue: 'stuck',
      leaseMs: 300,
      run: async () => {
        started.resolve();
        return never;
      },
    });
    await here.jobs.schedule('stuck', ['a'], 0);
    await here.start();
    await started.promise;
    await here.stop(10);
    const again = Promise.withResolvers<string>();
    const there = createWorker(db(), {
      queue: 'stuck',
      leaseMs: 300,
      run: async (row) => {
        again.resolve(row);
        return undefined;
      },
    });
    await there.start();
    assert.equal(await again.promise, 'a');
    await there.stop();
  });

  test('a job that throws runs again after a pause, and one without a row is finished', async () => {
    const errors: unknown[] = [];
    const failed = Promise.withResolvers<void>();
    const here = createWorker(db(), {
      queue: 'throws',
      load: async () => new Map([['a', 'a']]),
      run: () => Promise.reject(new Error('broken')),
      onError: (error) => {
        errors.push(error);
        failed.resolve();
      },
    });
    const startedAt = Date.now();
    await here.jobs.schedule('throws', ['a', 'gone'], 0);
    await here.start();
    await failed.promise;
    await here.stop();
    assert.deepEqual([errors.length, await here.jobs.count('throws')], [1, 1]);
    assert.ok(((await here.jobs.nextDue('throws')) ?? 0) > startedAt + 1_000);
  });
});

onBothEngines((db) => {
  test('jobs without a row take no slot of those that have one', async () => {
    const ran = Promise.withResolvers<string>();
    const here = createWorker(db(), {
      queue: 'rowless',
      concurrency: 2,
      load: async (keys) => new Map(keys.filter((key) => key === 'z').map((key) => [key, key])),
      run: async (row) => {
        ran.resolve(row);
        return undefined;
      },
    });
    await here.jobs.schedule('rowless', ['a', 'b', 'c', 'd', 'e'], 0);
    await here.jobs.schedule('rowless', ['z'], 1);
    await here.start();
    assert.equal(await ran.promise, 'z');
    await here.stop();
    assert.equal(await here.jobs.count('rowless'), 0);
  });

  test('a job whose row cannot be loaded does not wait for the end of its lease', async () => {
    const errors: unknown[] = [];
    const ran = Promise.withResolvers<number>();
    const here = createWorker(db(), {
      queue: 'unloaded',
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
    await here.jobs.schedule('unloaded', ['a'], 0);
    await here.start();
    assert.equal(await ran.promise, 0, 'it counts no run');
    await here.stop();
    assert.equal(errors.length, 1);
  });

  test('claims no more jobs than there is room for', async () => {
    let room = 0;
    const asked = Promise.withResolvers<void>();
    const ran: string[] = [];
    const all = Promise.withResolvers<void>();
    const here = createWorker(db(), {
      queue: 'paused',
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
    await here.jobs.schedule('paused', ['a', 'b', 'c'], 0);
    await here.start();
    await asked.promise;
    room = 1;
    here.wake();
    await all.promise;
    assert.deepEqual(ran.toSorted(), ['a', 'b', 'c']);
    await here.stop();
  });
});

test('pauses grow up to the longest, are whole milliseconds, and vary', () => {
  const options = { firstMs: 1_000, longestMs: 8_001, factor: 2 };
  const pauses = [0, 1, 2, 3, 50].map((earlier) => backoff(earlier, options));
  const bases = [1_000, 2_000, 4_000, 8_000, 8_001];
  for (const [index, pause] of pauses.entries()) {
    assert.ok(Number.isInteger(pause));
    assert.ok(Math.abs(pause - (bases[index] ?? 0)) <= (bases[index] ?? 0) * 0.15 + 1);
  }
  const many = new Set(Array.from({ length: 50 }, () => backoff(3, options)));
  assert.ok(many.size > 10);
});
