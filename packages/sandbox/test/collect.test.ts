import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedClient, send, PERU, type Json, type PrecandidateRecord } from './support/client.ts';
import refused from './refused-data.json' with { type: 'json' };

const sandbox = sharedClient();

const post = ({ form_url }: PrecandidateRecord, body: unknown) =>
  send<{ message: string; errors: Json[] }>(form_url, { method: 'POST', body });

test('a JSON post to the hosted form needs no key and changes only the status and updated_at', async () => {
  const record = await sandbox.create('peru_basic');
  const response = await post(record, PERU);
  const { updated_at } = await sandbox.reread(record);
  const { person_id, precandidate_id } = record;
  const precandidate_status = 'SUBMITTED';
  assert.equal(response.status, 200);
  assert.deepEqual(response.body, { person_id, precandidate_id, precandidate_status, updated_at });
  assert.deepEqual(await sandbox.reread(record), { ...record, precandidate_status, updated_at });
  assert.ok(updated_at > record.created_at);
});

for (const { what, pipeline, body, pointer } of refused)
  test(`rejects data ${what} with 422 and its pointer, and stays CREATED`, async () => {
    const record = await sandbox.create(pipeline);
    const response = await post(record, body);
    assert.deepEqual([response.status, response.body.message], [422, 'Validation failed']);
    const pointers = response.body.errors.map((error) => error.pointer);
    assert.ok(pointers.includes(pointer), pointers.join());
    assert.deepEqual(await sandbox.reread(record), record);
  });

test('an error has its pointer, keyword, and message', async () => {
  const { body } = await post(await sandbox.create('peru_basic'), { document_id: '45678912' });
  const error = { pointer: '/city_locode', keyword: 'required', message: 'is required' };
  assert.deepEqual(body.errors, [error]);
});

test('rejects malformed JSON with 400 and stores nothing', async () => {
  const record = await sandbox.create('no_fields');
  const response = await post(record, '{');
  assert.deepEqual([response.status, response.body], [400, { message: 'Malformed JSON' }]);
  assert.deepEqual(await sandbox.reread(record), record);
});

test('rejects a second post with 409, keeps the first data, and counts both posts', async () => {
  const record = await sandbox.create('peru_basic');
  const other = { ...PERU, document_id: '11111111' };
  const [first, second] = [await post(record, PERU), await post(record, other)];
  assert.deepEqual([first.status, second.status], [200, 409]);
  assert.deepEqual(second.body, { message: 'Form already submitted' });
  const { data, form_posts, collected_by } = await sandbox.stored(record);
  assert.deepEqual([data, form_posts, collected_by], [PERU, 2, 'json']);
});

test('accepts one of two simultaneous posts and rejects the other with 409', async () => {
  const record = await sandbox.create('peru_basic');
  const responses = await Promise.all([PERU, PERU].map((body) => post(record, body)));
  assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 409]);
});

test('an unknown status keeps the form open', async () => {
  const record = await sandbox.create('peru_basic');
  const path = `/precandidates/${record.precandidate_id}/status`;
  await sandbox.control('POST', path, { precandidate_status: 'IN_REVIEW' });
  const changed = await sandbox.reread(record);
  assert.equal(changed.precandidate_status, 'IN_REVIEW');
  assert.ok(changed.updated_at > record.updated_at);
  assert.equal((await post(record, PERU)).status, 200);
});

test('the phone call completes every pipeline with values that its schema accepts', async () => {
  const { body } = await sandbox.control<{ pipeline_name: string }[]>('GET', '/pipelines');
  for (const { pipeline_name } of body) {
    const record = await sandbox.create(pipeline_name);
    const call = await sandbox.open<PrecandidateRecord>('POST', `/calls/${record.precandidate_id}`);
    assert.equal(call.status, 200, `${pipeline_name}: ${call.text}`);
    assert.deepEqual(call.body, await sandbox.reread(record));
    assert.equal(call.body.precandidate_status, 'SUBMITTED');
    assert.ok(call.body.updated_at > record.updated_at);
  }
});

test('values in the body of a phone call replace the sample values', async () => {
  const record = await sandbox.create('peru_basic');
  await sandbox.open('POST', `/calls/${record.precandidate_id}`, { document_id: '70000009' });
  const { data, collected_by, form_posts } = await sandbox.stored(record);
  assert.deepEqual(data, { document_id: '70000009', city_locode: 'PE LIM' });
  assert.deepEqual([collected_by, form_posts], ['phone', 0]);
});

test('rejects a call with invalid data with 422, a second call with 409, and an unknown form with 404', async () => {
  const { precandidate_id } = await sandbox.create('reference_check');
  const call = (id: string, body?: unknown) => sandbox.open('POST', `/calls/${id}`, body);
  assert.equal((await call(precandidate_id, { referees: [] })).status, 422);
  assert.equal((await call(precandidate_id)).status, 200);
  assert.equal((await call(precandidate_id)).status, 409);
  assert.equal((await call(crypto.randomUUID())).status, 404);
});

test('validates each schema as the draft that it declares, every time', async () => {
  const pair = { type: 'array', prefixItems: [{ type: 'string' }], items: false };
  const $schema = 'https://json-schema.org/draft/2020-12/schema';
  const form_schema = { $schema, type: 'object', properties: { pair } };
  for (const name of ['first', 'again']) {
    await sandbox.control('POST', '/pipelines', { pipeline_name: name, form_schema });
    const record = await sandbox.create(name);
    assert.equal((await post(record, { pair: ['a', 'b'] })).status, 422);
    assert.equal((await post(record, { pair: ['a'] })).status, 200);
  }
});
