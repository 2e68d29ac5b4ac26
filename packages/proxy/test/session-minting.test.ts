import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Bootstrap, Session } from 'precandidate-contract';
import { ORIGIN, sharedPair, startPair, type Form } from 'precandidate-testing/pair.ts';
import { assertProblem } from 'precandidate-testing/service.ts';

const pair = sharedPair();

const mint = ({ person_id, form_id }: Form, more: object = {}, at = pair) =>
  at.backend('/sessions', { body: { person_id, form_id, origin: ORIGIN, ...more } });

test('mints a session, also with prefill, without waiting for a service that stalls', async (t) => {
  const own = await startPair(t, { deadlineMs: 500 });
  const ana = await own.candidate();
  await own.fault({ kind: 'stall', times: 0 });
  const response = await mint(ana, { prefill: { document_id: '44556671' } }, own);
  assert.equal(response.status, 201);
  assert.equal(((await response.json()) as Session).html, undefined);
});

test('leaves an invalid prefill out when the form opens, if it could not be checked before', async () => {
  const ana = await pair.candidate();
  await pair.fault({ match: { path: '/schema/' }, kind: 'status', status: 503 });
  const prefill = { document_id: 7, city_locode: 'PE LIM', unknown: 'x' };
  const response = await mint(ana, { prefill });
  assert.equal(response.status, 201);
  const { token: session } = (await response.json()) as Session;
  const { schema } = (await (await pair.bootstrap({ session })).json()) as Bootstrap;
  const fields = schema?.properties as Record<string, { default?: unknown }>;
  assert.equal(fields['document_id']?.default, undefined);
  assert.equal(fields['city_locode']?.default, 'PE LIM');
});

for (const [closing, unknown] of [
  [{}, 'título'],
  [{ additionalProperties: false }, 'nickname'],
  [{ maxProperties: 1 }, 'nickname'],
] as const)
  test(`leaves out only what the form does not have: ${JSON.stringify(closing)} ${unknown}`, async () => {
    const properties = { name: { type: 'string' } };
    const ana = await pair.candidateOf(properties, closing);
    await pair.fault({ match: { path: '/schema/' }, kind: 'status', status: 503 });
    const prefill = { name: 'Ana', [unknown]: 'A.' };
    const { token: session } = (await (await mint(ana, { prefill })).json()) as Session;
    const { schema } = (await (await pair.bootstrap({ session })).json()) as Bootstrap;
    assert.deepEqual(schema?.['x-prefilled'], ['name']);
  });

test('rejects a prefill that does not fit, field by field', async () => {
  const ana = await pair.candidate();
  // The schema is here, so the check cannot run out of time.
  assert.equal((await ana.browse('schema')).status, 200);
  const response = await mint(ana, { prefill: { document_id: 7, nickname: 'Ana' }, html: false });
  const { errors } = await assertProblem(response, 'prefill-invalid');
  assert.deepEqual(errors?.map(({ pointer }) => pointer).sort(), ['/document_id', '/nickname']);
});

test('rejects a consent that only the candidate can give, and leaves it out when the form opens', async () => {
  const properties = {
    name: { type: 'string' },
    consent: { type: 'boolean', const: true },
    group: { type: 'object', properties: { terms: { type: 'boolean', enum: [true] } } },
    isCitizen: { type: 'boolean' },
  };
  const prefill = { name: 'Ana', consent: true, group: { terms: true }, isCitizen: true };
  const ana = await pair.candidateOf(properties);
  assert.equal((await ana.browse('schema')).status, 200);
  const { errors } = await assertProblem(
    await mint(ana, { prefill, html: false }),
    'prefill-invalid',
  );
  assert.deepEqual(
    errors?.map(({ pointer, detail }) => `${pointer} ${detail}`),
    ['/consent', '/group/terms'].map((at) => `${at} Only the candidate can give this consent`),
  );

  const leo = await pair.candidateOf(properties);
  await pair.fault({ match: { path: '/schema/' }, kind: 'status', status: 503 });
  const { token: session } = (await (await mint(leo, { prefill })).json()) as Session;
  const { schema } = (await (await pair.bootstrap({ session })).json()) as Bootstrap;
  assert.deepEqual(schema?.['x-prefilled'], ['name', 'isCitizen']);
});

test('answers the 404 of the service for a form that it does not know', async () => {
  const { person_id } = await pair.candidate();
  await assertProblem(await mint({ person_id, form_id: 'unknown' }), 'form-not-found');
});

test('an origin outside ALLOWED_ORIGINS gets no session', async () => {
  const response = await mint({ person_id: 'p', form_id: 'f' }, { origin: 'https://evil.example' });
  assert.equal(response.status, 403);
});

test('a session lasts as long as requested, by default 15 minutes', async () => {
  const ana = await pair.candidate();
  const lifetimeOf = async (more: object) => {
    const answer = await mint(ana, { html: false, ...more });
    assert.equal(answer.status, 201);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    const { expires_at } = (await answer.json()) as Session;
    return Math.round((Date.parse(expires_at) - Date.now()) / 1_000);
  };
  assert.ok(Math.abs((await lifetimeOf({})) - 900) <= 60);
  assert.ok(Math.abs((await lifetimeOf({ ttl_seconds: 3_600 })) - 3_600) <= 60);
  for (const ttl_seconds of [59, 86_401, 'soon'])
    assert.equal((await mint(ana, { html: false, ttl_seconds })).status, 400);
});

test('rejects a number that the form could not show exactly, in the prefill only', async () => {
  const ana = await pair.candidate();
  const [integer, fraction] = ['12345678901234567890', '0.1000000000000000055'];
  const form = JSON.stringify({ person_id: ana.person_id, form_id: ana.form_id }).slice(0, -1);
  const body = `${form},"prefill":{"a":${integer},"b":[${fraction},1.50]}}`;
  const response = await pair.backend('/sessions', { body });
  const { errors } = await assertProblem(response, 'prefill-invalid');
  assert.deepEqual(errors?.map(({ pointer }) => pointer).sort(), ['/a', '/b/0']);

  // With a byte order mark, as some libraries write it.
  const elsewhere = `\ufeff${form},"ttl_seconds":900.00000000000000000001,"prefill":{}}`;
  assert.equal((await pair.backend('/sessions', { body: elsewhere })).status, 201);
});
