import assert from 'node:assert/strict';
import { mock, test, type TestContext } from 'node:test';
import { PATHS, type Session } from 'precandidate-contract';
import { Jobs } from '../src/db/jobs.ts';
import { keepPending } from '../src/retention/plugin.ts';
import { startClock } from '../src/shared/clock.ts';
import { sql } from '../src/db/sql-template.ts';
import { createStores, seen } from './stores.ts';
import { ENGINES, onBothEngines } from './on-both-engines.ts';
import { startProxyCommand } from 'precandidate-testing/proxy-process.ts';
import { type Form, ORIGIN, type Pair, startPair } from 'precandidate-testing/pair.ts';
import { newFolder } from 'precandidate-testing/resources.ts';
import { newPrecandidate, requestProxy } from 'precandidate-testing/service.ts';
import { until } from 'precandidate-testing/until.ts';

const DAY_MS = 86_400_000;
const PRELOAD = new URL('shift-clock.ts', import.meta.url).href;
const fail = (error: unknown): void => assert.fail(String(error));

onBothEngines((db) => {
  test('two processes agree on the time although their clocks differ by 30 s, and claim a job once', async (t) => {
    if (db().engine === 'sqlite') return t.skip('it has one process only');
    const [here, behind, ahead] = await Promise.all(
      [0, -30_000, 30_000].map(async (differenceMs) => {
        const now = Date.now() + differenceMs;
        mock.timers.enable({ apis: ['Date'], now });
        const clock = startClock(db().sharedTime, fail);
        mock.timers.reset();
        t.after(async () => (await clock).stop());
        return new Jobs(db(), await clock);
      }),
    );
    assert.ok(here && behind && ahead);
    // Due for all of them. With clocks of their own, the lease of the first would have ended for the others.
    await here.schedule('leases', ['a'], here.clock.now() - 60_000);
    const claim = (jobs: typeof here) =>
      jobs.claim('leases', { now: jobs.clock.now(), leaseMs: 29_000, limit: 1 });
    const claims = [await claim(behind), await claim(here), await claim(ahead)];
    assert.deepEqual(
      claims.map(({ length }) => length),
      [1, 0, 0],
    );
  });
});

/** A proxy whose own clock is wrong, before the pair's service, for a form. */
async function startWrong(
  t: TestContext,
  { env }: Pair,
  clock: Record<string, string>,
  form?: Form,
) {
  const command = startProxyCommand({ ...env, NODE_OPTIONS: `--import=${PRELOAD}`, ...clock });
  t.after(() => command.kill());
  const url = await command.ready;
  const createForm = async (): Promise<Form> => {
    const { person_id, precandidate_id } = await newPrecandidate(url);
    assert.ok(precandidate_id, 'the service can be called');
    return { person_id, form_id: precandidate_id };
  };
  const known = form ?? (await createForm());
  return {
    form: known,
    createForm,
    stop: () => command.stop(),
    async setBack() {
      command.child.kill('SIGWINCH');
      await until(async () => command.output().includes('the clock was set back'));
    },
    async mint() {
      const body = { ...known, origin: ORIGIN };
      const minted = await requestProxy(url, PATHS.sessions, { body });
      return ((await minted.json()) as Session).token;
    },
    async revoke() {
      const revoked = await requestProxy(url, PATHS.revokeSessions, { body: known });
      assert.equal(revoked.status, 204);
    },
    /** A busy machine may make the service late: then it asks again. */
    statusOf: (token: string) =>
      until(async () => {
        const path = PATHS.schema(known.person_id, known.form_id);
        const { status } = await requestProxy(url, path, { token, origin: ORIGIN });
        return status !== 503 && status;
      }),
  };
}

for (const [engine, database] of Object.entries(ENGINES))
  for (const CLOCK_BACK_MS of ['90000', String(DAY_MS)])
    test(`${engine}: a revocation holds after the clock was set back by ${CLOCK_BACK_MS} ms, also after a restart`, async (t) => {
      const pair = await startPair(t);
      const where = await database(t);
      const proxy = await startWrong(t, pair, { ...where, CLOCK_BACK_MS });
      const before = await proxy.mint();
      await proxy.setBack();
      await proxy.createForm();
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
      await restarted.createForm();
      await restarted.revoke();
      assert.deepEqual(await statuses(restarted), [401, 401, 401]);
    });

test('sqlite: a clock that is 40 days ahead at the start purges no pending event, and ends no polls', async (t) => {
  const DATA_DIR = await newFolder(t);
  // The back end is down.
  const env = { DATA_DIR, RELAY_URL: 'http://127.0.0.1:9/' };
  const pair = await startPair(t, { env });
  await pair.candidate();
  assert.equal((await pair.webhook({ id: 'p', status: 'PASSED' })).status, 200);
  await pair.restart({ PORT: '0', DATA_DIR: ':memory:' });
  const proxy = startProxyCommand({
    ...pair.env,
    NODE_OPTIONS: `--import=${PRELOAD}`,
    CLOCK_AHEAD_MS: String(40 * DAY_MS),
    LOG_LEVEL: 'warn',
  });
  t.after(() => proxy.kill());
  pair.url = await proxy.ready;
  await until(async () => /purged_total\{what="jobs"\}/.test(await pair.metrics()));
  assert.match(await pair.metrics(), /purged_total\{what="undelivered events"\} 0/);
  assert.deepEqual(
    (await pair.deliveries()).map(({ type, state }) => `${type} ${state}`),
    ['person.completed pending'],
  );
  await until(async () => /polls_total\{outcome="nothing"\} [3-9]/.test(await pair.metrics()));
  assert.match(proxy.output(), /the clock is 960 hours later/);
});

onBothEngines((db) => {
  test('a clock that jumps while processes run is noticed by each, and made up for once', async (t) => {
    const { deliveries, forms, pollSchedule } = createStores(db());
    const start = Date.now();
    await deliveries.add(
      { id: 'waiting', type: 'person.completed', person_id: 'p', body: '{}' },
      start,
    );
    await pollSchedule.remember('p', start);
    await forms.observe(seen('waiting', { requested_at: start }), start);
    await db().query(sql`update forms set state = 'sent', begun_at = ${start}, sent_at = ${start}`);
    let time = start;
    const clocks = await Promise.all(
      [1, 2].map(async () => {
        const clock = await startClock(async (atLeast) => Math.max(time, atLeast), fail);
        t.after(() => clock.stop());
        await clock.onJump((jump) => keepPending(db(), jump));
        return clock;
      }),
    );
    time += 40 * DAY_MS;
    for (const clock of clocks) await clock.read();
    const [waiting] = (await deliveries.loadPending(['waiting'])).values();
    const form = await forms.find('p', 'waiting');
    for (const since of [waiting?.pending_since, form?.touched_at, form?.begun_at, form?.sent_at]) {
      const waitedMs = time - Number(since);
      assert.ok(Math.abs(waitedMs) < 60_000, `it has waited for ${waitedMs} ms`);
    }
  });
});

const postgres = ENGINES['postgres'];
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
    });
