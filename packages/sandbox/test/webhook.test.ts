import assert from 'node:assert/strict';
import { test } from 'node:test';
import { send, startClient, type Client, type Json } from './support/client.ts';
import { startReceiver } from './support/receiver.ts';
import { until } from './support/until.ts';

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}$/;

interface LoggedWebhook {
  webhook_request_id: string;
  person_id: string;
  url: string;
  state: string;
  attempts: { attempted_at: string; status: number | null; error: string | null }[];
}

const createPerson = async (sandbox: Client, creation: Json) => {
  const body = { document_id: '45678918', pipeline: { name: 'peru_basic' }, ...creation };
  return (await sandbox.api<string>('POST', '/pe/persons', body)).body;
};

const logOf = async (sandbox: Client) =>
  (await sandbox.control<LoggedWebhook[]>('GET', '/webhooks')).body;

const settled = (sandbox: Client) =>
  until(async () => {
    const log = await logOf(sandbox);
    return log.length > 0 && log.every(({ state }) => state !== 'due') && log;
  });

test('the payload has the documented fields, and reports only with details', async (t) => {
  const receiver = await startReceiver(t);
  const sandbox = await startClient(t, { report_delay_ms: 0 });
  const custom_data = { ref: ['a', 1] };
  const person_id = await createPerson(sandbox, { webhook_url: receiver.url, custom_data });
  const { body } = await receiver.next();
  const { webhook_request_id, timestamp, created_at, updated_at, ...rest } = body;
  assert.match(String(webhook_request_id), /^[0-9a-f-]{36}$/);
  assert.match(String(timestamp), /^\d{13}$/);
  assert.equal(typeof timestamp, 'string');
  assert.match(String(created_at), TIMESTAMP);
  assert.match(String(updated_at), TIMESTAMP);
  assert.deepEqual(rest, {
    _links: {
      person: { href: `${sandbox.apiUrl}/PE/persons/${person_id}`, http_methods: ['GET'] },
      self: { href: `${sandbox.apiUrl}/PE/reports/${person_id}`, http_methods: ['GET'] },
    },
    id: person_id,
    status: 'INFO',
    custom_data,
  });
});

test('with webhook_details the payload maps each report to its status', async (t) => {
  const receiver = await startReceiver(t);
  const sandbox = await startClient(t, { report_delay_ms: 0 });
  await createPerson(sandbox, { webhook_url: receiver.url, webhook_details: true });
  const { body } = await receiver.next();
  const reports = body.reports as Record<string, Json>;
  assert.deepEqual(Object.keys(reports), ['document_id_status', 'criminal_records']);
  const { created_at, updated_at, ...rest } = reports.criminal_records ?? {};
  assert.deepEqual(rest, { state: 'COMPLETED', outcome: 'INFO' });
  assert.match(String(created_at), TIMESTAMP);
  assert.equal(updated_at, body.updated_at, 'the folder ends with its last report');
});

test('custom_data is null in the payload when none was given', async (t) => {
  const receiver = await startReceiver(t);
  const sandbox = await startClient(t, { report_delay_ms: 0 });
  await createPerson(sandbox, { webhook_url: receiver.url });
  assert.equal((await receiver.next()).body.custom_data, null);
});

test('the request is JSON and carries the custom headers', async (t) => {
  const receiver = await startReceiver(t);
  const sandbox = await startClient(t, { report_delay_ms: 0 });
  const webhook_headers = { 'X-Webhook-Secret': 's3cret', 'x-tenant': 'andes' };
  await createPerson(sandbox, { webhook_url: receiver.url, webhook_headers });
  const { headers } = await receiver.next();
  assert.equal(headers['x-webhook-secret'], 's3cret');
  assert.equal(headers['x-tenant'], 'andes');
  assert.equal(headers['content-type'], 'application/json');
});

test('the status is final when the webhook arrives', async (t) => {
  const receiver = await startReceiver(t);
  const sandbox = await startClient(t, { report_delay_ms: 20 });
  const person_id = await createPerson(sandbox, { webhook_url: receiver.url });
  const { body: payload } = await receiver.next();
  const { body: status } = await sandbox.api('GET', `/pe/persons/${person_id}/status`);
  assert.equal(status.status, payload.status);
  assert.equal(status.updated_at, payload.updated_at);
});

