import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createServiceHealth } from '../src/upstream/service-health.ts';
import { BACKEND_KEY, type Pair, startPair } from 'precandidate-testing/pair.ts';
import { assertProblem } from 'precandidate-testing/service.ts';
import { serviceRequests } from 'precandidate-testing/sandbox-control.ts';

const SERIES = ['a', 'b', 'c', 'd', 'e'];

function startHealth() {
  const pauses: number[] = [];
  const health = createServiceHealth({
    probe: async () => undefined,
    pause: (ms) => pauses.push(ms),
    onChange: () => undefined,
  });
  const fail = (records: readonly (string | undefined)[], retryAfterMs = 0) =>
    records.forEach((record) => health.record({ outcome: '503', record, retryAfterMs }));
  const succeed = () => health.record({ outcome: '200' });
  return { pauses, health, fail, succeed };
}

test('opens once for a series of failures, and a success closes it', (t) => {
  const { pauses, health, fail, succeed } = startHealth();
  t.after(() => health.stop());
  fail(SERIES.slice(1));
  assert.equal(health.isBreakerOpen(), false);
  succeed();
  fail(['a']);
  assert.equal(health.isBreakerOpen(), false, 'a success ends the series');
  fail([undefined, undefined, undefined, undefined, undefined]);
  assert.deepEqual([health.isBreakerOpen(), health.current()], [true, 'down']);
  fail(SERIES);
  assert.deepEqual(pauses, [5_000], 'calls that were under way do not prolong it');
  succeed();
  assert.deepEqual([health.isBreakerOpen(), health.current()], [false, 'up']);
});

test('stays open for as long as the service asks to wait', (t) => {
  const { pauses, health, fail, succeed } = startHealth();
  t.after(() => health.stop());
  fail(['a'], 90_000);
  succeed();
  fail(SERIES, 20_000);
  assert.deepEqual(pauses, [20_000], 'an earlier series no longer counts');
});

const serviceAt = async ({ url }: Pair) =>
  ((await (await fetch(`${url}/readyz`)).json()) as { service: string }).service;

test('one broken record does not close the service for others', async (t) => {
  const pair = await startPair(t);
  await pair.fault({ match: { path: '/v3/precandidate/broken' }, kind: 'status', times: 0 });
  for (let times = 0; times < 10; times += 1)
    assert.equal((await pair.backend('/precandidate/broken')).status, 503);
  assert.equal((await pair.backend('/precandidate/whole')).status, 200);
  assert.equal(await serviceAt(pair), 'up');
});

test('several records that fail close the service for a while', async (t) => {
  const pair = await startPair(t);
  await pair.fault({ kind: 'status', times: 0 });
  for (const id of SERIES) await pair.backend(`/precandidate/${id}`);
  assert.equal(await serviceAt(pair), 'down');
  assert.match(await pair.metrics(), /^precandidate_upstream_closed_seconds [1-9]/m);
});

test('a record that answers 429 is left alone, for five minutes at most, and stops no other', async (t) => {
  const pair = await startPair(t);
  const ana = await pair.candidate();
  const match = { path: '/v3/precandidate/slow' };
  await pair.fault({ match, kind: 'too-many', retry_after_s: 86_400, times: 0 });
  for (let times = 0; times < 10; times += 1) {
    const refused = await assertBusy(await pair.backend('/precandidate/slow'));
    assert.ok(refused > 60 && refused <= 300, `${refused} s`);
  }
  assert.equal((await pair.backend('/precandidate/other')).status, 200);
  assert.equal((await pair.candidate()).person_id.length, ana.person_id.length, 'it is created');
  assert.equal((await pair.bootstrap({ session: ana.token })).status, 200);
  const asked = await pair.requestedPaths();
  assert.equal(asked.filter((path) => path === '/v3/precandidate/slow').length, 1);
  assert.equal(await serviceAt(pair), 'up');
});

test('a creation that is answered with 429 stops neither the next one nor the forms', async (t) => {
  const pair = await startPair(t);
  const ana = await pair.candidate();
  await pair.fault({ match: { method: 'POST' }, kind: 'too-many', retry_after_s: 300 });
  const body = { country_code: 'PE', pipeline_name: 'peru_basic' };
  assert.ok((await assertBusy(await pair.backend('/precandidate', { body }))) > 60);
  assert.equal((await pair.backend('/precandidate', { body })).status, 201);
  assert.equal((await pair.bootstrap({ session: ana.token })).status, 200);
});

test('several records that answer 429 stop all calls, as long as they ask to wait', async (t) => {
  const pair = await startPair(t);
  await pair.fault({ kind: 'too-many', retry_after_s: 100, times: 0 });
  for (const id of SERIES) await assertBusy(await pair.backend(`/precandidate/${id}`));
  await pair.recover();
  assert.ok((await assertBusy(await pair.backend('/precandidate/other'))) > 60);
  assert.equal(await serviceAt(pair), 'down');
});

/** Resolves to its `Retry-After`, in seconds. */
async function assertBusy(response: Response): Promise<number> {
  await assertProblem(response, 'service-busy');
  return Number(response.headers.get('retry-after'));
}

test('a post whose body was read waits for the budget, and leaves when its client is gone', async (t) => {
  const pair = await startPair(t, { env: { UPSTREAM_RPS: '1', RECONCILE_SECONDS: '0' } });
  const create = (signal?: AbortSignal) =>
    fetch(`${pair.url}/pe/persons`, {
      method: 'POST',
      headers: { authorization: `Bearer ${BACKEND_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({ pipeline: { name: 'peru_basic' } }),
      ...(signal && { signal }),
    });
  assert.equal((await create()).status, 201);
  const abort = new AbortController();
  // Their turns come in two seconds: until then, the abandoned one leaves even on a slow machine.
  const waiting = [create(), create()];
  const gone = assert.rejects(create(abort.signal));
  // Answered after these arrived.
  assert.equal((await fetch(`${pair.url}/readyz`)).status, 200);
  abort.abort();
  await gone;
  for (const response of [...waiting, create()]) assert.equal((await response).status, 201);
  const requests = await serviceRequests(pair.sandbox.url);
  // The proxy asks once at its start whether the service responds.
  const expected = { 'GET /v3/precandidate/:person_id': 1, 'POST /v3/:country_code/persons': 4 };
  assert.deepEqual(requests, expected, 'without the abandoned one');
});
