import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  sharedClient,
  startClient,
  send,
  type Json,
  type PrecandidateRecord,
} from './support/client.ts';

const sandbox = sharedClient();

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}$/;
const ERROR_422 = { status: 422, message: 'Validation failed' };

const CREATION = {
  country_code: 'PE',
  pipeline_name: 'peru_basic',
  email: 'maria@example.com',
  phone: '+51987654321',
};

const brief = ({ status, body }: { status: number; body: Json }) => ({
  status,
  message: body.message,
});

test('the record has exactly the 13 fields of the interface, each of its type', async () => {
  const { body } = await sandbox.api<PrecandidateRecord>('POST', '/precandidate', CREATION);
  const types = Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      Array.isArray(value) ? 'array' : typeof value,
    ]),
  );
  assert.deepEqual(types, {
    person_id: 'string',
    precandidate_id: 'string',
    form_url: 'string',
    reports_enabled: 'array',
    report_settings: 'object',
    email: 'string',
    phone: 'string',
    country_code: 'string',
    precandidate_status: 'string',
    pipeline_id: 'string',
    pipeline_name: 'string',
    created_at: 'string',
    updated_at: 'string',
  });
});

test('identifiers are unique UUIDs', async () => {
  const records = [await sandbox.create('peru_basic'), await sandbox.create('peru_basic')];
  const ids = records.flatMap((record) => [record.person_id, record.precandidate_id]);
  for (const id of ids) assert.match(id, UUID);
  assert.equal(new Set(ids).size, 4);
});

test('form_url is a URL of the sandbox with the precandidate_id', async () => {
  const record = await sandbox.create('peru_basic');
  assert.equal(record.form_url, `${sandbox.url}/forms/${record.precandidate_id}`);
  assert.equal((await fetch(record.form_url)).status, 200);
});

test('form_url starts with public_url when that is set', async (t) => {
  const own = await startClient(t, { public_url: 'https://forms.example' });
  const record = await own.create('peru_basic');
  assert.equal(record.form_url, `https://forms.example/forms/${record.precandidate_id}`);
});

test('the record has the e-mail, phone, and country of the creation', async () => {
  const { body } = await sandbox.api('POST', '/precandidate', CREATION);
  assert.equal(body.email, 'maria@example.com');
  assert.equal(body.phone, '+51987654321');
  assert.equal(body.country_code, 'PE');
});

test('a new precandidate is CREATED with equal timestamps without a zone', async () => {
  const record = await sandbox.create('peru_basic');
  assert.equal(record.precandidate_status, 'CREATED');
  assert.match(record.created_at, TIMESTAMP);
  assert.equal(record.updated_at, record.created_at);
  const age = Date.now() - Date.parse(`${record.created_at}Z`);
  assert.ok(age >= -1_000 && age < 60_000, `created ${age} ms ago`);
});

test('the record has the pipeline’s name, id, reports, and settings, found by name or id', async () => {
  const byName = await sandbox.create('peru_full');
  const { body: byId } = await sandbox.api('POST', '/precandidate', {
    pipeline_id: byName.pipeline_id,
  });
  for (const record of [byName, byId]) {
    assert.equal(record.pipeline_name, 'peru_full');
    assert.equal(record.pipeline_id, byName.pipeline_id);
    assert.deepEqual(record.report_settings, { criminal_records: { years: 7 } });
    assert.ok((record.reports_enabled as string[]).includes('document_id_status'));
  }
});

test('accepts the name and id of one pipeline, but not of two', async () => {
  const { pipeline_id } = await sandbox.create('peru_full');
  const agreeing = { pipeline_id, pipeline_name: 'peru_full' };
  assert.equal((await sandbox.api('POST', '/precandidate', agreeing)).status, 201);
  const differing = { pipeline_id, pipeline_name: 'peru_basic' };
  assert.deepEqual(brief(await sandbox.api('POST', '/precandidate', differing)), ERROR_422);
});