test('sends one webhook per person', async (t) => {
  const receiver = await startReceiver(t);
  const sandbox = await startClient(t);
  const person_id = await createPerson(sandbox, { webhook_url: receiver.url });
  await sandbox.control('POST', `/persons/${person_id}/complete`);
  await sandbox.control('POST', `/persons/${person_id}/complete`);
  assert.equal((await settled(sandbox)).length, 1);
  assert.equal(receiver.count(), 1);
});

test('the organisation’s endpoint receives webhooks of persons without their own, precandidates included', async (t) => {
  const organisation = await startReceiver(t);
  const own = await startReceiver(t);
  const sandbox = await startClient(t, { report_delay_ms: 0 });
  await sandbox.control('PUT', '/organisation-webhook', {
    webhook_url: organisation.url,
    webhook_headers: { 'x-org': 'yes' },
    webhook_details: true,
  });
  const record = await sandbox.create('peru_basic');
  const data = { document_id: '45678912', city_locode: 'PE LIM' };
  await send(record.form_url, { method: 'POST', body: data });
  const fromPrecandidate = await organisation.next();
  assert.equal(fromPrecandidate.body.id, record.person_id);
  assert.equal(fromPrecandidate.headers['x-org'], 'yes');
  assert.ok('reports' in fromPrecandidate.body);

  const person_id = await createPerson(sandbox, {});
  assert.equal((await organisation.next()).body.id, person_id);
  await createPerson(sandbox, { webhook_url: own.url });
  await own.next();
  assert.equal(organisation.count(), 2);
});

test('the organisation’s endpoint can be set at start and removed', async (t) => {
  const receiver = await startReceiver(t);
  const sandbox = await startClient(t, {
    organisation_webhook: {
      webhook_url: receiver.url,
      webhook_headers: {},
      webhook_details: false,
    },
  });
  const first = await createPerson(sandbox, {});
  await sandbox.control('POST', `/persons/${first}/complete`);
  assert.equal((await receiver.next()).body.id, first);
  await sandbox.control('PUT', '/organisation-webhook', { webhook_url: null });
  const second = await createPerson(sandbox, {});
  await sandbox.control('POST', `/persons/${second}/complete`);
  assert.equal((await logOf(sandbox)).length, 1);
});

test('retries a failed webhook with the same webhook_request_id', async (t) => {
  const receiver = await startReceiver(t, [500, 302]);
  const sandbox = await startClient(t, { report_delay_ms: 0, webhook_retry_ms: [1, 1] });
  await createPerson(sandbox, { webhook_url: receiver.url });
  const arrivals = [await receiver.next(), await receiver.next(), await receiver.next()];
  assert.equal(new Set(arrivals.map(({ body }) => body.webhook_request_id)).size, 1);
  const [webhook] = await settled(sandbox);
  assert.equal(webhook?.state, 'delivered');
  assert.equal(webhook?.url, receiver.url);
  assert.deepEqual(
    webhook?.attempts.map(({ status }) => status),
    [500, 302, 200],
  );
});

test('gives a webhook up after the last retry', async (t) => {
  const receiver = await startReceiver(t, [500, 503, 404]);
  const sandbox = await startClient(t, { report_delay_ms: 0, webhook_retry_ms: [1, 1] });
  await createPerson(sandbox, { webhook_url: receiver.url });
  const [webhook] = await settled(sandbox);
  assert.equal(webhook?.state, 'given_up');
  assert.deepEqual(
    webhook?.attempts.map(({ status }) => status),
    [500, 503, 404],
  );
});

test('an attempt without a response fails after webhook_timeout_ms', async (t) => {
  const receiver = await startReceiver(t, [0]);
  const sandbox = await startClient(t, {
    report_delay_ms: 0,
    webhook_retry_ms: [1],
    webhook_timeout_ms: 5_000,
  });
  await createPerson(sandbox, { webhook_url: receiver.url });
  const [webhook] = await settled(sandbox);
  assert.deepEqual(
    webhook?.attempts.map(({ status, error }) => status ?? error),
    ['timed out', 200],
  );
});

