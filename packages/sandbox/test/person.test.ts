import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERU, sharedClient, send, startClient, TIMESTAMP, type Json } from './support/client.ts';
import { startReceiver } from './support/receiver.ts';
import tables from './person.json' with { type: 'json' };

const sandbox = sharedClient();

const pipeline = { name: 'peru_basic' };

interface ReportsBody extends Json {
  status: string;
  reports: Record<string, { state: string; outcome: string | null; [field: string]: unknown }>;
}
const reportsOf = async (person_id: string, at = sandbox) =>
  (await at.api<ReportsBody>('GET', `/PE/reports/${person_id}`)).body;

test('creating a person returns the person_id as a bare JSON string', async () => {
  const creation = { document_id: '45678912', pipeline };
  const response = await sandbox.api<string>('POST', '/pe/persons', creation);
  assert.equal(response.status, 201);
  assert.match(response.body, /^[0-9a-f-]{36}$/);
  assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
});

test('the country in either case, with or without a trailing slash, finds the same person', async () => {
  for (const created of ['/pe/persons', '/PE/persons/']) {
    const { body: person_id } = await sandbox.api<string>('POST', created, { pipeline });
    for (const country of ['pe', 'PE', 'Pe'])
      for (const path of [
        `/${country}/persons/${person_id}/status`,
        `/${country}/reports/${person_id}`,
      ]) {
        assert.equal((await sandbox.api('GET', path)).status, 200, path);
        assert.equal((await sandbox.api('GET', `${path}/`)).status, 200, path);
      }
  }
});

test('the status has working links, id, status, custom_data, and times, like the webhook', async () => {
  const person_id = await sandbox.createPerson({ custom_data: { ref: 7 } });
  const { body } = await sandbox.api<Record<string, unknown>>(
    'GET',
    `/pe/persons/${person_id}/status`,
  );
  const { created_at, updated_at, ...rest } = body;
  const links = {
    person: { href: `${sandbox.apiUrl}/PE/persons/${person_id}`, http_methods: ['GET'] },
    self: { href: `${sandbox.apiUrl}/PE/reports/${person_id}`, http_methods: ['GET'] },
  };
  const custom_data = { ref: 7 };
  assert.deepEqual(rest, { _links: links, id: person_id, status: 'PENDING', custom_data });
  for (const time of [created_at, updated_at]) assert.match(String(time), TIMESTAMP);
  const headers = { 'x-api-key': sandbox.apiKey };
  for (const { href } of Object.values(links))
    assert.equal((await send(href, { method: 'GET', headers })).status, 200);
});

test('running reports are PENDING without an outcome', async () => {
  const { status, reports } = await reportsOf(await sandbox.createPerson());
  assert.equal(status, 'PENDING');
  assert.deepEqual(Object.keys(reports), ['document_id_status', 'criminal_records']);
  for (const { state, outcome } of Object.values(reports))
    assert.deepEqual([state, outcome], ['PENDING', null]);
});

for (const { document_id, folder, state, outcome } of tables.outcomes)
  test(`document_id ${document_id}: the folder ends ${folder}, its last report ${state}`, async () => {
    const person_id = await sandbox.createPerson({ document_id });
    await sandbox.control('POST', `/persons/${person_id}/complete`);
    const { status, updated_at, reports } = await reportsOf(person_id);
    const { document_id_status: first, criminal_records: last } = reports;
    assert.deepEqual([status, first?.outcome], [folder, 'PASSED']);
    assert.deepEqual([last?.state, last?.outcome], [state, outcome]);
    assert.equal(last?.updated_at, updated_at);
    assert.match(String(last?.created_at), TIMESTAMP);
    const isReviewed = last?.reviewed_at !== undefined;
    assert.equal(isReviewed, outcome === 'FAILED', 'reviewed_at comes only with a review');
  });

test('reports end after report_delay_ms; a changed delay applies to persons who start from then on', async (t) => {
  const receiver = await startReceiver(t);
  const own = await startClient(t, { report_delay_ms: 40 });
  for (const delay_ms of [40, 0]) {
    await own.control('POST', '/report-delay', { delay_ms });
    const started = performance.now();
    const person_id = await own.createPerson({ webhook_url: receiver.url });
    assert.equal((await receiver.next()).body.id, person_id);
    assert.ok(performance.now() - started >= delay_ms - 1);
    assert.equal((await reportsOf(person_id, own)).status, 'PASSED');
  }
});

test('a precandidate’s reports start when it is submitted, under the same person_id', async () => {
  const { person_id, form_url } = await sandbox.create('peru_basic');
  const before = await reportsOf(person_id);
  assert.deepEqual([before.status, before.reports], ['PENDING', {}]);
  await send(form_url, { method: 'POST', body: { ...PERU, document_id: '45678919' } });
  assert.equal((await reportsOf(person_id)).reports.criminal_records?.state, 'PENDING');
  await sandbox.control('POST', `/persons/${person_id}/complete`);
  assert.equal((await reportsOf(person_id)).status, 'FAILED');
});

test('responds 404 for an unknown person and for a person of another country', async () => {
  const person_id = await sandbox.createPerson();
  for (const path of [
    `/pe/persons/${crypto.randomUUID()}/status`,
    `/pe/reports/${crypto.randomUUID()}`,
    `/br/persons/${person_id}/status`,
    `/br/reports/${person_id}`,
  ])
    assert.equal((await sandbox.api('GET', path)).status, 404, path);
});

test('responds 404 for an unknown pipeline or country', async () => {
  const unknown = await sandbox.api('POST', '/pe/persons', { pipeline: { name: 'atlantis' } });
  assert.deepEqual([unknown.status, unknown.body.message], [404, 'Pipeline not found']);
  assert.equal((await sandbox.api('POST', '/per/persons', { pipeline })).status, 404);
});

for (const { what, creation, pointer } of tables.invalid)
  test(`${what}: 422 at ${pointer}`, async () => {
    const { status, body } = await sandbox.api<{ message: string; errors: { pointer: string }[] }>(
      'POST',
      '/pe/persons',
      creation,
    );
    assert.deepEqual([status, body.message], [422, 'Validation failed']);
    assert.ok(body.errors.some((error) => error.pointer === pointer));
  });
