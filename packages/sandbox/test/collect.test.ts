import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedClient, send, type Client, type PrecandidateRecord } from './support/client.ts';

const sandbox = sharedClient();

const PERU = { document_id: '45678912', city_locode: 'PE LIM' };

async function reread(at: Client, { person_id }: PrecandidateRecord) {
  const { body } = await at.api<PrecandidateRecord[]>('GET', `/precandidate/${person_id}`);
  const [first] = body;
  assert.ok(first);
  return first;
}

const behind = async (at: Client, { precandidate_id }: PrecandidateRecord) =>
  (await at.control('GET', `/precandidates/${precandidate_id}`)).body;

test('a JSON post to the hosted form needs no key and changes only the status and updated_at', async () => {
  const record = await sandbox.create('peru_basic');
  const response = await send(record.form_url, { method: 'POST', body: PERU });
  const after = await reread(sandbox, record);
  assert.equal(response.status, 200);
  assert.deepEqual(response.body, {
    person_id: record.person_id,
    precandidate_id: record.precandidate_id,
    precandidate_status: 'SUBMITTED',
    updated_at: after.updated_at,
  });
  assert.deepEqual(after, {
    ...record,
    precandidate_status: 'SUBMITTED',
    updated_at: after.updated_at,
  });
  assert.ok(after.updated_at > record.created_at);
});

test('rejects JSON without a required field with 422 and its pointer, and stays CREATED', async () => {
  const record = await sandbox.create('peru_basic');
  const body = { document_id: '45678912' };
  const response = await send(record.form_url, { method: 'POST', body });
  assert.equal(response.status, 422);
  assert.deepEqual(response.body, {
    message: 'Validation failed',
    errors: [{ pointer: '/city_locode', keyword: 'required', message: 'is required' }],
  });
  assert.deepEqual(await reread(sandbox, record), record);
});

test('errors carry JSON Pointers, also into arrays and for odd names', async () => {
  const pointersOf = async (pipeline_name: string, body: unknown) => {
    const { form_url } = await sandbox.create(pipeline_name);
    const response = await send<{ errors: { pointer: string }[] }>(form_url, {
      method: 'POST',
      body,
    });
    return response.body.errors.map((error) => error.pointer);
  };
  const referee = { name: 'Ana Soto', phone: '+51987654321', company: 'Andes' };
  assert.deepEqual(await pointersOf('reference_check', { referees: [referee] }), [
    '/referees/0/relationship',
  ]);
  assert.deepEqual(await pointersOf('reference_check', { referees: [] }), ['/referees']);
  assert.ok((await pointersOf('odd_names', {})).includes('/city~1state'));
});

test('checks a conditional schema and reports the missing field', async () => {
  const { form_url } = await sandbox.create('everything');
  const body = {
    full_name: 'María Pérez',
    dob: '1990-01-15',
    consent: true,
    address: { street: 'Jirón 1' },
    employed: 'yes',
  };
  const response = await send<{ errors: unknown[] }>(form_url, { method: 'POST', body });
  assert.deepEqual(response.body.errors, [
    { pointer: '/employer', keyword: 'required', message: 'is required' },
  ]);
});

for (const [what, body] of [
  ['an array', []],
  ['a string', '"text"'],
  ['null', 'null'],
] as const) {
  test(`rejects ${what} as data with 422`, async () => {
    const { form_url } = await sandbox.create('no_fields');
    assert.equal((await send(form_url, { method: 'POST', body })).status, 422);
  });
}

test('rejects malformed JSON with 400 and stores nothing', async () => {
  const record = await sandbox.create('no_fields');
  const response = await send(record.form_url, { method: 'POST', body: '{' });
  assert.equal(response.status, 400);
  assert.deepEqual(response.body, { message: 'Malformed JSON' });
  assert.deepEqual(await reread(sandbox, record), record);
});

test('a form without fields is confirmed with an empty object', async () => {
  const record = await sandbox.create('no_fields');
  assert.equal((await send(record.form_url, { method: 'POST', body: {} })).status, 200);
  assert.equal((await reread(sandbox, record)).precandidate_status, 'SUBMITTED');
});

