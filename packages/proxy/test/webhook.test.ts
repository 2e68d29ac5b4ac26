import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENGINES } from './on-both-engines.ts';
import { sharedPair, startPair, WEBHOOK_SECRET } from 'precandidate-testing/pair.ts';
import { assertProblem } from 'precandidate-testing/service.ts';
import { until } from 'precandidate-testing/until.ts';
import webhookCases from './webhooks.json' with { type: 'json' };

const PAYLOAD = { webhook_request_id: 'w-1', id: 'person-1', status: 'PASSED', custom_data: null };
let webhooks = 0;
/** A webhook that no other test sends. */
const newPayload = () => ({ ...PAYLOAD, webhook_request_id: `new-${++webhooks}` });

const shared = sharedPair();

/** Whether the proxy knew a webhook already. */
async function isDuplicate(body: object | string): Promise<boolean> {
  const { received, duplicate } = (await (await shared.webhook(body)).json()) as {
    received: boolean;
    duplicate: boolean;
  };
  assert.equal(received, true);
  return duplicate;
}

test('accepts live secrets only', async (t) => {
  const WEBHOOK_SECRETS = `a-newer-webhook-secret,${WEBHOOK_SECRET}`;
  const pair = await startPair(t, { env: { WEBHOOK_SECRETS } });
  for (const secret of ['', 'wrong', `${WEBHOOK_SECRET}x`])
    await assertProblem(await pair.webhook(PAYLOAD, secret), 'webhook-unauthorized');
  for (const secret of WEBHOOK_SECRETS.split(','))
    assert.equal((await pair.webhook(PAYLOAD, secret)).status, 200);
  await pair.restart({ WEBHOOK_SECRETS: '' });
  await assertProblem(await pair.webhook(PAYLOAD, ''), 'webhook-unauthorized');
});

test('relays a webhook_request_id once, with the payload as it came', async () => {
  const payload = { ...newPayload(), more: { kept: [1, 'ñ'] } };
  assert.deepEqual([await isDuplicate(payload), await isDuplicate(payload)], [false, true]);
  const other = newPayload();
  await shared.webhook(other);
  await shared.receiver.next(({ text }) => text.includes(other.webhook_request_id));
  const relayed = shared.receiver.received.filter(({ text }) =>
    text.includes(`"${payload.webhook_request_id}"`),
  );
  assert.equal(relayed.length, 1);
  assert.deepEqual(relayed[0]?.event.data, payload);
});

test('recognizes a webhook without a usable id by its content', async () => {
  for (const webhook_request_id of [undefined, '', ' ', 0, null, {}])
    for (const [status, known] of [
      ['PASSED', false],
      ['PASSED', true],
      ['FAILED', false],
    ] as const)
      assert.equal(await isDuplicate({ webhook_request_id, id: 'a', status }), known);
});

for (const [engine, database] of Object.entries(ENGINES))
  test(`${engine}: stores a webhook whatever characters it contains`, async (t) => {
    const pair = await startPair(t, { env: await database(t) });
    const odd = ['\u0000', 'a\u0000b', '\ud800', '\u{1f600}', 'x'.repeat(5_000)];
    for (const [index, text] of odd.entries()) {
      const body = JSON.stringify({ webhook_request_id: `odd-${index}`, id: text, status: text });
      assert.equal((await pair.webhook(body)).status, 200, body.slice(0, 80));
      const relayed = await pair.receiver.next((one) => one.text.includes(`"odd-${index}"`));
      assert.ok(relayed.text.endsWith(`"data":${body}}`));
    }
  });

test('relays a body that is not JSON byte by byte, flagged, once', async () => {
  const bodies = ['', '{', 'PASSED', Buffer.from([0x7b, 0xff, 0x00, 0x7d])];
  for (const body of bodies) {
    assert.deepEqual([await isDuplicate(body), await isDuplicate(body)], [false, true]);
    const raw = Buffer.from(body).toString('base64');
    const { event } = await shared.receiver.next(({ text }) => text.includes(`"raw":"${raw}"`));
    assert.ok(event.type === 'person.completed');
    assert.deepEqual([event.differs, event.raw, event.data], [[''], raw, null]);
  }
  const raws = shared.receiver.received.filter(({ text }) => text.includes('"raw":'));
  assert.equal(raws.length, bodies.length);
});

test('takes a webhook whatever type it claims', async () => {
  const headers = { 'x-webhook-secret': WEBHOOK_SECRET };
  for (const type of ['json', ';;;', '', 'text/html; charset=none']) {
    const body = JSON.stringify(newPayload());
    const init = { method: 'POST', headers: { ...headers, 'content-type': type }, body };
    assert.equal((await fetch(`${shared.url}/webhooks/person-completed`, init)).status, 200, type);
  }
});

test('accepts JSON after a byte order mark', async () => {
  const payload = newPayload();
  await shared.webhook(`\ufeff${JSON.stringify(payload)}`);
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
    const answer = await pair.webhook(`${rest.slice(0, -1)},"${member}":${deep}}`);
    assert.equal(answer.status, 200, member);
  }
  const outcomes = await until(async () => {
    const all = (await pair.deliveries()).flatMap(({ last_outcome }) => last_outcome ?? []);
    return all.length >= 6 && all;
  });
  assert.ok(!outcomes.includes('internal'), outcomes.join());
});

interface WebhookCases {
  /** As the interface documents it. */
  documented: object;
  /** The documented payload with these changes, or another one; `differs` points to them. */
  payloads: { changes?: object; payload?: unknown; differs?: string[] }[];
}

test('relays a payload that differs from the interface whole, and flags it', async (t) => {
  const pair = await startPair(t);
  const { documented, payloads } = webhookCases as unknown as WebhookCases;
  for (const { changes, payload, differs } of payloads) {
    const body = JSON.stringify(changes ? { ...documented, ...changes } : payload);
    assert.equal((await pair.webhook(body)).status, 200, body);
    const { event } = await pair.receiver.next(({ text }) => text.endsWith(`"data":${body}}`));
    assert.deepEqual(event.type === 'person.completed' && event.differs, differs, body);
  }
  assert.match(await pair.metrics(), /^precandidate_webhooks_total\{outcome="differing"\} 7$/m);
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
