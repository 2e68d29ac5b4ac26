import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCircuitBreaker } from '../src/upstream/circuit-breaker.ts';
import { startScriptedService } from './scripted-service.ts';
import { BACKEND_KEY, startPair } from '../../../tests/stage/pair.ts';

function createBreaker() {
  const pauses: number[] = [];
  return { pauses, breaker: createCircuitBreaker((ms) => pauses.push(ms)) };
}

test('a record that always fails never opens it', () => {
  const { breaker, pauses } = createBreaker();
  for (let times = 0; times < 100; times += 1) breaker.recordFailure('broken', 0);
  assert.deepEqual(pauses, []);
  assert.equal(breaker.isOpen(), false);
});

test('five records that fail in a row open it, until a call succeeds', () => {
  const { breaker, pauses } = createBreaker();
  for (const record of ['a', 'b', 'c', 'd']) breaker.recordFailure(record, 0);
  assert.equal(breaker.isOpen(), false);
  breaker.recordFailure('e', 0);
  assert.equal(breaker.isOpen(), true);
  assert.deepEqual(pauses, [5_000]);
  for (const record of ['f', 'g', 'h', 'i', 'j']) breaker.recordFailure(record, 0);
  assert.deepEqual(pauses, [5_000], 'calls that were under way do not prolong it');
  breaker.recordSuccess();
  assert.equal(breaker.isOpen(), false);
});

test('a success ends the series', () => {
  const { breaker } = createBreaker();
  for (const record of ['a', 'b', 'c', 'd']) breaker.recordFailure(record, 0);
  breaker.recordSuccess();
  breaker.recordFailure('e', 0);
  assert.equal(breaker.isOpen(), false);
});

test('a service that cannot be reached fails for every record', () => {
  const { breaker } = createBreaker();
  for (let times = 0; times < 5; times += 1) breaker.recordFailure(undefined, 0);
  assert.equal(breaker.isOpen(), true);
});

test('stays open for as long as the service asks to wait', () => {
  const { breaker, pauses } = createBreaker();
  for (const record of ['a', 'b', 'c', 'd', 'e']) breaker.recordFailure(record, 20_000);
  assert.deepEqual(pauses, [20_000]);
});

test('one broken record does not close the service for others', async (t) => {
  const { apiUrl } = await startScriptedService(t, ({ url }, response) => {
    if (url?.includes('broken')) return response.writeHead(500).end();
    return response.end('[]');
  });
  const pair = await startPair(t, { env: { UPSTREAM_URL: apiUrl } });
  for (let times = 0; times < 10; times += 1)
    assert.equal((await pair.backend('/precandidate/broken')).status, 503);
  assert.equal((await pair.backend('/precandidate/whole')).status, 200);
  const ready = (await (await fetch(`${pair.url}/readyz`)).json()) as { service: string };
  assert.equal(ready.service, 'up');
});

test('several records that fail close the service for a while', async (t) => {
  const { apiUrl } = await startScriptedService(t, (_, response) => response.writeHead(500).end());
  const pair = await startPair(t, { env: { UPSTREAM_URL: apiUrl } });
  for (const id of ['a', 'b', 'c', 'd', 'e']) await pair.backend(`/precandidate/${id}`);
  const ready = (await (await fetch(`${pair.url}/readyz`)).json()) as { service: string };
  assert.equal(ready.service, 'down');
  const metrics = await (await fetch(`${pair.url}/metrics`)).text();
  assert.match(metrics, /^precandidate_upstream_closed_seconds [1-9]/m);
});

test('a 429 pauses all calls, for five minutes at most', async (t) => {
  const { apiUrl, requests } = await startScriptedService(t, (_, response) =>
    response.writeHead(429, { 'retry-after': '86400' }).end(),
  );
  const pair = await startPair(t, { env: { UPSTREAM_URL: apiUrl } });
  await pair.backend('/precandidate/a');
  const refused = await pair.backend('/precandidate/b');
  const seconds = Number(refused.headers.get('retry-after'));
  assert.ok(seconds > 60 && seconds <= 300, `${seconds} s`);
  assert.equal(requests.length, 1);
});

test('a post whose body was read waits for the budget, and leaves when its client is gone', async (t) => {
  const { apiUrl, requests } = await startScriptedService(t, (_, response) => response.end('"p"'));
  const env = { UPSTREAM_URL: apiUrl, UPSTREAM_RPS: '1', RECONCILE_SECONDS: '0' };
  const pair = await startPair(t, { env });
  const create = (document_id: string, signal?: AbortSignal) =>
    fetch(`${pair.url}/pe/persons`, {
      method: 'POST',
      headers: { authorization: `Bearer ${BACKEND_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({ document_id }),
      ...(signal && { signal }),
    });
  assert.equal((await create('1')).status, 200);
  const abort = new AbortController();
  const gone = assert.rejects(create('2', abort.signal));
  const waiting = create('3');
  // Answered after these two arrived.
  assert.equal((await fetch(`${pair.url}/readyz`)).status, 200);
  abort.abort();
  await gone;
  assert.equal((await waiting).status, 200);
  assert.equal((await create('4')).status, 200);
  assert.equal(requests.length, 3, 'the abandoned one was not made');
});
