import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FormSchema, Problem } from 'precandidate-contract';
import { ORIGIN, sharedPair } from '../../../tests/stage/pair.ts';

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

test('makes one call to the service for many requests of one schema', async () => {
  const ana = await pair.candidate();
  await pair.control('/_control/requests', undefined, 'DELETE');
  const answers = await Promise.all(Array.from({ length: 40 }, () => ana.browse('schema')));
  assert.ok(answers.every(({ status }) => status === 200));
  const { counts } = (await pair.control('/_control/requests')) as {
    counts: Record<string, number>;
  };
  const calls = Object.entries(counts).filter(([route]) => route.includes('schema'));
  assert.deepEqual(
    calls.map(([, count]) => count),
    [1],
  );
});

test('passes on the service’s 404 for an unknown form', async () => {
  const { person_id } = await pair.candidate();
  const body = { person_id, form_id: 'nobody', origin: ORIGIN, html: false };
  // While the service is down, a session is minted for a form that it may not know.
  const down = { match: { path: '/precandidate/' }, kind: 'status', status: 503, times: 0 };
  await pair.control('/_control/faults', down);
  const minted = await pair.backend('/sessions', { body });
  const { token } = (await minted.json()) as { token: string };
  await pair.control('/_control/faults', undefined, 'DELETE');
  for (const what of ['schema', 'status']) {
    const answer = await fetch(`${pair.url}/precandidate/${person_id}/${what}/nobody`, {
      headers: { authorization: `Bearer ${token}` },
    });
    assert.equal(answer.status, 404);
    assert.equal(((await answer.json()) as Problem).title, 'Precandidate form not found');
  }
});

test('reports a response that is not a schema as schema-unusable', async () => {
  for (const fault of [
    { kind: 'status', status: 200, body: [1, 2] },
    { kind: 'status', status: 200, body: { type: 'string' } },
  ]) {
    const ana = await pair.candidate();
    await pair.control('/_control/faults', { match: { path: '/schema/' }, ...fault });
    const answer = await ana.browse('schema');
    assert.equal(answer.status, 502);
    assert.equal(((await answer.json()) as Problem).title, 'The form schema cannot be used');
  }
});

test('adds prefilled values to the schema of their session only', async () => {
  const ana = await pair.candidate();
  const { person_id, form_id } = ana;
  const body = { person_id, form_id, origin: ORIGIN, prefill: { city_locode: 'PE LIM' } };
  const minted = await pair.backend('/sessions', { body });
  const { token } = (await minted.json()) as { token: string };
  assert.doesNotMatch(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(), /LIM/);
  const prefilled = await ana.browse('schema', { headers: { authorization: `Bearer ${token}` } });
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

test('rejects a prefill that does not fit, field by field', async () => {
  const { person_id, form_id } = await pair.candidate();
  const body = { person_id, form_id, prefill: { document_id: 7 } };
  const answer = await pair.backend('/sessions', { body });
  assert.equal(answer.status, 422);
  const problem = (await answer.json()) as Problem;
  assert.equal(problem.title, 'The prefill does not fit the form');
  assert.deepEqual(
    problem.errors?.map(({ pointer, keyword }) => [pointer, keyword]),
    [['/document_id', 'type']],
  );
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
  const answer = await fetch(`${pair.url}/precandidate/${ana.person_id}`, {
    headers: { authorization: `Bearer ${ana.token}`, origin: ORIGIN },
  });
  const text = await answer.text();
  const [shown, ...more] = JSON.parse(text) as Record<string, unknown>[];
  assert.deepEqual(more, []);
  assert.equal(shown?.['precandidate_id'], ana.form_id);
  assert.doesNotMatch(text, /ana@example|987654321|"email"|"phone"|report_settings/);
});
