import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Opening } from 'precandidate-contract';
import { readStream } from './read-stream.ts';
import { ORIGIN, startPair, type Pair } from './start-pair.ts';

const open = (pair: Pair, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${pair.url}/opening`, {
    method: 'POST',
    headers: { origin: ORIGIN, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

test('one request that needs no preflight answers what three others do', async (t) => {
  const pair = await startPair(t);
  const ana = await pair.candidate();
  const answer = await open(pair, { session: ana.token });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('access-control-allow-origin'), ORIGIN);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  const { schema, snapshot, record } = (await answer.json()) as Opening;
  assert.deepEqual(schema, await (await ana.browse('schema')).json());
  assert.deepEqual(snapshot, await (await ana.browse('status')).json());
  const records = await fetch(`${pair.url}/precandidate/${ana.person_id}`, {
    headers: { authorization: `Bearer ${ana.token}` },
  });
  assert.deepEqual([record], await records.json());
});

test('a token that is none, or of another origin, opens nothing', async (t) => {
  const pair = await startPair(t);
  const ana = await pair.candidate();
  assert.equal((await open(pair, { session: 'nonsense' })).status, 401);
  assert.equal((await open(pair, { session: 7 })).status, 401);
  assert.equal((await open(pair, '{')).status, 400);
  const evil = { origin: 'https://evil.example' };
  const elsewhere = await open(pair, { session: ana.token }, evil);
  assert.equal(elsewhere.status, 403);
  assert.equal(elsewhere.headers.get('access-control-allow-origin'), null);
});

test('a form that is submitted has no schema to draw, even if it is gone', async (t) => {
  const pair = await startPair(t);
  const ana = await pair.candidate();
  const stream = await ana.browse('status', { headers: { accept: 'text/event-stream' } });
  await pair.control(`/calls/${ana.form_id}`, {});
  await readStream(stream, ({ state }) => state === 'submitted');
  await pair.control('/_control/faults', { match: { path: '/schema/' }, kind: 'html' });
  const { schema, snapshot } = (await (await open(pair, { session: ana.token })).json()) as Opening;
  assert.deepEqual([schema, snapshot.state, snapshot.by], [null, 'submitted', 'elsewhere']);
});
