import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedClient, type Client, type PrecandidateRecord } from './support/client.ts';

const sandbox = sharedClient();

interface Schema {
  type: string;
  properties: Record<string, { type?: string; description?: string }>;
  required?: string[];
}

const schemaOf = (at: Client, { person_id, precandidate_id }: PrecandidateRecord) =>
  at.api<Schema>('GET', `/precandidate/${person_id}/schema/${precandidate_id}`);

test('lists the precandidates of a person as an array of records, with or without a trailing slash', async () => {
  const record = await sandbox.create('peru_basic');
  const { person_id, precandidate_id } = record;
  for (const path of [person_id, `${person_id}/`]) {
    const { status, body } = await sandbox.api('GET', `/precandidate/${path}`);
    assert.deepEqual([status, body], [200, [record]]);
  }
  assert.deepEqual((await sandbox.api('GET', `/precandidate/${crypto.randomUUID()}`)).body, []);
  const schema = await sandbox.api('GET', `/precandidate/${person_id}/schema/${precandidate_id}/`);
  assert.equal(schema.status, 200);
  const creation = { pipeline_name: 'peru_basic' };
  assert.equal((await sandbox.api('POST', '/precandidate/', creation)).status, 201);
});

test('the schema is an object of string fields with descriptions and a list of required fields', async () => {
  const { status, body } = await schemaOf(sandbox, await sandbox.create('peru_basic'));
  assert.equal(status, 200);
  assert.equal(body.type, 'object');
  assert.deepEqual(Object.keys(body.properties), ['document_id', 'city_locode']);
  for (const field of Object.values(body.properties)) {
    assert.equal(field.type, 'string');
    assert.equal(typeof field.description, 'string');
  }
  assert.deepEqual(body.required, ['document_id', 'city_locode']);
});

test('without a pipeline, the reports decide the fields', async () => {
  const fieldsFor = async (reports_enabled: string[]) => {
    const creation = { country_code: 'PE', reports_enabled };
    const { body } = await sandbox.api<PrecandidateRecord>('POST', '/precandidate', creation);
    return Object.keys((await schemaOf(sandbox, body)).body.properties);
  };
  assert.deepEqual(await fieldsFor(['document_id_status']), ['document_id']);
  assert.deepEqual(await fieldsFor(['criminal_records']), ['document_id', 'city_locode']);
  assert.deepEqual(await fieldsFor(['identity_confirmation']), []);
  assert.deepEqual(await fieldsFor(['constructor']), ['document_id']);
});

test('responds 404 Precandidate form not found when person_id and form_id do not match', async () => {
  const [one, other] = [await sandbox.create('peru_basic'), await sandbox.create('peru_basic')];
  const pairs = [
    [one.person_id, other.precandidate_id],
    [one.person_id, crypto.randomUUID()],
    [crypto.randomUUID(), one.precandidate_id],
    [one.precandidate_id, one.person_id],
  ];
  for (const [person_id, form_id] of pairs) {
    const response = await sandbox.api('GET', `/precandidate/${person_id}/schema/${form_id}`);
    assert.equal(response.status, 404);
    assert.equal(response.body.message, 'Precandidate form not found');
  }
});

test('lists every pipeline with name, id, country, workflow, reports, and schema', async () => {
  const { body: pipelines } = await sandbox.control<Record<string, unknown>[]>('GET', '/pipelines');
  const names = pipelines.map((pipeline) => pipeline.pipeline_name);
  assert.equal(
    names.join(' '),
    'peru_basic peru_full brazil_full mexico_basic chile_basic candidate_screening reference_check no_fields odd_names everything',
  );
  assert.equal(new Set(pipelines.map((pipeline) => pipeline.pipeline_id)).size, names.length);
  for (const pipeline of pipelines) {
    const record = await sandbox.create(String(pipeline.pipeline_name));
    assert.equal(record.pipeline_id, pipeline.pipeline_id);
    assert.deepEqual(record.reports_enabled, pipeline.reports_enabled);
    assert.ok(
      ['standard', 'candidate_screening', 'reference_check'].includes(String(pipeline.workflow)),
    );
    assert.match(String(pipeline.country_code ?? 'PE'), /^[A-Z]{2}$/);
    assert.equal((await schemaOf(sandbox, record)).body.type, 'object');
  }
});

test('a pipeline can be added with any schema', async () => {
  const form_schema = {
    type: 'object',
    properties: { tree: { $ref: '#/definitions/node' } },
    definitions: { node: { type: 'object', properties: { left: { $ref: '#/definitions/node' } } } },
  };
  const added = await sandbox.control('POST', '/pipelines', { pipeline_name: 'tree', form_schema });
  assert.equal(added.status, 201);
  const record = await sandbox.create('tree');
  assert.deepEqual((await schemaOf(sandbox, record)).body, form_schema);
  const again = await sandbox.control('POST', '/pipelines', { pipeline_name: 'tree', form_schema });
  assert.equal(again.status, 422);
});
