import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { SandboxSettings } from 'precandidate-sandbox';
import { PERU, send, startClient, TIMESTAMP, type Client, type Json } from './support/client.ts';
import { startReceiver } from './support/receiver.ts';
import { until } from 'precandidate-testing/until.ts';

interface LoggedWebhook {
  webhook_request_id: string;
  person_id: string;
  url: string;
  state: string;
  attempts: { attempted_at: string; status: number | null; error: string | null }[];
}

/** A sandbox and a receiver that responds with `statuses`; persons complete at once. */
async function start(
  t: TestContext,
  statuses: number[] = [],
  settings: Partial<SandboxSettings> = {},
) {
  const receiver = await startReceiver(t, statuses);
  const sandbox = await startClient(t, { report_delay_ms: 0, ...settings });
  const complete = (person_id: string) => sandbox.control('POST', `/persons/${person_id}/complete`);
  const create = (creation: Json = {}) =>
    sandbox.createPerson({ document_id: '45678918', webhook_url: receiver.url, ...creation });
  return { receiver, sandbox, create, complete };
}
const MANUAL = { report_delay_ms: 3_600_000 };

const logOf = async (sandbox: Client) =>
  (await sandbox.control<LoggedWebhook[]>('GET', '/webhooks')).body;

const settled = (sandbox: Client) =>
  until(async () => {
    const log = await logOf(sandbox);
    return log.length > 0 && log.every(({ state }) => state !== 'due') && log;
  });

test('the payload has the documented fields, and reports only with details', async (t) => {
  const { receiver, sandbox, create } = await start(t);
  const custom_data = { ref: ['a', 1] };
  const person_id = await create({ custom_data });
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
  const { body: status } = await sandbox.api('GET', `/pe/persons/${person_id}/status`);
  assert.deepEqual([status.status, status.updated_at], ['INFO', updated_at], 'it is final');
});

test('with webhook_details the payload maps each report to its status', async (t) => {
  const { receiver, create } = await start(t);
  await create({ webhook_details: true });
  const { body } = await receiver.next();
  const reports = body.reports as Record<string, Json>;
  assert.deepEqual(Object.keys(reports), ['document_id_status', 'criminal_records']);
  const { created_at, updated_at, ...rest } = reports.criminal_records ?? {};
  assert.deepEqual(rest, { state: 'COMPLETED', outcome: 'INFO' });
  assert.match(String(created_at), TIMESTAMP);
  assert.equal(updated_at, body.updated_at, 'the folder ends with its last report');
  assert.equal(body.custom_data, null, 'when none was given');
});

test('the request is JSON and carries the custom headers; the log has no values', async (t) => {
  const { receiver, sandbox, create } = await start(t);
  const webhook_headers = { 'X-Webhook-Secret': 'hidden-secret', 'x-tenant': 'hidden-tenant' };
  await create({ webhook_headers, custom_data: 'hidden-data' });
  const { headers } = await receiver.next();
  assert.equal(headers['x-webhook-secret'], 'hidden-secret');
  assert.equal(headers['x-tenant'], 'hidden-tenant');
  assert.equal(headers['content-type'], 'application/json');
  await settled(sandbox);
  assert.doesNotMatch((await sandbox.control('GET', '/webhooks')).text, /hidden/);
});

test('sends one webhook per person', async (t) => {
  const { receiver, sandbox, create, complete } = await start(t, [], MANUAL);
  const person_id = await create();
  await complete(person_id);
  await complete(person_id);
  assert.equal((await settled(sandbox)).length, 1);
  assert.equal(receiver.count(), 1);
});

test('the organisation’s endpoint receives webhooks of persons without their own, precandidates included', async (t) => {
  const { receiver: own, sandbox, create } = await start(t);
  const organisation = await startReceiver(t);
  const target = { webhook_headers: { 'x-org': 'yes' }, webhook_details: true };
  const set = (webhook_url: string | null) =>
    sandbox.control('PUT', '/organisation-webhook', { webhook_url, ...target });
  await set(organisation.url);
  const record = await sandbox.create('peru_basic');
  await send(record.form_url, { method: 'POST', body: PERU });
  const fromPrecandidate = await organisation.next();
  assert.equal(fromPrecandidate.body.id, record.person_id);
  assert.equal(fromPrecandidate.headers['x-org'], 'yes');
  assert.ok('reports' in fromPrecandidate.body);

  const person_id = await create({ webhook_url: undefined });
  assert.equal((await organisation.next()).body.id, person_id);
  await create();
  await own.next();
  await set(null);
  await create({ webhook_url: undefined });
  assert.equal((await settled(sandbox)).length, 3);
  assert.equal(organisation.count(), 2);
});

