import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  sharedClient,
  startClient,
  send,
  TIMESTAMP,
  type PrecandidateRecord,
} from './support/client.ts';
import rejected from './rejected-creations.json' with { type: 'json' };

const sandbox = sharedClient();

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const CREATION = {
  country_code: 'PE',
  pipeline_name: 'peru_full',
  email: 'maria@example.com',
  phone: '+51987654321',
};
const post = (creation: unknown) =>
  sandbox.api<PrecandidateRecord>('POST', '/precandidate', creation);

test('the record has exactly the 13 fields of the interface', async () => {
  const { status, body } = await post(CREATION);
  const { person_id, precandidate_id, pipeline_id, created_at, updated_at, ...rest } = body;
  assert.equal(status, 201);
  for (const id of [person_id, precandidate_id, pipeline_id]) assert.match(String(id), UUID);
  assert.match(created_at, TIMESTAMP);
  assert.equal(updated_at, created_at);
  const age = Date.now() - Date.parse(`${created_at}Z`);
  assert.ok(age >= -1_000 && age < 60_000, `created ${age} ms ago`);
  const { reports_enabled, ...values } = rest;
  assert.ok((reports_enabled as string[]).includes('document_id_status'));
  assert.deepEqual(values, {
    ...CREATION,
    form_url: `${sandbox.url}/forms/${precandidate_id}`,
    report_settings: { criminal_records: { years: 7 } },
    precandidate_status: 'CREATED',
  });
  assert.equal((await fetch(body.form_url)).status, 200);
  const { body: byId } = await post({ pipeline_id });
  assert.equal(byId['pipeline_name'], 'peru_full');
  assert.deepEqual(byId['reports_enabled'], reports_enabled);
  assert.notEqual(byId.person_id, person_id);
});

test('form_url starts with public_url when that is set', async (t) => {
  const own = await startClient(t, { public_url: 'https://forms.example' });
  const record = await own.create('peru_basic');
  assert.equal(record.form_url, `https://forms.example/forms/${record.precandidate_id}`);
});

test('accepts the name and id of one pipeline, but not of two', async () => {
  const { pipeline_id } = await sandbox.create('peru_full');
  assert.equal((await post({ pipeline_id, pipeline_name: 'peru_full' })).status, 201);
  assert.equal((await post({ pipeline_id, pipeline_name: 'peru_basic' })).status, 422);
});

test('creates a record from reports_enabled and report_settings without a pipeline', async () => {
  const reports = {
    reports_enabled: ['document_id_status', 'criminal_records'],
    report_settings: { criminal_records: { years: 5 } },
  };
  const { status, body } = await post({ country_code: 'PE', ...reports });
  assert.equal(status, 201);
  const { reports_enabled, report_settings } = body;
  assert.deepEqual({ reports_enabled, report_settings }, reports);
});

interface Rejected {
  what: string;
  creation: unknown;
  status: number;
  pointer?: string;
}
const MESSAGES: Record<number, string> = {
  400: 'Malformed JSON',
  404: 'Pipeline not found',
  422: 'Validation failed',
};
for (const { what, creation, status, pointer } of rejected as Rejected[])
  test(`${what}: ${status} ${MESSAGES[status]}${pointer === undefined ? '' : `, at ${pointer || 'the body'}`}`, async () => {
    const response = await sandbox.api<{ message: string; errors?: { pointer: string }[] }>(
      'POST',
      '/precandidate',
      creation,
    );
    assert.deepEqual([response.status, response.body.message], [status, MESSAGES[status]]);
    assert.equal(response.body.errors?.[0]?.pointer, pointer);
  });

test('every interface path requires X-Api-Key', async (t) => {
  const own = await startClient(t, { api_key: 'the right one' });
  for (const [method, path] of [
    ['POST', '/precandidate'],
    ['GET', '/precandidate/p'],
    ['GET', '/precandidate/p/schema/f'],
    ['POST', '/pe/persons'],
    ['GET', '/pe/persons/p/status'],
    ['GET', '/pe/reports/p'],
    ['GET', '/nothing/here'],
  ] as const)
    for (const headers of [{}, { 'x-api-key': 'a wrong one' }, { 'x-api-key': '' }]) {
      const response = await send(own.apiUrl + path, { method, headers });
      assert.equal(response.status, 401, `${method} ${path}`);
    }
});