test('rejects a second post with 409, keeps the first data, and counts both posts', async () => {
  const record = await sandbox.create('peru_basic');
  await send(record.form_url, { method: 'POST', body: PERU });
  const other = { ...PERU, document_id: '11111111' };
  const second = await send(record.form_url, { method: 'POST', body: other });
  assert.equal(second.status, 409);
  assert.deepEqual(second.body, { message: 'Form already submitted' });
  const { data, form_posts, collected_by } = await behind(sandbox, record);
  assert.deepEqual(
    { data, form_posts, collected_by },
    {
      data: PERU,
      form_posts: 2,
      collected_by: 'json',
    },
  );
});

test('accepts one of two simultaneous posts and rejects the other with 409', async () => {
  const { form_url } = await sandbox.create('peru_basic');
  const posts = [PERU, PERU].map((body) => send(form_url, { method: 'POST', body }));
  const statuses = (await Promise.all(posts)).map((response) => response.status);
  assert.deepEqual(statuses.sort(), [200, 409]);
});

test('responds 404 for an unknown form', async () => {
  const response = await sandbox.open('POST', `/forms/${crypto.randomUUID()}`, PERU);
  assert.equal(response.status, 404);
  assert.deepEqual(response.body, { message: 'Precandidate form not found' });
});

test('an unknown status keeps the form open', async () => {
  const record = await sandbox.create('peru_basic');
  const path = `/precandidates/${record.precandidate_id}/status`;
  await sandbox.control('POST', path, { precandidate_status: 'IN_REVIEW' });
  const changed = await reread(sandbox, record);
  assert.equal(changed.precandidate_status, 'IN_REVIEW');
  assert.ok(changed.updated_at > record.updated_at);
  assert.equal((await send(record.form_url, { method: 'POST', body: PERU })).status, 200);
});

test('the phone call completes every pipeline with values that its schema accepts', async () => {
  const { body: pipelines } = await sandbox.control<{ pipeline_name: string }[]>(
    'GET',
    '/pipelines',
  );
  for (const { pipeline_name } of pipelines) {
    const record = await sandbox.create(pipeline_name);
    const call = await sandbox.open<PrecandidateRecord>('POST', `/calls/${record.precandidate_id}`);
    assert.equal(call.status, 200, `${pipeline_name}: ${call.text}`);
    assert.deepEqual(call.body, await reread(sandbox, record));
    assert.equal(call.body.precandidate_status, 'SUBMITTED');
    assert.ok(call.body.updated_at > record.updated_at);
  }
});

test('values in the body of a phone call replace the sample values', async () => {
  const record = await sandbox.create('peru_basic');
  await sandbox.open('POST', `/calls/${record.precandidate_id}`, { document_id: '70000009' });
  const { data, collected_by, form_posts } = await behind(sandbox, record);
  assert.deepEqual(data, { document_id: '70000009', city_locode: 'PE LIM' });
  assert.equal(collected_by, 'phone');
  assert.equal(form_posts, 0);
});

test('rejects a call with invalid data with 422, a second call with 409, and an unknown form with 404', async () => {
  const { precandidate_id } = await sandbox.create('reference_check');
  const call = (body?: unknown) => sandbox.open('POST', `/calls/${precandidate_id}`, body);
  assert.equal((await call({ referees: [] })).status, 422);
  assert.equal((await call()).status, 200);
  assert.equal((await call()).status, 409);
  assert.equal((await sandbox.open('POST', `/calls/${crypto.randomUUID()}`)).status, 404);
});

test('validates each schema as the draft that it declares, every time', async () => {
  const pair = { type: 'array', prefixItems: [{ type: 'string' }], items: false };
  const form_schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { pair },
  };
  for (const name of ['first', 'again']) {
    await sandbox.control('POST', '/pipelines', { pipeline_name: name, form_schema });
    const record = await sandbox.create(name);
    const long = await send(record.form_url, { method: 'POST', body: { pair: ['a', 'b'] } });
    assert.equal(long.status, 422);
    const right = await send(record.form_url, { method: 'POST', body: { pair: ['a'] } });
    assert.equal(right.status, 200);
  }
});