test('logs why a receiver cannot be reached', async (t) => {
  const sandbox = await startClient(t, { report_delay_ms: 0, webhook_retry_ms: [] });
  await createPerson(sandbox, { webhook_url: 'http://127.0.0.1:1/completed' });
  const [webhook] = await settled(sandbox);
  assert.equal(webhook?.state, 'given_up');
  assert.equal(webhook?.attempts[0]?.status, null);
  assert.equal(typeof webhook?.attempts[0]?.error, 'string');
});

test('the log contains neither header values nor custom data', async (t) => {
  const receiver = await startReceiver(t);
  const sandbox = await startClient(t, { report_delay_ms: 0 });
  await createPerson(sandbox, {
    webhook_url: receiver.url,
    webhook_headers: { 'x-secret': 'hidden-header' },
    custom_data: 'hidden-data',
  });
  await receiver.next();
  await settled(sandbox);
  const { text } = await sandbox.control('GET', '/webhooks');
  assert.doesNotMatch(text, /hidden/);
});

test('lost: the folder completes and nothing is sent', async (t) => {
  const receiver = await startReceiver(t);
  const sandbox = await startClient(t);
  await sandbox.control('POST', '/webhooks', { mode: 'lost' });
  const person_id = await createPerson(sandbox, { webhook_url: receiver.url });
  await sandbox.control('POST', `/persons/${person_id}/complete`);
  assert.deepEqual(
    (await settled(sandbox)).map(({ state, attempts }) => ({ state, attempts })),
    [{ state: 'lost', attempts: [] }],
  );
  await sandbox.control('POST', '/webhooks', { mode: 'normal' });
  const other = await createPerson(sandbox, { webhook_url: receiver.url });
  await sandbox.control('POST', `/persons/${other}/complete`);
  assert.equal((await receiver.next()).body.id, other, 'the first to arrive is the second one');
});

test('doubled: the same webhook arrives twice', async (t) => {
  const receiver = await startReceiver(t);
  const sandbox = await startClient(t, { report_delay_ms: 0 });
  await sandbox.control('POST', '/webhooks', { mode: 'doubled' });
  await createPerson(sandbox, { webhook_url: receiver.url });
  const [first, second] = [await receiver.next(), await receiver.next()];
  assert.deepEqual(first.body, second.body);
  assert.equal((await settled(sandbox)).length, 2);
});

test('early: one webhook with the final status, before the folder completes', async (t) => {
  const receiver = await startReceiver(t);
  const sandbox = await startClient(t);
  await sandbox.control('POST', '/webhooks', { mode: 'early' });
  const person_id = await createPerson(sandbox, {
    webhook_url: receiver.url,
    webhook_details: true,
  });
  const { body } = await receiver.next();
  assert.equal(body.status, 'INFO');
  const status = async () =>
    (await sandbox.api('GET', `/pe/persons/${person_id}/status`)).body.status;
  assert.equal(await status(), 'PENDING');
  await sandbox.control('POST', `/persons/${person_id}/complete`);
  assert.equal(await status(), 'INFO');
  assert.equal((await settled(sandbox)).length, 1);
});

test('rejects an unknown mode and an invalid endpoint with 422', async (t) => {
  const sandbox = await startClient(t);
  assert.equal((await sandbox.control('POST', '/webhooks', { mode: 'late' })).status, 422);
  const wrong = { webhook_url: 'ftp://host/' };
  assert.equal((await sandbox.control('PUT', '/organisation-webhook', wrong)).status, 422);
});

test('a webhook can carry a replaced member or megabytes of padding', async (t) => {
  const receiver = await startReceiver(t);
  const sandbox = await startClient(t, { report_delay_ms: 0 });
  const distort = (body: Json) => sandbox.control('POST', '/webhooks', body);

  await distort({ payload: { webhook_request_id: '', id: 'a\u0000b' } });
  await createPerson(sandbox, { webhook_url: receiver.url });
  const { body } = await receiver.next();
  assert.deepEqual([body.webhook_request_id, body.id], ['', 'a\u0000b']);

  await distort({ padding_bytes: 8_000_000 });
  const person_id = await createPerson(sandbox, { webhook_url: receiver.url });
  const large = (await receiver.next()).body;
  assert.equal(large.id, person_id);
  assert.equal(JSON.stringify(large.padding).length, 8_000_002);

  await distort({ mode: 'normal' });
  await createPerson(sandbox, { webhook_url: receiver.url });
  assert.equal((await receiver.next()).body.padding, undefined);
});
