import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { probeRelay, sendTestEvent } from '../src/relay/event-sender.ts';
import { ENGINES } from './on-both-engines.ts';
import { type Pair, RELAY_SECRET, startPair, WEBHOOK_SECRET } from '../../../tests/stage/pair.ts';
import { type Received, type Receiver, startReceiver } from '../../../tests/stage/receiver.ts';
import { submittedBy } from './submission-helpers.ts';
import { until } from '../../../tests/stage/until.ts';

const OTHER_SECRET = 'whsec_Y3JtLWNybS1jcm0tY3JtLWNybS1jcm0tY3JtLWNybS0=';
const OLD_SECRET = 'whsec_b2xkLW9sZC1vbGQtb2xkLW9sZC1vbGQtb2xkLW9sZC0=';

interface Delivery {
  id: string;
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

const verify = (secret: string, { text, headers }: Received) =>
  new Webhook(secret).verify(text, headers as Record<string, string>);
const isCompleted = ({ event }: Received) => event.type === 'person.completed';

for (const [engine, database] of Object.entries(ENGINES))
  test(`${engine}: events wait while RELAY_URL is unset, and while it fails`, async (t) => {
    const pair = await startPair(t, { env: { ...(await database()), RELAY_URL: '' } });
    const ana = await pair.candidate();
    await ana.submit({ document_id: '44556671', city_locode: 'PE LIM' });
    await submittedBy(ana);
    await complete(pair, 'w-1');
    const stored = (await deliveriesOf(pair)).map((one) => `${one.type} ${one.state}`);
    assert.deepEqual(stored.sort(), [
      'person.completed pending',
      'precandidate.status_changed pending',
      'precandidate.submitted pending',
    ]);
    const metrics = await (await fetch(`${pair.url}/metrics`)).text();
    assert.match(metrics, /^precandidate_oldest_undelivered_seconds [0-9.e-]*[1-9]/m);
  });

test('sends what waited once RELAY_URL is set, unchanged to the last digit', async (t) => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'proxy-relay-'));
  const pair = await startPair(t, { env: { DATA_DIR, RELAY_URL: '' } });
  t.after(() => rm(DATA_DIR, { recursive: true }));
  await fetch(`${pair.url}/webhooks/person-completed`, {
    method: 'POST',
    headers: { 'x-webhook-secret': WEBHOOK_SECRET },
    body: '{"webhook_request_id":"w","number":12345678901234567890}',
  });
  const { id } = await delivery(pair, ({ state }) => state === 'pending');
  assert.equal((await pair.backend(`/deliveries/${id}/replay`, { method: 'POST' })).status, 202);
  await pair.restart({ RELAY_URL: pair.receiver.url });
  const received = await pair.receiver.next(() => true);
  assert.match(received.text, /"number":12345678901234567890/);
  verify(RELAY_SECRET, received);
});

test('an event that the receiver rejects stays pending, and holds up no other', async (t) => {
  const pair = await startPair(t);
  pair.receiver.answer(410);
  await complete(pair, 'w-1');
  await delivery(pair, (one) => one.last_outcome === '410' && one.next_at !== null);
  await complete(pair, 'w-2');
  const isDelivered = ({ state }: Delivery) => state === 'delivered';
  await delivery(pair, isDelivered);
  const states = (await deliveriesOf(pair)).map(({ state }) => state);
  assert.deepEqual(states.toSorted(), ['delivered', 'pending']);
});

test('while a secret rotates, a receiver with either one can verify', async (t) => {
  const pair = await startPair(t, { env: { RELAY_SECRET: `${RELAY_SECRET},${OLD_SECRET}` } });
  await complete(pair, 'w-1');
  const received = await pair.receiver.next(isCompleted);
  for (const secret of [RELAY_SECRET, OLD_SECRET]) verify(secret, received);
  assert.throws(() => verify(OTHER_SECRET, received));
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

test('lists deliveries by state, person, and time', async (t) => {
  const pair = await startPair(t, { env: { RELAY_URL: '' } });
  const ana = await pair.candidate();
  await ana.submit({ document_id: '44556671', city_locode: 'PE LIM' });
  await submittedBy(ana);
  await complete(pair, 'w-1');
  const idsOf = async (query: string) => {
    const answer = await pair.backend(`/deliveries?${query}`);
    const { deliveries } = (await answer.json()) as {
      deliveries: { person_id: string | null; precandidate_id: string | null }[];
    };
    return deliveries.map(({ person_id, precandidate_id }) => `${person_id} ${precandidate_id}`);
  };
  const forms = [`${ana.person_id} ${ana.form_id}`, `${ana.person_id} ${ana.form_id}`];
  assert.deepEqual(await idsOf(`person_id=${ana.person_id}`), forms);
  assert.deepEqual(await idsOf('person_id=p&state=pending'), ['p null']);
  assert.deepEqual(await idsOf('state=delivered'), []);
  assert.equal((await idsOf('since=2020-01-01T00:00:00Z')).length, 3);
  assert.deepEqual(await idsOf('since=2100-01-01'), []);
  assert.equal((await pair.backend('/deliveries?since=soon')).status, 400);
});

test('probes the receiver without a signature, and sends it a test event with one', async (t) => {
  const receiver = await receiverFor(t);
  const settings = {
    RELAY_URL: receiver.url,
    RELAY_SECRET: [RELAY_SECRET],
    RELAY_ALLOW_PRIVATE: true,
    OUTBOUND_PROXY: undefined,
    OUTBOUND_PROXY_EXCEPT: undefined,
  };
  const probes = [];
  for (const status of [401, 204, 404, 302]) {
    const server = createHttpServer((_, response) => response.writeHead(status).end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    probes.push(await probeRelay({ ...settings, RELAY_URL: `http://127.0.0.1:${port}/` }));
    server.close();
  }
  const wanted = ['ok', 'accepts-unsigned', { status: 404 }, { status: 302 }];
  assert.deepEqual(probes, wanted);
  const hidden = await probeRelay({ ...settings, RELAY_ALLOW_PRIVATE: false });
  assert.deepEqual(hidden, { code: 'private-address' });
  assert.equal((await sendTestEvent(settings))?.isDelivered, true);
  const [sent] = receiver.received;
  assert.ok(sent);
  assert.equal((verify(RELAY_SECRET, sent) as { type: string }).type, 'test');
});
