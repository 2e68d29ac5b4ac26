import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import { type Pair, startPair, WEBHOOK_SECRET } from 'precandidate-testing/pair.ts';
import { serve } from 'precandidate-testing/resources.ts';
import { requestProxy } from 'precandidate-testing/service.ts';

/** JSON whose numbers, escapes, and spaces change when it is parsed and serialized again. */
const EXACT =
  '{ "custom_data": {"n": 1234567890123456789, "f": 1.10, "e": 1E400, "z": -0},\n "t": "\\u00f1" }';

/** A service that keeps the posts that it gets, and answers each request with `answer`. */
async function startRecorder(t: TestContext, answer: string, env: Record<string, string> = {}) {
  const received: { body: string; headers: IncomingHttpHeaders }[] = [];
  const origin = await serve(t, async (request, response) => {
    const body = await text(request);
    // The proxy asks once at the start whether the service is there.
    if (request.method === 'POST') received.push({ body, headers: request.headers });
    response.writeHead(201, { 'content-type': 'application/json' }).end(answer);
  });
  return { received, pair: await startPair(t, { env: { UPSTREAM_URL: `${origin}/v3`, ...env } }) };
}
const post = ({ url }: Pair, path: string, body: string, headers: Record<string, string> = {}) =>
  requestProxy(url, path, { body, headers });

test('passes the Idempotency-Key on, so that a retry creates no second record', async (t) => {
  const { pair, received } = await startRecorder(t, '"person-1"');
  for (const path of ['/pe/persons', '/precandidate'])
    for (const key of [{ 'idempotency-key': path }, {}]) await post(pair, path, '{"a":"1"}', key);
  const keys = received.map(({ headers }) => headers['idempotency-key']);
  assert.deepEqual(keys, ['/pe/persons', undefined, '/precandidate', undefined]);
});

for (const [path, env] of [
  ['/precandidate', {}],
  ['/pe/persons', { WEBHOOK_SECRETS: '' }],
] as const)
  test(`relays POST ${path} byte for byte, both ways`, async (t) => {
    const { pair, received } = await startRecorder(t, EXACT, env);
    // The service may not read a byte order mark.
    const created = await post(pair, path, `\ufeff${EXACT}`);
    assert.equal(created.status, 201);
    assert.equal(await created.text(), EXACT);
    assert.deepEqual(
      received.map(({ body }) => body),
      [EXACT],
    );
  });

test('adds its own webhook to a person without changing a number; any body is a response', async (t) => {
  const { pair, received } = await startRecorder(t, 'an id in plain text');
  const webhook = '"webhook_url":null,"webhook_headers":{"x-own":"1","x-webhook-secret":"x"}';
  const body = `{${webhook},${EXACT.slice(1)}`;
  const created = await post(pair, '/pe/persons', body);
  assert.deepEqual([created.status, await created.text()], [201, 'an id in plain text']);
  const sent = received[0]?.body ?? '';
  for (const number of ['1234567890123456789', '1.10', '1E400', '-0'])
    assert.match(sent, new RegExp(`:${number}[,}]`));
  const { webhook_url, webhook_headers, t: letter } = JSON.parse(sent) as Record<string, unknown>;
  assert.equal(webhook_url, `${pair.url}/webhooks/person-completed`);
  assert.deepEqual(webhook_headers, { 'x-own': '1', 'X-Webhook-Secret': WEBHOOK_SECRET });
  assert.equal(letter, 'ñ');
});
