import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { ENGINES } from './on-both-engines.ts';
import { type Pair, RELAY_SECRET, startPair, WEBHOOK_SECRET } from './start-pair.ts';
import { type Received, type Receiver, startReceiver } from './start-receiver.ts';
import { submittedBy } from './submission-helpers.ts';
import { until } from './until.ts';

const CRM_SECRET = 'whsec_Y3JtLWNybS1jcm0tY3JtLWNybS1jcm0tY3JtLWNybS0=';
const OLD_SECRET = 'whsec_b2xkLW9sZC1vbGQtb2xkLW9sZC1vbGQtb2xkLW9sZC0=';

interface Delivery {
  id: string;
  endpoint: string;
  type: string;
  state: string;
  last_outcome: string | null;
  next_at: string | null;
}

async function deliveriesOf(pair: Pair): Promise<Delivery[]> {
  const answer = await pair.backend('/deliveries');
  return ((await answer.json()) as { deliveries: Delivery[] }).deliveries;
}

/** The first delivery, once it `matches`. */
function delivery(pair: Pair, matches: (one: Delivery) => boolean): Promise<Delivery> {
  return until(async () => (await deliveriesOf(pair)).find(matches));
}

const complete = (pair: Pair, webhook_request_id: string) =>
  fetch(`${pair.url}/webhooks/person-completed`, {
    method: 'POST',
    headers: { 'x-webhook-secret': WEBHOOK_SECRET },
    body: JSON.stringify({ webhook_request_id, id: 'p', status: 'PASSED' }),
  });

async function receiverFor(t: TestContext): Promise<Receiver> {
  const receiver = await startReceiver();
  t.after(() => receiver.close());
  return receiver;
}

const endpoint = (url: string, events?: string[]) =>
  JSON.stringify([{ name: 'crm', url, secrets: [CRM_SECRET], ...(events && { events }) }]);
const verify = (secret: string, { text, headers }: Received) =>
  new Webhook(secret).verify(text, headers as Record<string, string>);
const isCompleted = ({ event }: Received) => event.type === 'person.completed';

for (const [engine, database] of Object.entries(ENGINES))
  test(`${engine}: sends each endpoint its events, signed with its own secret`, async (t) => {
    const crm = await receiverFor(t);
    const RELAY_ENDPOINTS = endpoint(crm.url, ['person.completed']);
    const pair = await startPair(t, { env: { ...(await database()), RELAY_ENDPOINTS } });
    const ana = await pair.candidate();
    await ana.submit({ document_id: '44556671', city_locode: 'PE LIM' });
    await pair.receiver.next(({ event }) => event.type === 'precandidate.submitted');
    await complete(pair, 'w-1');
    const [own, theirs] = [await pair.receiver.next(isCompleted), await crm.next(isCompleted)];
    verify(RELAY_SECRET, own);
    verify(CRM_SECRET, theirs);
    assert.throws(() => verify(RELAY_SECRET, theirs));
    assert.notEqual(own.headers['webhook-id'], theirs.headers['webhook-id']);
    assert.ok(crm.received.every(isCompleted), 'nothing else was sent there');
  });

test('holds an event that none of the endpoints subscribes to, without an alert', async (t) => {
  const crm = await receiverFor(t);
  const RELAY_ENDPOINTS = endpoint(crm.url, ['person.completed']);
  const pair = await startPair(t, { env: { RELAY_URL: '', RELAY_ENDPOINTS } });
  const ana = await pair.candidate();
  await ana.submit({ document_id: '44556671', city_locode: 'PE LIM' });
  await submittedBy(ana);
  await complete(pair, 'w-1');
  await delivery(pair, ({ state }) => state === 'delivered');
  const stored = (await deliveriesOf(pair)).map((one) => `${one.type} ${one.state}`);
  assert.deepEqual(stored.sort(), [
    'person.completed delivered',
    'precandidate.status_changed held',
    'precandidate.submitted held',
  ]);
  const metrics = await (await fetch(`${pair.url}/metrics`)).text();
  assert.match(metrics, /^precandidate_oldest_undelivered_seconds 0$/m);
});

test('while a secret rotates, a receiver with either one can verify', async (t) => {
  const pair = await startPair(t, { env: { RELAY_SECRET: `${RELAY_SECRET},${OLD_SECRET}` } });
  await complete(pair, 'w-1');
  const received = await pair.receiver.next(isCompleted);
  for (const secret of [RELAY_SECRET, OLD_SECRET]) verify(secret, received);
  assert.throws(() => verify(CRM_SECRET, received));
});

