import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import { BACKEND_KEY, type Pair, startPair, WEBHOOK_SECRET } from '../../../tests/stage/pair.ts';
import { startScriptedService } from './scripted-service.ts';

test('POST /{country}/persons passes the Idempotency-Key on, so that a retry creates no second person', async (t) => {
  const keys: unknown[] = [];
  const { apiUrl } = await startScriptedService(t, (request, response) => {
    keys.push(request.headers['idempotency-key']);
    response.end('"person-1"');
  });
  const pair = await startPair(t, { env: { UPSTREAM_URL: apiUrl } });
  const create = (headers: Record<string, string>) =>
    fetch(`${pair.url}/pe/persons`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${pair.env['BACKEND_KEYS']?.split(',')[0]}`,
        'content-type': 'application/json',
        ...headers,
      },
      body: JSON.stringify({ document_id: '44556677' }),
    });
  assert.equal((await create({ 'idempotency-key': 'one' })).status, 200);
  assert.equal((await create({})).status, 200);
  assert.deepEqual(keys, ['one', undefined]);
});

/** JSON whose numbers, escapes, and spaces change when it is parsed and serialized again. */
const EXACT =
  '{ "custom_data": {"n": 1234567890123456789, "f": 1.10, "e": 1E400, "z": -0},\n "t": "\\u00f1" }';

/** A service that records the bodies that it gets, and answers each with `answer`. */
async function startRecorder(t: TestContext, answer: string) {
  const bodies: string[] = [];
  const { apiUrl } = await startScriptedService(t, async (request, response) => {
    bodies.push(await text(request));
    response.writeHead(201, { 'content-type': 'application/json' }).end(answer);
  });
  return { apiUrl, bodies };
}

const postText = (pair: Pair, path: string, body: string) =>
  fetch(pair.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${BACKEND_KEY}`, 'content-type': 'application/json' },
    body,
  });

test('relays the creation of a precandidate byte for byte, both ways', async (t) => {
  const { apiUrl, bodies } = await startRecorder(t, EXACT);
  const pair = await startPair(t, { env: { UPSTREAM_URL: apiUrl } });
  const created = await postText(pair, '/precandidate', EXACT);
  assert.equal(created.status, 201);
  assert.equal(await created.text(), EXACT);
  assert.deepEqual(bodies, [EXACT]);
});

test('relays the creation of a person byte for byte, both ways', async (t) => {
  const { apiUrl, bodies } = await startRecorder(t, EXACT);
  const pair = await startPair(t, { env: { UPSTREAM_URL: apiUrl, WEBHOOK_SECRETS: '' } });
  const created = await postText(pair, '/pe/persons', EXACT);
  assert.equal(await created.text(), EXACT);
  assert.deepEqual(bodies, [EXACT]);
});

test('adds its own webhook to a person without changing a number', async (t) => {
  const { apiUrl, bodies } = await startRecorder(t, '"person-1"');
  const pair = await startPair(t, { env: { UPSTREAM_URL: apiUrl } });
  const body = `{"webhook_headers":{"x-own":"1"},${EXACT.slice(1)}`;
  assert.equal((await postText(pair, '/pe/persons', body)).status, 201);
  const [sent = ''] = bodies;
  for (const number of ['1234567890123456789', '1.10', '1E400', '-0'])
    assert.match(sent, new RegExp(`:${number}[,}]`));
  const { webhook_url, webhook_headers, t: letter } = JSON.parse(sent) as Record<string, unknown>;
  assert.equal(webhook_url, `${pair.url}/webhooks/person-completed`);
  assert.deepEqual(webhook_headers, { 'x-own': '1', 'X-Webhook-Secret': WEBHOOK_SECRET });
  assert.equal(letter, 'ñ');
});
