import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import {
  createProxyClient,
  type UiSchema,
  verifyEvent,
  WebhookVerificationError,
} from 'precandidate-client';
import { Webhook } from 'standardwebhooks';
import { BACKEND_KEY, sharedPair } from 'precandidate-testing/pair.ts';
import { serve } from 'precandidate-testing/resources.ts';
import { proxyApiTypes } from '../generate.ts';

const pair = sharedPair();
const SECRET = `whsec_${randomBytes(32).toString('base64')}`;

test('creates a precandidate and a session, and reads the record', async () => {
  const client = createProxyClient({ url: pair.url, key: BACKEND_KEY });
  const created = await client.POST('/precandidate', {
    body: { country_code: 'PE', pipeline_name: 'peru_basic', email: 'ana@example.com' },
  });
  assert.ok(created.data);
  const { person_id, precandidate_id: form_id } = created.data;

  const ui_schema: UiSchema = { document_id: { 'ui:title': 'DNI' } };
  const body = { person_id, form_id, html: false, ui_schema };
  const session = await client.POST('/sessions', { body });
  assert.match(session.data?.token ?? '', /^eyJ/);

  const records = await client.GET('/precandidate/{person_id}', {
    params: { path: { person_id } },
  });
  assert.equal(records.data?.[0]?.precandidate_status, 'CREATED');
});

test('resolves to the problem of an error response', async () => {
  const client = createProxyClient({ url: pair.url, key: 'not-a-key' });
  const { data, error, response } = await client.GET('/submissions');
  assert.equal(data, undefined);
  assert.equal(response.status, 401);
  assert.equal(error?.title, 'A valid key is required');
});

test('rejects what something between responds in place of the proxy', async (t) => {
  const responses: [number, string, string][] = [
    [502, '', ''],
    [503, 'text/html', '<h1>Unavailable</h1>'],
    [401, 'application/json', 'null'],
    [200, 'text/html', '<h1>Sign in</h1>'],
    [200, '', ''],
  ];
  const url = await serve(t, (request, response) => {
    const [status, type, body] = responses[Number(request.url?.split('/')[2])] ?? [204, '', ''];
    response.writeHead(status, type ? { 'content-type': type } : {}).end(body);
  });
  const client = createProxyClient({ url, key: BACKEND_KEY });
  for (const [index, [status]] of responses.entries())
    await assert.rejects(
      client.DELETE('/persons/{person_id}', { params: { path: { person_id: String(index) } } }),
      ({ message }: Error) => message.startsWith(`Not a response of the proxy: ${status}`),
    );
});

/** A signed event, `age` seconds old. */
function signedEvent(age = 0) {
  const body = JSON.stringify({ type: 'person.completed', timestamp: '2026-11-22T00:00:00Z' });
  const time = new Date(Date.now() - age * 1000);
  return {
    body,
    headers: {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(time.getTime() / 1000)),
      'webhook-signature': new Webhook(SECRET).sign('evt_1', time, body),
    },
  };
}

test('verifies an event, with the headers of Node or of fetch', () => {
  const { body, headers } = signedEvent();
  for (const each of [headers, new Headers(headers)])
    assert.equal(verifyEvent({ body, headers: each, secret: SECRET }).type, 'person.completed');
  assert.equal(
    verifyEvent({ body: Buffer.from(body), headers, secret: SECRET }).type,
    'person.completed',
  );
});

test('rejects an event that was changed, is too old, or has no signature', () => {
  const { body, headers } = signedEvent();
  const old = signedEvent(600);
  for (const request of [
    { body: body.replace('completed', 'deleted'), headers },
    { body: old.body, headers: old.headers },
    { body, headers: { ...headers, 'webhook-signature': undefined } },
  ])
    assert.throws(() => verifyEvent({ ...request, secret: SECRET }), WebhookVerificationError);
});

test('the generated types are those of /openapi.json; if not, run npm run generate:client', async () => {
  const file = new URL('../src/generated/proxy-api.ts', import.meta.url);
  assert.equal(await readFile(file, 'utf8'), await proxyApiTypes());
});
