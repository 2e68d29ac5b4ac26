import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PATHS } from 'precandidate-contract';
import { sharedPair } from '../stage/pair.ts';
import {
  ORIGIN,
  requestProxy,
  assertProblem,
  newPrecandidate,
  newSession,
} from '../stage/service.ts';

const DATA = { document_id: '12345678', city_locode: 'PE LIM' };

describe('an invalid request of the back end', () => {
  const service = sharedPair();
  const ask = (path: string, how?: Parameters<typeof requestProxy>[2]) =>
    requestProxy(service.url, path, how);

  test('without a key or with a wrong one: unauthorized', async () => {
    for (const token of ['', 'a-key-that-nobody-gave'])
      await assertProblem(await ask(PATHS.precandidates, { token, body: {} }), 'unauthorized');
  });

  test('a body that is not JSON: malformed-body', async () => {
    await assertProblem(await ask(PATHS.precandidates, { body: '{"email":' }), 'malformed-body');
  });

  test('an empty JSON body counts as none', async () => {
    const empty = { method: 'POST', body: '' };
    await assertProblem(await ask('/deliveries/evt_none/replay', empty), 'delivery-not-found');
    await assertProblem(await ask(PATHS.precandidates, empty), 'invalid-request');
  });

  test('a body of another media type: media-type-unsupported', async () => {
    const how = { body: '<email/>', headers: { 'content-type': 'application/xml' } };
    await assertProblem(await ask(PATHS.precandidates, how), 'media-type-unsupported');
  });

  test('a body of ten megabytes: body-too-large', async () => {
    const body = JSON.stringify({ email: 'a'.repeat(10_000_000) });
    await assertProblem(await ask(PATHS.precandidates, { body }), 'body-too-large');
  });

  test('an unknown pipeline: the service’s own 404', async () => {
    const body = { country_code: 'PE', pipeline_name: 'atlantis' };
    await assertProblem(await ask(PATHS.precandidates, { body }), 'pipeline-not-found');
  });

  test('a screening without a phone: the service’s own 422', async () => {
    const body = {
      country_code: 'PE',
      pipeline_name: 'candidate_screening',
      email: 'a@example.com',
    };
    await assertProblem(await ask(PATHS.precandidates, { body }), 'validation-failed');
  });

  test('a country of three letters: country-not-found', async () => {
    await assertProblem(await ask('/PER/reports/somebody'), 'country-not-found');
  });

  test('an unknown form: the service’s own 404', async () => {
    const record = await newPrecandidate(service.url);
    const body = { person_id: record.person_id, form_id: 'nothing', origin: ORIGIN };
    for (const html of [true, false])
      await assertProblem(await ask(PATHS.sessions, { body: { ...body, html } }), 'form-not-found');
  });

  test('an unknown path, an unsupported method', async () => {
    await assertProblem(await ask('/nowhere/at/all'), 'path-not-found');
    await assertProblem(await ask(PATHS.sessions, { method: 'DELETE' }), 'method-not-allowed');
  });
});

describe('an invalid request of a browser', () => {
  const service = sharedPair();

  async function opened() {
    const { url } = service;
    const record = await newPrecandidate(url);
    const token = await newSession(url, record);
    const submission = PATHS.submission(record.person_id, record.precandidate_id);
    return { url, record, token, submission };
  }
  const keyed = { 'idempotency-key': crypto.randomUUID() };

  test('a manipulated token: session-invalid', async () => {
    const { url, record, token } = await opened();
    const [head = '', claims = '', signature = ''] = token.split('.');
    const swapped = JSON.parse(Buffer.from(claims, 'base64url').toString()) as object;
    const other = Buffer.from(JSON.stringify({ ...swapped, person_id: 'x' })).toString('base64url');
    const schema = PATHS.schema(record.person_id, record.precandidate_id);
    for (const wrong of [`${head}.${other}.${signature}`, `${head}.${claims}.`, 'nonsense', ''])
      await assertProblem(
        await requestProxy(url, schema, { token: wrong, origin: ORIGIN }),
        'session-invalid',
      );
  });

  test('a token for another form: session-out-of-scope', async () => {
    const { url, token } = await opened();
    const other = await newPrecandidate(url);
    const schema = PATHS.schema(other.person_id, other.precandidate_id);
    await assertProblem(
      await requestProxy(url, schema, { token, origin: ORIGIN }),
      'session-out-of-scope',
    );
  });

  test('a token used on another site: origin-not-allowed', async () => {
    const { url, token, record } = await opened();
    const schema = PATHS.schema(record.person_id, record.precandidate_id);
    const how = { token, origin: 'https://elsewhere.example' };
    await assertProblem(await requestProxy(url, schema, how), 'origin-not-allowed');
  });

  test('a submission without an idempotency key: idempotency-key-missing', async () => {
    const { url, token, submission } = await opened();
    const how = { token, origin: ORIGIN, body: DATA };
    await assertProblem(await requestProxy(url, submission, how), 'idempotency-key-missing');
  });

  test('a submission without a field: validation-failed names it and reveals no value', async () => {
    const { url, token, submission } = await opened();
    const how = { token, origin: ORIGIN, headers: keyed, body: { document_id: 'secret-12345678' } };
    const problem = await assertProblem(
      await requestProxy(url, submission, how),
      'validation-failed',
    );
    assert.deepEqual(
      problem.errors?.map(({ pointer, keyword }) => ({ pointer, keyword })),
      [{ pointer: '/city_locode', keyword: 'required' }],
    );
    assert.ok(!JSON.stringify(problem).includes('secret-12345678'));
  });

  test('a submission that is not JSON: malformed-body', async () => {
    const { url, token, submission } = await opened();
    const how = { token, origin: ORIGIN, headers: keyed, body: '{' };
    await assertProblem(await requestProxy(url, submission, how), 'malformed-body');
  });
});
