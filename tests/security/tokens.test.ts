import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { PATHS, type Precandidate } from 'precandidate-contract';
import { sharedPair } from '../stage/pair.ts';
import {
  ORIGIN,
  requestProxy,
  assertProblem,
  newPrecandidate,
  newSession,
} from '../stage/service.ts';
import { FORGERIES, SECRET, readPart, signed, type Claims } from './forgeries.ts';

describe('a token is valid only if unchanged, current, and signed by the proxy', () => {
  const service = sharedPair({ env: { SESSION_SECRETS: SECRET, RATE_LIMIT: '1000000' } });
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
    const token = signed(header, claims);
    await assertProblem(
      await requestProxy(service.url, PATHS.deliveries, { token }),
      'unauthorized',
    );
    for (const path of [PATHS.sessions, PATHS.revokeSessions, PATHS.precandidates])
      await assertProblem(
        await requestProxy(service.url, path, { token, body: {} }),
        'unauthorized',
      );
    await assertProblem(await ask('backend-key-0123456789'), 'session-invalid');
  });

  test('a revoked token is refused on every path; one minted later is accepted', async () => {
    const token = await newSession(service.url, record);
    const { person_id, precandidate_id: form_id } = record;
    await requestProxy(service.url, PATHS.revokeSessions, { body: { person_id, form_id } });
    await assertProblem(await ask(token), 'session-revoked');
    await assertProblem(await bootstrap(token), 'session-revoked');
    const next = await newSession(service.url, record);
    assert.equal((await ask(next)).status, 200);
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
  });
});

describe('a token survives a rotation as long as its secret is accepted', () => {
  const [OLD, NEW] = [
    'the-old-secret-0123456789-0123456789',
    'the-new-secret-0123456789-0123456789',
  ];
  const rotating = sharedPair({ env: { SESSION_SECRETS: `${NEW},${OLD}` } });
  const rotated = sharedPair({ env: { SESSION_SECRETS: NEW } });
  const before_ = sharedPair({ env: { SESSION_SECRETS: OLD } });

  test('a token is refused where its secret was dropped', async () => {
    const record = await newPrecandidate(before_.url);
    const token = await newSession(before_.url, record);
    const path = PATHS.schema(record.person_id, record.precandidate_id);
    const open = (url: string) => requestProxy(url, path, { token, origin: ORIGIN });
    assert.equal((await open(before_.url)).status, 200);
    // The token is valid there, but the form is unknown: each proxy has its own service.
    await assertProblem(await open(rotating.url), 'form-not-found');
    await assertProblem(await open(rotated.url), 'session-invalid');
  });
});
