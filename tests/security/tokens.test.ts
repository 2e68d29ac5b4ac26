import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { PATHS, type Precandidate, type ProblemName } from 'precandidate-contract';
import { askProxy, newPrecandidate, newSession } from '../stage/ask-proxy.ts';
import { assertProblem } from '../stage/assert-problem.ts';
import { openService, ORIGIN } from '../stage/open-service.ts';

const SECRET = 'a-secret-of-at-least-thirty-two-characters';
type Claims = Record<string, unknown>;
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const read = (part = ''): Claims => JSON.parse(Buffer.from(part, 'base64url').toString()) as Claims;

/** A token of these claims that is signed with the proxy's own secret. */
function signed(header: Claims, claims: Claims, hash = 'sha256'): string {
  const text = `${base64url(header)}.${base64url(claims)}`;
  return `${text}.${createHmac(hash, SECRET).update(text).digest('base64url')}`;
}

describe('a token is the proxy’s own, whole, and for here and now', () => {
  const service = openService({ SESSION_SECRETS: SECRET });
  let record: Precandidate;
  let header: Claims;
  let claims: Claims;
  before(async () => {
    record = await newPrecandidate(service.proxy.url);
    const [first, second] = (await newSession(service.proxy.url, record)).split('.');
    [header, claims] = [read(first), read(second)];
  });

  const ask = (token: string, how: object = {}) =>
    askProxy(service.proxy.url, PATHS.schema(record.person_id, record.precandidate_id), {
      token,
      origin: ORIGIN,
      ...how,
    });

  test('signed anew with the same claims it is taken: the forgeries below fail for their own reason', async () => {
    assert.equal((await ask(signed(header, claims))).status, 200);
  });

  const FORGERIES: [string, () => string, ProblemName][] = [
    ['alg none', () => `${base64url({ alg: 'none' })}.${base64url(claims)}.`, 'session-invalid'],
    [
      'alg None, with the key’s name',
      () => `${base64url({ ...header, alg: 'None' })}.${base64url(claims)}.`,
      'session-invalid',
    ],
    [
      'another HMAC by the right secret',
      () => signed({ ...header, alg: 'HS512' }, claims, 'sha512'),
      'session-invalid',
    ],
    ['HS512 in name only', () => signed({ ...header, alg: 'HS512' }, claims), 'session-invalid'],
    ['an RSA signature', rsaSigned, 'session-invalid'],
    ['no kid', () => signed({ alg: 'HS256' }, claims), 'session-invalid'],
    [
      'a kid that names nothing',
      () => signed({ ...header, kid: 'nobody' }, claims),
      'session-invalid',
    ],
    [
      'a kid that is a member of every object',
      () => signed({ ...header, kid: '__proto__' }, claims),
      'session-invalid',
    ],
    [
      'a kid that is no text',
      () => signed({ ...header, kid: { toString: 1 } }, claims),
      'session-invalid',
    ],
    [
      'a critical extension',
      () => signed({ ...header, crit: ['b64'], b64: false }, claims),
      'session-invalid',
    ],
    [
      'a key of its own',
      () =>
        signed(
          { ...header, jwk: { kty: 'oct', k: base64url(SECRET) } },
          { ...claims, exp: undefined },
        ),
      'session-invalid',
    ],
    ['no end', () => signed(header, { ...claims, exp: undefined }), 'session-invalid'],
    [
      'an end that is no number',
      () => signed(header, { ...claims, exp: 'never' }),
      'session-invalid',
    ],
    [
      'an end that has passed',
      () => signed(header, { ...claims, exp: 1_000_000_000 }),
      'session-expired',
    ],
    [
      'a beginning to come',
      () => signed(header, { ...claims, nbf: Date.now() / 1_000 + 3_600 }),
      'session-invalid',
    ],
    ['no id', () => signed(header, { ...claims, jti: undefined }), 'session-invalid'],
    [
      'another audience',
      () => signed(header, { ...claims, aud: 'somebody-else' }),
      'session-invalid',
    ],
    ['no audience', () => signed(header, { ...claims, aud: undefined }), 'session-invalid'],
    [
      'another person',
      () => signed(header, { ...claims, person_id: 'somebody' }),
      'session-out-of-scope',
    ],
    [
      'another form',
      () => signed(header, { ...claims, form_id: 'something' }),
      'session-out-of-scope',
    ],
    [
      'a form that is a list',
      () => signed(header, { ...claims, form_id: [claims['form_id']] }),
      'session-out-of-scope',
    ],
    [
      'another origin',
      () => signed(header, { ...claims, origin: 'https://evil.example' }),
      'origin-not-allowed',
    ],
    ['a signature that is cut short', () => signed(header, claims).slice(0, -2), 'session-invalid'],
    ['more behind the signature', () => `${signed(header, claims)}.x`, 'session-invalid'],
  ];

  function rsaSigned(): string {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const text = `${base64url({ ...header, alg: 'RS256' })}.${base64url(claims)}`;
    return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
  }

  for (const [what, forge, name] of FORGERIES)
    test(`${what}: ${name}`, async () => {
      await assertProblem(await ask(forge()), name);
    });

  test('a token in the address or in a cookie opens nothing', async () => {
    const token = signed(header, claims);
    const path = PATHS.schema(record.person_id, record.precandidate_id);
    for (const query of [`?token=${token}`, `?session=${token}`, `?access_token=${token}`])
      await assertProblem(await fetch(service.proxy.url + path + query), 'session-invalid');
    const cookie = await fetch(service.proxy.url + path, {
      headers: { cookie: `session=${token}` },
    });
    await assertProblem(cookie, 'session-invalid');
  });

  test('a key of the back end is no session, and a session no key', async () => {
    const token = signed(header, claims);
    await assertProblem(
      await askProxy(service.proxy.url, PATHS.deliveries, { token }),
      'unauthorized',
    );
    for (const path of [PATHS.sessions, PATHS.revokeSessions, PATHS.precandidates])
      await assertProblem(
        await askProxy(service.proxy.url, path, { token, body: {} }),
        'unauthorized',
      );
    await assertProblem(await ask('a-key-of-the-portals-back-end'), 'session-invalid');
  });

  test('revoked: it opens nothing, wherever it is sent, and the one minted after it does', async () => {
    const token = await newSession(service.proxy.url, record);
    const { person_id, precandidate_id: form_id } = record;
    await askProxy(service.proxy.url, PATHS.revokeSessions, { body: { person_id, form_id } });
    await assertProblem(await ask(token), 'session-revoked');
    await assertProblem(await opening(token), 'session-revoked');
    const next = await newSession(service.proxy.url, record);
    assert.equal((await ask(next)).status, 200);
  });

  const opening = (session: unknown, origin = ORIGIN) =>
    askProxy(service.proxy.url, PATHS.opening, {
      token: '',
      origin,
      headers: { 'content-type': 'text/plain' },
      body: { session },
    });

  test('in the body of an opening it is judged as in the header', async () => {
    assert.equal((await opening(await newSession(service.proxy.url, record))).status, 200);
    for (const [what, forge, name] of FORGERIES) {
      if (name === 'session-out-of-scope') continue;
      await assertProblem(await opening(forge()), name).catch((error: Error) => {
        throw new Error(`${what}: ${error.message}`);
      });
    }
    for (const none of [undefined, null, 7, '', {}, ['x']])
      await assertProblem(await opening(none), 'session-invalid');
    const token = await newSession(service.proxy.url, record);
    await assertProblem(await opening(token, 'https://evil.example'), 'origin-not-allowed');
  });
});

describe('a token outlives a rotation as long as its secret is live', () => {
  const [OLD, NEW] = [
    'the-old-secret-0123456789-0123456789',
    'the-new-secret-0123456789-0123456789',
  ];
  const rotating = openService({ SESSION_SECRETS: `${NEW},${OLD}` });
  const rotated = openService({ SESSION_SECRETS: NEW });
  const before_ = openService({ SESSION_SECRETS: OLD });

  test('replayed where its secret was dropped it opens nothing', async () => {
    const record = await newPrecandidate(before_.proxy.url);
    const token = await newSession(before_.proxy.url, record);
    const path = PATHS.schema(record.person_id, record.precandidate_id);
    const open = (url: string) => askProxy(url, path, { token, origin: ORIGIN });
    assert.equal((await open(before_.proxy.url)).status, 200);
    // It is known there; what it names is not, for each has a service of its own.
    await assertProblem(await open(rotating.proxy.url), 'form-not-found');
    await assertProblem(await open(rotated.proxy.url), 'session-invalid');
  });
});
