import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock, test, type TestContext } from 'node:test';
import { PATHS, type Precandidate, type Session } from 'precandidate-contract';
import { Jobs } from '../src/db/jobs.ts';
import { openDatabase } from '../src/db/plugin.ts';
import { startClock } from '../src/shared/clock.ts';
import { emptyDatabase } from './empty-database.ts';
import { onBothEngines, POSTGRES } from './on-both-engines.ts';
import { startProxyCommand } from '../../../tests/stage/proxy-process.ts';
import { ORIGIN, type Pair, startPair } from '../../../tests/stage/pair.ts';
import { newPrecandidate, requestProxy } from '../../../tests/stage/service.ts';
import { until } from '../../../tests/stage/until.ts';

const DAY_MS = 86_400_000;
const PRELOAD = new URL('shift-clock.ts', import.meta.url).href;
const fail = (error: unknown): void => assert.fail(String(error));

onBothEngines('clocks', (db) => {
  test('two processes agree on the time although their clocks differ by 30 s, and claim a job once', async (t) => {
    const [here, behind, ahead] = await Promise.all(
      [0, -30_000, 30_000].map(async (differenceMs) => {
        const now = Date.now() + differenceMs;
        mock.timers.enable({ apis: ['Date'], now });
        // On SQLite, only a later process can have another clock.
        const clock = startClock(db().sharedTime, fail);
        mock.timers.reset();
        t.after(async () => (await clock).stop());
        return new Jobs(db(), await clock);
      }),
    );
    assert.ok(here && behind && ahead);
    // Due for all of them, although reading the time takes some.
    await here.schedule('leases', ['a'], here.clock.now() - 1_000);
    const claim = (jobs: typeof here) =>
      jobs.claim('leases', { now: jobs.clock.now(), leaseMs: 29_000, limit: 1 });
    const claims = [await claim(ahead), await claim(here), await claim(behind)];
    assert.deepEqual(
      claims.map(({ length }) => length),
      [1, 0, 0],
    );
  });
});

for (const backMs of [90_000, DAY_MS]) {
  test(`when the database's clock is set back by ${backMs} ms, time goes on, a little slower`, async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    const startedAt = performance.now();
    let offset = 0;
    let latest = 0;
    const clock = await startClock(async (atLeast) => {
      latest = Math.max(latest, atLeast, Date.now() + offset);
      return latest;
    }, fail);
    const before = clock.now();
    offset = -backMs;
    const times = [before];
    for (let minutes = 0; minutes < 30; minutes += 1) {
      t.mock.timers.tick(60_000);
      times.push(clock.now());
    }
    clock.stop();
    assert.deepEqual(times, times.toSorted());
    const elapsedMs = performance.now() - startedAt;
    assert.ok(clock.now() - before <= elapsedMs + 1, 'it approaches the clock');
  });

  test(`sqlite: after a restart with the clock set back by ${backMs} ms, time does not go back`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'proxy-clock-'));
    t.after(() => rm(folder, { recursive: true }));
    const first = await openDatabase({ DATA_DIR: folder });
    const clock = await startClock(first.sharedTime, fail);
    const before = await clock.read();
    clock.stop();
    await first.close();
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() - backMs });
    const second = await openDatabase({ DATA_DIR: folder });
    const later = await startClock(second.sharedTime, fail);
    assert.ok(later.now() >= before);
    later.stop();
    await second.close();
  });
}