test('creates a record from reports_enabled and report_settings without a pipeline', async () => {
  const { status, body } = await sandbox.api('POST', '/precandidate', {
    country_code: 'PE',
    reports_enabled: ['document_id_status', 'criminal_records'],
    report_settings: { criminal_records: { years: 5 } },
  });
  assert.equal(status, 201);
  assert.deepEqual(body.reports_enabled, ['document_id_status', 'criminal_records']);
  assert.deepEqual(body.report_settings, { criminal_records: { years: 5 } });
});

test('responds 404 Pipeline not found for an unknown pipeline_name or pipeline_id', async () => {
  const unknown = [
    { pipeline_name: 'atlantis_basic' },
    { pipeline_id: crypto.randomUUID() },
    { pipeline_name: 'peru_basic', pipeline_id: crypto.randomUUID() },
  ];
  for (const creation of unknown) {
    assert.deepEqual(brief(await sandbox.api('POST', '/precandidate', creation)), {
      status: 404,
      message: 'Pipeline not found',
    });
  }
});

const INVALID: [string, unknown, string][] = [
  ['no pipeline and no reports', { country_code: 'PE' }, '/pipeline_name'],
  ['reports without a country', { reports_enabled: ['education'] }, '/country_code'],
  [
    'reports beside a pipeline',
    { ...CREATION, reports_enabled: ['education'] },
    '/reports_enabled',
  ],
  ['reports that are no list', { country_code: 'PE', reports_enabled: 'all' }, '/reports_enabled'],
  ['settings that are no object', { ...CREATION, report_settings: [] }, '/report_settings'],
  ['a country of three letters', { ...CREATION, country_code: 'PER' }, '/country_code'],
  ['an e-mail without @', { ...CREATION, email: 'maria' }, '/email'],
  ['a phone without +', { ...CREATION, phone: '987654321' }, '/phone'],
  ['a number for a phone', { ...CREATION, phone: 51987654321 }, '/phone'],
  ['a body that is no object', ['peru_basic'], ''],
];

for (const [what, creation, pointer] of INVALID) {
  test(`${what}: 422 Validation failed, at ${pointer || 'the body'}`, async () => {
    const response = await sandbox.api<{ message: string; errors: { pointer: string }[] }>(
      'POST',
      '/precandidate',
      creation,
    );
    assert.deepEqual(brief({ status: response.status, body: { ...response.body } }), ERROR_422);
    assert.equal(response.body.errors[0]?.pointer, pointer);
  });
}

test('candidate_screening requires a phone number', async () => {
  const creation = { country_code: 'PE', pipeline_name: 'candidate_screening' };
  assert.deepEqual(brief(await sandbox.api('POST', '/precandidate', creation)), ERROR_422);
  const withPhone = { ...creation, phone: '+51987654321' };
  assert.equal((await sandbox.api('POST', '/precandidate', withPhone)).status, 201);
});

test('rejects malformed JSON with 400', async () => {
  const response = await sandbox.api('POST', '/precandidate', '{"country_code":');
  assert.deepEqual(brief(response), { status: 400, message: 'Malformed JSON' });
});

test('every interface path requires X-Api-Key', async (t) => {
  const own = await startClient(t, { api_key: 'the right one' });
  const paths: [string, string][] = [
    ['POST', '/precandidate'],
    ['GET', '/precandidate/p'],
    ['GET', '/precandidate/p/schema/f'],
    ['POST', '/pe/persons'],
    ['GET', '/pe/persons/p/status'],
    ['GET', '/pe/reports/p'],
    ['GET', '/nothing/here'],
  ];
  for (const [method, path] of paths) {
    for (const headers of [{}, { 'x-api-key': 'a wrong one' }, { 'x-api-key': '' }]) {
      const response = await send(own.apiUrl + path, { method, headers });
      assert.equal(response.status, 401, `${method} ${path}`);
    }
  }
});