for (const [engine, database] of Object.entries(ENGINES))
  test(`${engine}: a 410 disables the endpoint until a replay; pending events wait`, async (t) => {
    const crm = await receiverFor(t);
    const env = { ...(await database()), RELAY_ENDPOINTS: endpoint(crm.url) };
    const pair = await startPair(t, { env });
    pair.receiver.answer(410);
    await complete(pair, 'w-1');
    const dead = await delivery(pair, ({ state }) => state === 'dead');
    await complete(pair, 'w-2');
    // Both endpoints are owed it at the same moment.
    await crm.next(({ text }) => text.includes('w-2'));
    const metrics = await (await fetch(`${pair.url}/metrics`)).text();
    assert.match(metrics, /^precandidate_relay_endpoints_disabled 1$/m);
    assert.equal(pair.receiver.received.length, 1);
    await pair.backend(`/deliveries/${dead.id}/replay`, { method: 'POST' });
    await pair.receiver.next(({ text }) => text.includes('w-2'));
    await pair.receiver.next(() => pair.receiver.received.length === 3);
  });

test('a restart enables an endpoint again and sends its pending events', async (t) => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'proxy-relay-'));
  const pair = await startPair(t, { env: { DATA_DIR } });
  t.after(() => rm(DATA_DIR, { recursive: true }));
  pair.receiver.answer(410);
  await complete(pair, 'w-1');
  await delivery(pair, ({ state }) => state === 'dead');
  await complete(pair, 'w-2');
  await pair.restart();
  await pair.receiver.next(({ text }) => text.includes('w-2'));
});

test('respects a Retry-After that is longer than our own pause', async (t) => {
  const pair = await startPair(t);
  pair.receiver.answer({ status: 429, headers: { 'retry-after': '900' } });
  await complete(pair, 'w-1');
  const isRetried = (one: Delivery) => one.last_outcome === '429' && one.next_at !== null;
  const { next_at } = await delivery(pair, isRetried);
  const wait_s = (Date.parse(next_at ?? '') - Date.now()) / 1_000;
  assert.ok(wait_s > 600 && wait_s <= 900, `${wait_s} s`);
});

test('finishes a running send when it stops', async (t) => {
  const began = Promise.withResolvers<void>();
  const proceed = Promise.withResolvers<void>();
  let outcome = 'none';
  const slow = createHttpServer(async (request, response) => {
    request.resume();
    response.on('close', () => (outcome = response.writableEnded ? 'sent' : 'broken off'));
    began.resolve();
    await proceed.promise;
    response.end();
  });
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
  t.after(() => slow.close());
  const { port } = slow.address() as AddressInfo;
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'proxy-relay-'));
  t.after(() => rm(DATA_DIR, { recursive: true }));
  const pair = await startPair(t, { env: { DATA_DIR, RELAY_URL: `http://127.0.0.1:${port}/` } });
  await complete(pair, 'w-1');
  await began.promise;
  const stopping = pair.url;
  const restarted = pair.restart();
  const isServing = () =>
    fetch(`${stopping}/healthz`, { headers: { connection: 'close' } }).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(async () => !(await isServing()));
  proceed.resolve();
  await restarted;
  assert.equal(outcome, 'sent');
  const [delivered] = await deliveriesOf(pair);
  assert.equal(delivered?.state, 'delivered', 'and the new process does not send it again');
});

test('does not follow a redirect', async (t) => {
  const elsewhere = await receiverFor(t);
  const pair = await startPair(t);
  pair.receiver.answer({ status: 307, headers: { location: elsewhere.url } });
  await complete(pair, 'w-1');
  const { state } = await delivery(pair, ({ last_outcome }) => last_outcome === '307');
  assert.equal(state, 'pending');
  assert.equal(elsewhere.received.length, 0);
});

test('an endpoint that never responds delays no other', async (t) => {
  const silent = createServer((socket) => socket.resume());
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  t.after(() => silent.close());
  const RELAY_ENDPOINTS = endpoint(`http://127.0.0.1:${port}`);
  const pair = await startPair(t, { env: { RELAY_ENDPOINTS } });
  for (let i = 0; i < 25; i += 1) await complete(pair, `w-${i}-`);
  for (let i = 0; i < 25; i += 1) await pair.receiver.next(({ text }) => text.includes(`w-${i}-`));
  const states = (await deliveriesOf(pair)).filter((one) => one.endpoint === 'crm');
  assert.ok(states.every(({ state }) => state === 'pending'));
});