/** A proxy whose own clock is wrong, before the pair's service. */
async function startWrong(
  t: TestContext,
  { env }: Pair,
  clock: Record<string, string>,
  known?: Form,
) {
  const NODE_OPTIONS = `--import=${PRELOAD}`;
  const command = startProxyCommand({ ...env, NODE_OPTIONS, ...clock });
  t.after(() => command.child.kill('SIGKILL'));
  const url = await command.ready;
  const backend = (path: string, body: unknown) => requestProxy(url, path, { body });
  const createForm = () => newPrecandidate(url);
  const form = known ?? formOf(await createForm());
  return {
    url,
    form,
    createForm,
    async setBack() {
      command.child.kill('SIGWINCH');
      await until(async () => command.output().includes('the clock was set back'));
    },
    async stop() {
      command.child.kill('SIGTERM');
      await command.ended;
    },
    async mint() {
      const minted = await backend('/sessions', { ...form, origin: ORIGIN });
      assert.equal(minted.status, 201);
      return ((await minted.json()) as Session).token;
    },
    async revoke() {
      assert.equal((await backend('/sessions/revoke', form)).status, 204);
    },
    /** A busy machine may make the service late: then it asks again. */
    statusOf: (token: string) =>
      until(async () => {
        const path = PATHS.schema(form.person_id, form.form_id);
        const { status } = await requestProxy(url, path, { token, origin: ORIGIN });
        return status !== 503 && status;
      }),
  };
}

interface Form {
  person_id: string;
  form_id: string;
}
const formOf = ({ person_id, precandidate_id: form_id }: Precandidate): Form => ({
  person_id,
  form_id,
});

/** Settings of an empty database that a second process can use after the first. */
const PLACES: Record<string, (t: TestContext) => Promise<Record<string, string>>> = {
  async sqlite(t) {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'proxy-clock-'));
    t.after(() => rm(DATA_DIR, { recursive: true }));
    return { DATA_DIR };
  },
};
let databases = 0;
if (POSTGRES !== undefined)
  PLACES['postgres'] = async () => ({
    DATABASE_URL: await emptyDatabase(POSTGRES ?? '', `clock${++databases}`),
  });

for (const [engine, place] of Object.entries(PLACES))
  for (const CLOCK_BACK_MS of ['90000', String(DAY_MS)])
    test(`${engine}: a revocation holds after the clock was set back by ${CLOCK_BACK_MS} ms, also after a restart`, async (t) => {
      const pair = await startPair(t);
      const where = await place(t);
      const proxy = await startWrong(t, pair, { ...where, CLOCK_BACK_MS });
      const before = await proxy.mint();
      await proxy.setBack();
      assert.ok((await proxy.createForm()).precandidate_id);
      const after = await proxy.mint();
      assert.deepEqual([await proxy.statusOf(before), await proxy.statusOf(after)], [200, 200]);
      await proxy.revoke();
      const fresh = await proxy.mint();
      const statuses = (other: typeof proxy) =>
        Promise.all([before, after, fresh].map((token) => other.statusOf(token)));
      assert.deepEqual(await statuses(proxy), [401, 401, 200]);
      await proxy.stop();
      const still = { ...where, CLOCK_AHEAD_MS: `-${CLOCK_BACK_MS}` };
      const restarted = await startWrong(t, pair, still, proxy.form);
      assert.deepEqual(await statuses(restarted), [401, 401, 200]);
      assert.ok((await restarted.createForm()).precandidate_id, 'the service can be called');
      await restarted.revoke();
      assert.deepEqual(await statuses(restarted), [401, 401, 401]);
      await restarted.stop();
    });

const postgres = PLACES['postgres'];
if (postgres !== undefined)
  for (const CLOCK_AHEAD_MS of ['2000', String(DAY_MS)])
    test(`postgres: a process that is ${CLOCK_AHEAD_MS} ms ahead neither outlives a revocation nor deletes it`, async (t) => {
      const pair = await startPair(t);
      const where = await postgres(t);
      const normal = await startWrong(t, pair, where);
      const wrong = { ...where, CLOCK_AHEAD_MS };
      const ahead = await startWrong(t, pair, wrong, normal.form);
      const token = await ahead.mint();
      await normal.revoke();
      // It deletes what has expired when it starts.
      const later = await startWrong(t, pair, wrong, normal.form);
      for (const proxy of [normal, ahead, later]) assert.equal(await proxy.statusOf(token), 401);
      for (const proxy of [normal, ahead, later]) await proxy.stop();
    });
