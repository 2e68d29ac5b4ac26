import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { PATHS, type Precandidate } from 'precandidate-contract';
import { sharedPair } from 'precandidate-testing/pair.ts';
import {
  ORIGIN,
  requestProxy,
  assertProblem,
  newPrecandidate,
  newSession,
} from 'precandidate-testing/service.ts';
import { FORGERIES, readPart, signed, type Claims } from './forgeries.ts';

describe('a token is valid only if unchanged, current, and signed by the proxy', () => {
  const service = sharedPair({ env: { RATE_LIMIT: '1000000' } });
  let record: Precandidate;
  let header: Claims;
  let claims: Claims;
  before(async () => {
    record = await newPrecandidate(service.url);
    const [first, second] = (await newSession(service.url, record)).split('.');
    [header, claims] = [readPart(first), readPart(second)];
  });

  const ask = (token: string, how: object = {}) =>
    requestProxy(service.url, PATHS.schema(record.person_id, record.precandidate_id), {
      token,
      origin: ORIGIN,
      ...how,
    });

  test('signed again with the same claims, it is accepted: the forgeries below fail for their own reason', async () => {
    assert.equal((await ask(signed(header, claims))).status, 200);
  });

  for (const [what, forge, name] of FORGERIES)
    test(`${what}: ${name}`, async () => {
      await assertProblem(await ask(forge(header, claims)), name);
    });

  test('a token in the URL or in a cookie is ignored', async () => {
    const token = signed(header, claims);
    const path = PATHS.schema(record.person_id, record.precandidate_id);
    for (const query of [`?token=${token}`, `?session=${token}`, `?access_token=${token}`])
      await assertProblem(await fetch(service.url + path + query), 'session-invalid');
    const cookie = await fetch(service.url + path, {
      headers: { cookie: `session=${token}` },
    });
    await assertProblem(cookie, 'session-invalid');
  });

  test('a back-end key is not a session, and a session is not a key', async () => {
    for (const token of ['', 'wrong', signed(header, claims)]) {
      for (const path of [PATHS.deliveries, '/pe/reports/p'])
        await assertProblem(await requestProxy(service.url, path, { token }), 'unauthorized');
      for (const path of [PATHS.sessions, PATHS.revokeSessions, PATHS.precandidates]) {
        const answer = await requestProxy(service.url, path, { token, body: {} });
        await assertProblem(answer, 'unauthorized');
      }
    }
    for (const token of service.env['BACKEND_KEYS']?.split(',') ?? []) {
      assert.equal((await requestProxy(service.url, PATHS.deliveries, { token })).status, 200);
      await assertProblem(await ask(token), 'session-invalid');
    }
  });

  const bootstrap = (session: unknown, origin = ORIGIN) =>
    requestProxy(service.url, PATHS.bootstrap, {
      token: '',
      origin,
      headers: { 'content-type': 'text/plain' },
      body: { session },
    });

  test('a token in the body of a bootstrap is checked as in the header', async () => {
    assert.equal((await bootstrap(await newSession(service.url, record))).status, 200);
    for (const [what, forge, name] of FORGERIES) {
      if (name === 'session-out-of-scope') continue;
      await assertProblem(await bootstrap(forge(header, claims)), name).catch((error: Error) => {
        throw new Error(`${what}: ${error.message}`);
      });
    }
    for (const none of [undefined, null, 7, '', {}, ['x']])
      await assertProblem(await bootstrap(none), 'session-invalid');
    const token = await newSession(service.url, record);
    await assertProblem(await bootstrap(token, 'https://evil.example'), 'origin-not-allowed');
    const { person_id, precandidate_id: form_id } = record;
    await requestProxy(service.url, PATHS.revokeSessions, { body: { person_id, form_id } });
    await assertProblem(await bootstrap(token), 'session-revoked');
  });
});