test('the organisation’s endpoint can be set at start', async (t) => {
  const organisation = await startReceiver(t);
  const target = { webhook_url: organisation.url, webhook_headers: {}, webhook_details: false };
  const { create } = await start(t, [], { organisation_webhook: target });
  const person_id = await create({ webhook_url: undefined });
  assert.equal((await organisation.next()).body.id, person_id);
});

const RETRIES: [what: string, statuses: number[], state: string, outcomes: unknown[]][] = [
  ['is retried', [500, 302], 'delivered', [500, 302, 200]],
  ['is given up after the last retry', [500, 503, 404], 'given_up', [500, 503, 404]],
  ['fails without a response after webhook_timeout_ms', [0], 'delivered', ['timed out', 200]],
];
for (const [what, statuses, state, outcomes] of RETRIES)
  test(`a webhook ${what}, with the same webhook_request_id`, async (t) => {
    const settings = { webhook_retry_ms: [1, 1], webhook_timeout_ms: 5_000 };
    const { receiver, sandbox, create } = await start(t, statuses, settings);
    await create();
    const [webhook] = await settled(sandbox);
    assert.deepEqual([webhook?.state, webhook?.url], [state, receiver.url]);
    const seen = webhook?.attempts.map(({ status, error }) => status ?? error);
    assert.deepEqual(seen, outcomes);
    const arrivals = await Promise.all(outcomes.map(() => receiver.next()));
    assert.equal(new Set(arrivals.map(({ body }) => body.webhook_request_id)).size, 1);
  });

test('lost: the folder completes and nothing is sent', async (t) => {
  const { receiver, sandbox, create, complete } = await start(t, [], MANUAL);
  await sandbox.control('POST', '/webhooks', { mode: 'lost' });
  await complete(await create());
  assert.deepEqual(
    (await settled(sandbox)).map(({ state, attempts }) => ({ state, attempts })),
    [{ state: 'lost', attempts: [] }],
  );
  await sandbox.control('POST', '/webhooks', { mode: 'normal' });
  const other = await create();
  await complete(other);
  assert.equal((await receiver.next()).body.id, other, 'the first to arrive is the second one');
});

test('doubled: the same webhook arrives twice', async (t) => {
  const { receiver, sandbox, create } = await start(t);
  await sandbox.control('POST', '/webhooks', { mode: 'doubled' });
  await create();
  const [first, second] = [await receiver.next(), await receiver.next()];
  assert.deepEqual(first.body, second.body);
  assert.equal((await settled(sandbox)).length, 2);
});

test('early: one webhook with the final status, before the folder completes', async (t) => {
  const { receiver, sandbox, create, complete } = await start(t, [], MANUAL);
  await sandbox.control('POST', '/webhooks', { mode: 'early' });
  const person_id = await create({ webhook_details: true });
  assert.equal((await receiver.next()).body.status, 'INFO');
  const status = async () =>
    (await sandbox.api('GET', `/pe/persons/${person_id}/status`)).body.status;
  assert.equal(await status(), 'PENDING');
  await complete(person_id);
  assert.equal(await status(), 'INFO');
  assert.equal((await settled(sandbox)).length, 1);
});

test('a webhook can carry a replaced member or megabytes of padding', async (t) => {
  const { receiver, sandbox, create } = await start(t);
  /** The next webhook's body. */
  const distorted = async (distortion: Json) => {
    await sandbox.control('POST', '/webhooks', distortion);
    const id = await create();
    return { id, body: (await receiver.next()).body };
  };
  const replaced = await distorted({ payload: { webhook_request_id: '', id: 'a\u0000b' } });
  assert.deepEqual([replaced.body.webhook_request_id, replaced.body.id], ['', 'a\u0000b']);
  const large = await distorted({ padding_bytes: 8_000_000 });
  assert.equal(large.body.id, large.id);
  assert.equal(JSON.stringify(large.body.padding).length, 8_000_002);
  assert.equal((await distorted({ mode: 'normal' })).body.padding, undefined);
});
