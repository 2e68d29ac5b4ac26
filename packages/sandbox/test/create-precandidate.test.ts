import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedClient, startClient, send, type PrecandidateRecord } from './support/client.ts';

const sandbox = sharedClient();

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}$/;

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

const reports_enabled = ['education'];
const SCREENING = { country_code: 'PE', pipeline_name: 'candidate_screening' };
const REJECTED: [what: string, creation: unknown, status: number, pointer?: string][] = [
  ['an unknown name', { pipeline_name: 'atlantis_basic' }, 404],
  ['an unknown id', { pipeline_id: crypto.randomUUID() }, 404],
  ['an id that is unknown', { ...CREATION, pipeline_id: crypto.randomUUID() }, 404],
  ['no pipeline and no reports', { country_code: 'PE' }, 422, '/pipeline_name'],
  ['reports without a country', { reports_enabled }, 422, '/country_code'],
  ['reports beside a pipeline', { ...CREATION, reports_enabled }, 422, '/reports_enabled'],
  ['no list', { country_code: 'PE', reports_enabled: 'all' }, 422, '/reports_enabled'],
  ['settings that are no object', { ...CREATION, report_settings: [] }, 422, '/report_settings'],
  ['a country of three letters', { ...CREATION, country_code: 'PER' }, 422, '/country_code'],
  ['an e-mail without @', { ...CREATION, email: 'maria' }, 422, '/email'],
  ['a phone without +', { ...CREATION, phone: '987654321' }, 422, '/phone'],
  ['a number for a phone', { ...CREATION, phone: 51987654321 }, 422, '/phone'],
  ['no phone where a call is made', SCREENING, 422, '/phone'],
  ['a body that is no object', ['peru_basic'], 422, ''],
  ['malformed JSON', '{"country_code":', 400],
];
const MESSAGES: Record<number, string> = {
  400: 'Malformed JSON',
  404: 'Pipeline not found',
  422: 'Validation failed',
};
for (const [what, creation, status, pointer] of REJECTED)
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
