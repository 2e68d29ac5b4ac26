import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Problem } from 'precandidate-contract';
import { ENGINES } from './on-both-engines.ts';
import { type Pair, sharedPair, startPair, WEBHOOK_SECRET } from '../../../tests/stage/pair.ts';
import { until } from '../../../tests/stage/until.ts';

const PAYLOAD = { webhook_request_id: 'w-1', id: 'person-1', status: 'PASSED', custom_data: null };
let webhooks = 0;
/** A webhook that no other test sends. */
const newPayload = () => ({ ...PAYLOAD, webhook_request_id: `new-${++webhooks}` });

const shared = sharedPair();

function post(
  pair: Pair,
  body: string | Buffer<ArrayBuffer>,
  secret: string | undefined = WEBHOOK_SECRET,
) {
  return fetch(`${pair.url}/webhooks/person-completed`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(secret && { 'x-webhook-secret': secret }) },
    body,
  });
}

test('accepts live secrets only', async (t) => {
  const pair = await startPair(t, {
    env: { WEBHOOK_SECRETS: `a-newer-webhook-secret,${WEBHOOK_SECRET}` },
  });
  const body = JSON.stringify(PAYLOAD);
  for (const secret of ['', 'wrong', `${WEBHOOK_SECRET}x`]) {
    const answer = await post(pair, body, secret);
    assert.equal(answer.status, 401);
    assert.match(((await answer.json()) as Problem).type, /webhook-unauthorized$/);
  }
  assert.equal((await post(pair, body)).status, 200);
  assert.equal((await post(pair, body, 'a-newer-webhook-secret')).status, 200);
});

test('accepts nothing without WEBHOOK_SECRETS', async (t) => {
  const pair = await startPair(t, { env: { WEBHOOK_SECRETS: '' } });
  assert.equal((await post(pair, JSON.stringify(PAYLOAD), '')).status, 401);
});

test('relays a webhook_request_id once, with the payload as it came', async () => {
  const payload = newPayload();
  const body = JSON.stringify({ ...payload, more: { kept: [1, 'ñ'] } });
  assert.deepEqual(await (await post(shared, body)).json(), { received: true, duplicate: false });
  assert.deepEqual(await (await post(shared, body)).json(), { received: true, duplicate: true });
  const other = JSON.stringify(newPayload());
  await post(shared, other);
  await shared.receiver.next(({ text }) => text.includes(JSON.parse(other).webhook_request_id));
  const relayed = shared.receiver.received.filter(({ text }) =>
    text.includes(`"${payload.webhook_request_id}"`),
  );
  assert.equal(relayed.length, 1);
  assert.deepEqual(relayed[0]?.event.data, JSON.parse(body));
});

test('recognizes a webhook without an id by its content', async () => {
  const duplicate = async (body: object) =>
    ((await (await post(shared, JSON.stringify(body))).json()) as { duplicate: boolean }).duplicate;
  assert.equal(await duplicate({ id: 'a', status: 'PASSED' }), false);
  assert.equal(await duplicate({ id: 'a', status: 'PASSED' }), true);
  assert.equal(await duplicate({ id: 'a', status: 'FAILED' }), false);
});

test('keeps unrelated webhooks apart whose id is empty or no string', async () => {
  const duplicate = async (body: object) =>
    ((await (await post(shared, JSON.stringify(body))).json()) as { duplicate: boolean }).duplicate;
  for (const webhook_request_id of ['', ' ', 0, null, {}])
    for (const id of ['a', 'b', 'c'])
      assert.equal(await duplicate({ webhook_request_id, id, status: 'PASSED' }), false);
  assert.equal(await duplicate({ webhook_request_id: '', id: 'a', status: 'PASSED' }), true);
});

for (const [engine, database] of Object.entries(ENGINES))
  test(`${engine}: stores a webhook whatever characters it contains`, async (t) => {
    const pair = await startPair(t, { env: await database() });
    const odd = ['\u0000', 'a\u0000b', '\ud800', '\u{1f600}', 'x'.repeat(5_000)];
    for (const [index, text] of odd.entries()) {
      const body = JSON.stringify({ webhook_request_id: `odd-${index}`, id: text, status: text });
      assert.equal((await post(pair, body)).status, 200, body.slice(0, 80));
      const relayed = await pair.receiver.next((one) => one.text.includes(`"odd-${index}"`));
      assert.ok(relayed.text.endsWith(`"data":${body}}`));
    }
  });

test('relays a body that is not JSON byte by byte, flagged, once', async () => {
  const raws = () => shared.receiver.received.filter(({ text }) => text.includes('"raw":'));
  const bodies = ['', '{', 'PASSED', Buffer.from([0x7b, 0xff, 0x00, 0x7d])];
  for (const body of bodies) {
    const answer = await post(shared, body);
    assert.deepEqual(await answer.json(), { received: true, duplicate: false });
    assert.deepEqual(await (await post(shared, body)).json(), { received: true, duplicate: true });
    const raw = Buffer.from(body).toString('base64');
    const { event } = await shared.receiver.next(({ text }) => text.includes(`"raw":"${raw}"`));
    assert.ok(event.type === 'person.completed');
    assert.deepEqual([event.differs, event.raw, event.data], [[''], raw, null]);
  }
  assert.equal(raws().length, bodies.length);
});

test('accepts JSON after a byte order mark', async () => {
  const payload = newPayload();
  await post(shared, `\ufeff${JSON.stringify(payload)}`);
  const { event } = await shared.receiver.next(({ text }) =>
    text.includes(payload.webhook_request_id),
  );
  assert.deepEqual(event.data, payload);
});

