import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FormSchema } from 'precandidate-contract';
import { ORIGIN, sharedPair } from 'precandidate-testing/pair.ts';
import { assertProblem, requestProxy } from 'precandidate-testing/service.ts';

const pair = sharedPair();

test('returns the service’s schema with an ETag', async () => {
  const ana = await pair.candidate();
  const answer = await ana.browse('schema');
  const schema = (await answer.json()) as FormSchema;
  assert.equal(schema.type, 'object');
  assert.ok(schema.required?.includes('document_id'));
  const etag = answer.headers.get('etag') ?? '';
  const again = await ana.browse('schema', { headers: { 'if-none-match': etag } });
  assert.equal(again.status, 304);
  assert.equal(again.headers.get('etag'), etag);
  for (const known of [`W/${etag}`, `"other", ${etag}`, '*'])
    assert.equal((await ana.browse('schema', { headers: { 'if-none-match': known } })).status, 304);
});

test('passes on the service’s 404 for an unknown form', async () => {
  const { person_id } = await pair.candidate();
  // While the service is down, a session is minted for a form that it may not know.
  await pair.fault({ match: { path: '/precandidate/' }, kind: 'status', status: 503, times: 0 });
  const nobody = await pair.session({ person_id, form_id: 'nobody' });
  await pair.recover();
  for (const what of ['schema', 'status'] as const)
    await assertProblem(await nobody.browse(what), 'form-not-found');
});

test('reports a response that is not a schema as schema-unusable', async () => {
  for (const body of [[1, 2], { type: 'string' }]) {
    const ana = await pair.candidate();
    await pair.fault({ match: { path: '/schema/' }, kind: 'status', status: 200, body });
    await assertProblem(await ana.browse('schema'), 'schema-unusable');
  }
});

test('prefills a required field that the schema does not define', async () => {
  const pipeline_name = 'required only';
  const form_schema = { type: 'object', properties: {}, required: ['nickname'] };
  await pair.control('/_control/pipelines', { pipeline_name, form_schema });
  const ana = await pair.candidate({ country_code: 'PE', pipeline_name });
  const own = await pair.session(ana, { prefill: { nickname: 'Ana' } });
  const schema = (await (await own.browse('schema')).json()) as FormSchema;
  assert.deepEqual(schema.properties, { nickname: { default: 'Ana' } });
  assert.deepEqual(schema['x-prefilled'], ['nickname']);
});

test('adds prefilled values to the schema of their session only', async () => {
  const ana = await pair.candidate();
  const own = await pair.session(ana, { prefill: { city_locode: 'PE LIM' } });
  assert.doesNotMatch(Buffer.from(own.token.split('.')[1] ?? '', 'base64url').toString(), /LIM/);
  const prefilled = await own.browse('schema');
  const plain = await ana.browse('schema');
  assert.notEqual(prefilled.headers.get('etag'), plain.headers.get('etag'));
  const prefillOf = async (answer: Response) => {
    const schema = (await answer.json()) as FormSchema;
    const { default: value } = schema.properties['city_locode'] as { default?: string };
    return [value, schema['x-prefilled']];
  };
  assert.deepEqual(await prefillOf(prefilled), ['PE LIM', ['city_locode']]);
  assert.deepEqual(await prefillOf(plain), [undefined, undefined]);
});

test('returns a browser’s record without e-mail, phone, and settings, and the back end’s whole', async () => {
  const ana = await pair.candidate({
    country_code: 'PE',
    pipeline_name: 'peru_basic',
    email: 'ana@example.com',
    phone: '+51987654321',
  });
  const whole = (await (await pair.backend(`/precandidate/${ana.person_id}`)).json()) as object[];
  assert.equal(Object.keys(whole[0] ?? {}).length, 13);
  const { token } = ana;
  const path = `/precandidate/${ana.person_id}`;
  const answer = await requestProxy(pair.url, path, { token, origin: ORIGIN });
  const text = await answer.text();
  const [shown, ...more] = JSON.parse(text) as Record<string, unknown>[];
  assert.deepEqual(more, []);
  assert.equal(shown?.['precandidate_id'], ana.form_id);
  assert.doesNotMatch(text, /ana@example|987654321|"email"|"phone"|report_settings/);
});
