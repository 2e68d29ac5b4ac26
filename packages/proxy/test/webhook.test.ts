import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
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

test('relays a body that is not JSON byte by byte, flagged', async () => {
  const bodies = ['', '{', 'PASSED', Buffer.from([0x7b, 0xff, 0x00, 0x7d])];
  for (const body of bodies) {
    assert.equal(await isDuplicate(body), false);
    const raw = Buffer.from(body).toString('base64');
    const { event } = await shared.receiver.next(({ text }) => text.includes(`"raw":"${raw}"`));
    assert.ok(event.type === 'person.completed');
    assert.deepEqual([event.differs, event.raw, event.data], [[''], raw, null]);
  }
});

/** Sends a webhook with these headers. */
async function post(body: string | Buffer, headers: Record<string, string>): Promise<void> {
  const response = await fetch(`${shared.url}/webhooks/person-completed`, {
    method: 'POST',
    headers: { 'x-webhook-secret': WEBHOOK_SECRET, ...headers },
    body,
  });
  assert.equal(response.status, 200, JSON.stringify(headers));
}

const JOSE = { ...PAYLOAD, custom_data: 'José' };
const encoded = (content: Buffer, encoding: string, charset = 'utf-8') => ({
  content,
  headers: {
    'content-encoding': encoding,
    'content-type': `application/json; charset="${charset}"`,
  },
});

test('reads a webhook as its headers declare', async () => {
  const text = (id: string) => JSON.stringify({ ...JOSE, webhook_request_id: id });
  for (const { content, headers } of [
    encoded(gzipSync(text('as-0')), 'gzip'),
    encoded(gzipSync(text('as-1')), 'X-GZIP'),
    encoded(deflateSync(text('as-2')), 'deflate'),
    encoded(brotliCompressSync(text('as-3')), 'br'),
    encoded(zstdCompressSync(text('as-4')), 'zstd'),
    encoded(Buffer.from(text('as-5'), 'latin1'), 'identity', 'ISO-8859-1'),
    encoded(Buffer.from(text('as-6'), 'utf16le'), '', 'utf-16le'),
    encoded(gzipSync(Buffer.from(text('as-7'), 'latin1')), 'gzip', 'windows-1252'),
    // What they declare is wrong.
    encoded(Buffer.from(text('as-8')), 'gzip', 'iso-8859-1'),
    encoded(Buffer.from(text('as-9')), 'constructor', 'none'),
  ])
    await post(content, headers);
  for (let index = 0; index < 10; index += 1) {
    const id = `as-${index}`;
    const { event } = await shared.receiver.next((one) => one.text.includes(`"${id}"`));
    assert.deepEqual(event.data, { ...JOSE, webhook_request_id: id });
  }
});

test('relays what it cannot read with its bytes, and keeps nothing of it after that', async () => {
  const bomb = gzipSync(Buffer.alloc(9 * 1024 * 1024, ' '));
  for (const { content, headers } of [
    encoded(gzipSync(JSON.stringify(JOSE)).subarray(0, 20), 'gzip'),
    encoded(bomb, 'gzip'),
    encoded(gzipSync(JSON.stringify(JOSE)), 'compress'),
    encoded(Buffer.from(JSON.stringify(JOSE), 'utf16le'), '', 'none'),
  ]) {
    await post(content, headers);
    const raw = content.toString('base64');
    const { event } = await shared.receiver.next((one) => one.text.includes(`"raw":"${raw}"`));
    assert.ok(event.type === 'person.completed');
    assert.deepEqual([event.differs, event.data], [[''], null]);
  }
  await shared.webhook({ ...newPayload(), id: 'named' });
  await until(async () => {
    const { deliveries } = (await (await shared.backend('/deliveries')).json()) as {
      deliveries: { person_id: string | null }[];
    };
    const ids = deliveries.map(({ person_id }) => person_id);
    return ids.includes('named') && !ids.includes(null);
  });
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
  await until(() => Promise.resolve(pair.receiver.received.length === 6));
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