test('stores and relays deeply nested data in any member', async (t) => {
  const pair = await startPair(t);
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  for (const member of ['webhook_request_id', 'id', 'status', 'updated_at', '_links', 'reports']) {
    const rest = JSON.stringify({ ...PAYLOAD, webhook_request_id: member, [member]: undefined });
    const answer = await post(pair, `${rest.slice(0, -1)},"${member}":${deep}}`);
    assert.equal(answer.status, 200, member);
  }
  const outcomesOf = async () => {
    const listed = await (await pair.backend('/deliveries')).json();
    const all = (listed as { deliveries: { last_outcome: string | null }[] }).deliveries;
    return all.flatMap(({ last_outcome }) => last_outcome ?? []);
  };
  const outcomes = await until(async () => {
    const all = await outcomesOf();
    return all.length >= 6 && all;
  });
  assert.ok(!outcomes.includes('internal'), outcomes.join());
});

test('relays a payload that differs from the interface whole, and flags it', async (t) => {
  const pair = await startPair(t);
  const link = (href: string) => ({ href, http_methods: ['GET'] });
  const documented = {
    ...PAYLOAD,
    timestamp: '1700000000000',
    created_at: '2026-01-01T00:00:00',
    updated_at: '2026-01-02T00:00:00',
    _links: { person: link('/p'), self: link('/r') },
    reports: { r: { state: 'COMPLETED' } },
    beyond: 1,
  };
  const cases: [unknown, string[] | undefined][] = [
    [documented, undefined],
    [{ ...documented, webhook_request_id: 'w-2', reports: undefined }, undefined],
    [{ ...documented, webhook_request_id: 'w-3', status: 'ARCHIVED' }, ['/status']],
    [{ ...documented, webhook_request_id: 'w-empty', status: '' }, ['/status']],
    [{ ...documented, webhook_request_id: 'w-4', id: 7, reports: [] }, ['/id', '/reports']],
    [{ ...documented, webhook_request_id: 9, _links: {} }, ['/webhook_request_id', '/_links']],
    [[1, 2], ['']],
    ['PASSED', ['']],
    [null, ['']],
  ];
  for (const [payload, differs] of cases) {
    const body = JSON.stringify(payload);
    assert.equal((await post(pair, body)).status, 200, body);
    const { event } = await pair.receiver.next(({ text }) => text.endsWith(`"data":${body}}`));
    assert.deepEqual(event.type === 'person.completed' && event.differs, differs, body);
  }
  const metrics = await (await fetch(`${pair.url}/metrics`)).text();
  assert.match(metrics, /^precandidate_webhooks_total\{outcome="differing"\} 7$/m);
});

test('accepts a webhook with many details: a rejected one may never come again', async () => {
  const reports = Object.fromEntries(
    Array.from({ length: 3_000 }, (_, i) => [`r${i}`, 'x'.repeat(200)]),
  );
  const body = JSON.stringify({ ...newPayload(), reports });
  assert.ok(body.length > 512 * 1_024);
  assert.equal((await post(shared, body)).status, 200);
});

test('lists and replays deliveries', async (t) => {
  const pair = await startPair(t);
  pair.receiver.answer(410);
  await post(pair, JSON.stringify(PAYLOAD));
  const failed = await until(async () => {
    const answer = await pair.backend('/deliveries?state=pending');
    const { deliveries } = (await answer.json()) as {
      deliveries: { id: string; person_id: string | null; last_outcome: string | null }[];
    };
    return deliveries.find(({ last_outcome }) => last_outcome === '410');
  });
  assert.equal(failed.person_id, PAYLOAD.id);
  assert.doesNotMatch(JSON.stringify(failed), /custom_data|PASSED|w-1/, 'a list holds no payload');

  const replayed = await pair.backend(`/deliveries/${failed.id}/replay`, { method: 'POST' });
  assert.equal(replayed.status, 202);
  await pair.receiver.next(() => pair.receiver.received.length === 2);
  const [first, second] = pair.receiver.received;
  assert.equal(first?.headers['webhook-id'], second?.headers['webhook-id']);
  for (const id of ['evt_none', '%00']) {
    const unknown = await pair.backend(`/deliveries/${id}/replay`, { method: 'POST' });
    assert.equal(unknown.status, 404);
    assert.equal(((await unknown.json()) as Problem).title, 'There is no such delivery');
  }
});

test('does not relay to a private address unless allowed', async (t) => {
  const pair = await startPair(t, { env: { RELAY_ALLOW_PRIVATE: 'false' } });
  await post(pair, JSON.stringify(PAYLOAD));
  const outcome = await until(async () => {
    const answer = await pair.backend('/deliveries');
    const { deliveries } = (await answer.json()) as {
      deliveries: { last_outcome: string | null }[];
    };
    return deliveries[0]?.last_outcome ?? undefined;
  });
  assert.equal(outcome, 'private-address');
  assert.equal(pair.receiver.received.length, 0);
});

test('keeps the webhook of a caller that names one, and does not send our secret there', async () => {
  const created = await shared.backend('/pe/persons', {
    body: {
      document_id: '44556677',
      pipeline: { name: 'peru_basic' },
      webhook_url: shared.receiver.url,
      webhook_headers: { 'x-mine': 'yes' },
    },
  });
  assert.ok(created.ok);
  const { headers } = await shared.receiver.next((one) => one.headers['x-mine'] === 'yes');
  assert.equal(headers['x-webhook-secret'], undefined);
});
