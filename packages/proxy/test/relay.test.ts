import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { type RelaySettings, withEventSender } from '../src/outbox/event-sender.ts';
import { ENGINES } from './on-both-engines.ts';
import { type Pair, RELAY_SECRET, startPair } from 'precandidate-testing/pair.ts';
import { type Received, startReceiver } from 'precandidate-testing/receiver.ts';
import { serve } from 'precandidate-testing/resources.ts';
import { PERU, submittedBy } from './submission-helpers.ts';
import { until } from 'precandidate-testing/until.ts';

const OTHER_SECRET = 'whsec_Y3JtLWNybS1jcm0tY3JtLWNybS1jcm0tY3JtLWNybS0=';
const OLD_SECRET = 'whsec_b2xkLW9sZC1vbGQtb2xkLW9sZC1vbGQtb2xkLW9sZC0=';

/** The first delivery with this outcome and a time of the next send. */
const rejected = (pair: Pair, outcome: string) =>
  until(async () =>
    (await pair.deliveries()).find((one) => one.last_outcome === outcome && one.next_at !== null),
  );

const webhook = (webhook_request_id: string) => ({ webhook_request_id, id: 'p', status: 'PASSED' });
const verify = (secret: string, { text, headers }: Received) =>
  new Webhook(secret).verify(text, headers as Record<string, string>);

for (const [engine, database] of Object.entries(ENGINES))
  test(`${engine}: events wait while RELAY_URL is unset, then go out unchanged to the last digit`, async (t) => {
    const pair = await startPair(t, { env: { ...(await database(t)), RELAY_URL: '' } });
    const ana = await pair.candidate();
    await ana.submit(PERU);
    await submittedBy(ana);
    await pair.webhook('{"webhook_request_id":"w","number":12345678901234567890}');
    const stored = (await pair.deliveries()).map((one) => `${one.type} ${one.state}`);
    assert.deepEqual(stored.sort(), [
      'person.completed pending',
      'precandidate.status_changed pending',
      'precandidate.submitted pending',
    ]);
    const age = /^precandidate_oldest_undelivered_seconds [0-9.e-]*[1-9]/m;
    assert.match(await pair.metrics(), age);
    await pair.restart({ RELAY_URL: pair.receiver.url });
    const received = await pair.receiver.next(({ event }) => event.type === 'person.completed');
    assert.match(received.text, /"number":12345678901234567890/);
    verify(RELAY_SECRET, received);
    await pair.receiver.next(() => pair.receiver.received.length === stored.length);
  });

test('an event that the receiver rejects stays pending, and holds up no other', async (t) => {
  const pair = await startPair(t);
  pair.receiver.answer(410);
  await pair.webhook(webhook('w-1'));
  await rejected(pair, '410');
  await pair.webhook(webhook('w-2'));
  const listed = await until(async () => {
    const all = await pair.deliveries();
    return all.some(({ state }) => state === 'delivered') && all;
  });
  assert.deepEqual(listed.map(({ state }) => state).sort(), ['delivered', 'pending']);
  assert.doesNotMatch(JSON.stringify(listed), /PASSED|w-1/, 'a list holds no payload');
});

test('while a secret rotates, a receiver with either one can verify', async (t) => {
  const pair = await startPair(t, { env: { RELAY_SECRET: `${RELAY_SECRET},${OLD_SECRET}` } });
  await pair.webhook(webhook('w-1'));
  const received = await pair.receiver.next(({ event }) => event.type === 'person.completed');
  for (const secret of [RELAY_SECRET, OLD_SECRET]) verify(secret, received);
  assert.throws(() => verify(OTHER_SECRET, received));
});

test('respects a Retry-After that is longer than our own pause', async (t) => {
  const pair = await startPair(t);
  pair.receiver.answer({ status: 429, headers: { 'retry-after': '900' } });
  await pair.webhook(webhook('w-1'));
  const { next_at } = await rejected(pair, '429');
  const wait_s = (Date.parse(next_at ?? '') - Date.now()) / 1_000;
  assert.ok(wait_s > 600 && wait_s <= 900, `${wait_s} s`);
});

test('does not follow a redirect', async (t) => {
  const elsewhere = await startReceiver();
  t.after(() => elsewhere.close());
  const pair = await startPair(t);
  pair.receiver.answer({ status: 307, headers: { location: elsewhere.url } });
  await pair.webhook(webhook('w-1'));
  assert.equal((await rejected(pair, '307')).state, 'pending');
  assert.equal(elsewhere.received.length, 0);
});

const probe = (settings: RelaySettings) => withEventSender(settings, (sender) => sender.probe());

test('probes the receiver without a signature, and sends it an event with one', async (t) => {
  const receiver = await startReceiver();
  t.after(() => receiver.close());
  const settings = {
    RELAY_URL: receiver.url,
    RELAY_SECRET: [RELAY_SECRET],
    RELAY_ALLOW_PRIVATE: true,
    OUTBOUND_PROXY: undefined,
    OUTBOUND_PROXY_EXCEPT: undefined,
  };
  for (const [status, found] of [
    [401, 'ok'],
    [204, 'accepts-unsigned'],
    [404, { status: 404 }],
    [302, { status: 302 }],
  ] as const) {
    const RELAY_URL = await serve(t, (_, response) => response.writeHead(status).end());
    assert.deepEqual(await probe({ ...settings, RELAY_URL }), found);
  }
  for (const answer of ['220 mail ready\r\n', '\0', 'HTTP/9.9 what\r\n\r\n']) {
    const mail = createServer((socket) => socket.on('error', () => undefined).end(answer));
    t.after(() => mail.close());
    await once(mail.listen(0, '127.0.0.1'), 'listening');
    const RELAY_URL = `http://127.0.0.1:${(mail.address() as AddressInfo).port}/`;
    assert.deepEqual(await probe({ ...settings, RELAY_URL }), { code: 'not-http' }, answer);
  }
  const hidden = await probe({ ...settings, RELAY_ALLOW_PRIVATE: false });
  assert.deepEqual(hidden, { code: 'private-address' });
  const event = { id: 'evt_test', body: '{"type":"test"}' };
  const result = await withEventSender(settings, (sender) => sender.send(event));
  assert.equal(result?.isDelivered, true);
  const [sent] = receiver.received;
  assert.ok(sent);
  assert.equal((verify(RELAY_SECRET, sent) as { type: string }).type, 'test');
});
