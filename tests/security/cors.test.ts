import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { PATHS, type Precandidate } from 'precandidate-contract';
import { sharedPair } from 'precandidate-testing/pair.ts';
import { readPage } from 'precandidate-testing/repository.ts';
import {
  requestProxy,
  assertProblem,
  newPrecandidate,
  newSession,
} from 'precandidate-testing/service.ts';

const ALLOWED = 'https://hr.example';
const PORTED = 'https://jobs.example:8443';

/** Origins that look like the allowed ones. */
const LOOK_ALIKES = JSON.parse(readPage('tests/security/look-alike-origins.json')) as string[];

describe('only an origin of ALLOWED_ORIGINS can read a response', () => {
  const service = sharedPair({ env: { ALLOWED_ORIGINS: `${ALLOWED},${PORTED}` } });
  let record: Precandidate;
  let token: string;
  before(async () => {
    record = await newPrecandidate(service.url);
    token = await newSession(service.url, record, { origin: ALLOWED });
  });
  const schema = () => PATHS.schema(record.person_id, record.precandidate_id);

  test('names exactly that origin, never *, and sets Vary', async () => {
    for (const path of [schema(), PATHS.bootstrap]) {
      const answer = await preflight(path, ALLOWED);
      assert.equal(answer.headers.get('access-control-allow-origin'), ALLOWED);
      assert.match(answer.headers.get('vary') ?? '', /origin/i);
      assert.equal(answer.headers.get('access-control-allow-credentials'), null);
    }
    const ported = await preflight(schema(), PORTED);
    assert.equal(ported.headers.get('access-control-allow-origin'), PORTED);
  });

  for (const origin of LOOK_ALIKES)
    test(`${origin || '(empty)'} is another origin`, async () => {
      for (const path of [schema(), PATHS.bootstrap]) {
        const response = await preflight(path, origin);
        assert.equal(response.headers.get('access-control-allow-origin'), null, path);
      }
      const answer = await requestProxy(service.url, schema(), { token, origin });
      await assertProblem(answer, 'origin-not-allowed');
      assert.equal(answer.headers.get('access-control-allow-origin'), null);
    });

  test('a preflight allows only the needed methods and headers', async () => {
    const { headers } = await preflight(schema(), ALLOWED);
    assert.deepEqual(listed(headers.get('access-control-allow-methods')), ['get', 'post']);
    assert.deepEqual(listed(headers.get('access-control-allow-headers')), [
      'authorization',
      'content-type',
      'idempotency-key',
      'if-none-match',
      'precandidate-schema',
    ]);
  });

  test('a page of any origin reads why it cannot open a form', async () => {
    const origin = 'https://other.example';
    const lost = await fetch(`${service.url}/lost/bootstrap`, {
      method: 'POST',
      headers: { origin, 'content-type': 'text/plain' },
      body: '{}',
    });
    await assertProblem(lost, 'path-not-found');
    assert.equal(lost.headers.get('access-control-allow-origin'), '*');
    const body = JSON.stringify({ session: token });
    const headers = { 'content-type': 'text/plain' };
    const response = await requestProxy(service.url, PATHS.bootstrap, {
      origin,
      headers,
      body,
    });
    const { detail } = await assertProblem(response, 'origin-not-allowed');
    assert.equal(detail, `The page is of ${origin}`);
    assert.equal(response.headers.get('access-control-allow-origin'), '*');
    const odd = { origin: 'typed text', headers, body };
    const refused = await requestProxy(service.url, PATHS.bootstrap, odd);
    assert.equal((await assertProblem(refused, 'origin-not-allowed')).detail, undefined);
  });

  test('paths for the back end, the service, and operators allow no origin', async () => {
    for (const path of [
      PATHS.precandidates,
      PATHS.sessions,
      PATHS.revokeSessions,
      PATHS.deliveries,
      PATHS.persons('pe'),
      PATHS.personCompleted,
      '/metrics',
      '/openapi.json',
    ])
      for (const method of ['OPTIONS', 'GET']) {
        const answer = await fetch(service.url + path, {
          method,
          headers: { origin: ALLOWED, 'access-control-request-method': 'POST' },
        });
        assert.equal(answer.headers.get('access-control-allow-origin'), null, `${method} ${path}`);
      }
  });

  const preflight = (path: string, origin: string) =>
    fetch(service.url + path, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    });
});

const listed = (header: string | null) =>
  (header ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .toSorted();
