import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import type { ProblemName } from 'precandidate-contract';

/** The secret that the tests' proxy signs sessions with. */
export const SECRET = 'a-secret-of-at-least-thirty-two-characters';
export type Claims = Record<string, unknown>;
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
/** A decoded part of a token. */
export const readPart = (part = ''): Claims =>
  JSON.parse(Buffer.from(part, 'base64url').toString()) as Claims;

/** A token with these claims, signed with the proxy's secret. */
export function signed(header: Claims, claims: Claims, hash = 'sha256'): string {
  const text = `${base64url(header)}.${base64url(claims)}`;
  return `${text}.${createHmac(hash, SECRET).update(text).digest('base64url')}`;
}

/** Name of a forgery, how it is made from a valid token's header and claims, and its problem. */
type Forgery = readonly [string, (header: Claims, claims: Claims) => string, ProblemName];

export const FORGERIES: readonly Forgery[] = [
  [
    'alg none',
    (_, claims) => `${base64url({ alg: 'none' })}.${base64url(claims)}.`,
    'session-invalid',
  ],
  [
    'alg None, with the key’s name',
    (header, claims) => `${base64url({ ...header, alg: 'None' })}.${base64url(claims)}.`,
    'session-invalid',
  ],
  [
    'another HMAC by the right secret',
    (header, claims) => signed({ ...header, alg: 'HS512' }, claims, 'sha512'),
    'session-invalid',
  ],
  [
    'HS512 in name only',
    (header, claims) => signed({ ...header, alg: 'HS512' }, claims),
    'session-invalid',
  ],
  ['an RSA signature', rsaSigned, 'session-invalid'],
  ['no kid', (_, claims) => signed({ alg: 'HS256' }, claims), 'session-invalid'],
  [
    'a kid that names nothing',
    (header, claims) => signed({ ...header, kid: 'nobody' }, claims),
    'session-invalid',
  ],
  [
    'a kid that is a member of every object',
    (header, claims) => signed({ ...header, kid: '__proto__' }, claims),
    'session-invalid',
  ],
  [
    'a kid that is no text',
    (header, claims) => signed({ ...header, kid: { toString: 1 } }, claims),
    'session-invalid',
  ],
  [
    'a critical extension',
    (header, claims) => signed({ ...header, crit: ['b64'], b64: false }, claims),
    'session-invalid',
  ],
  [
    'a key of its own',
    (header, claims) =>
      signed(
        { ...header, jwk: { kty: 'oct', k: base64url(SECRET) } },
        { ...claims, exp: undefined },
      ),
    'session-invalid',
  ],
  ['no end', (header, claims) => signed(header, { ...claims, exp: undefined }), 'session-invalid'],
  [
    'an end that is no number',
    (header, claims) => signed(header, { ...claims, exp: 'never' }),
    'session-invalid',
  ],
  [
    'an end that has passed',
    (header, claims) => signed(header, { ...claims, exp: 1_000_000_000 }),
    'session-expired',
  ],
  [
    'a beginning to come',
    (header, claims) => signed(header, { ...claims, nbf: Date.now() / 1_000 + 3_600 }),
    'session-invalid',
  ],
  ['no id', (header, claims) => signed(header, { ...claims, jti: undefined }), 'session-invalid'],
  [
    'another audience',
    (header, claims) => signed(header, { ...claims, aud: 'somebody-else' }),
    'session-invalid',
  ],
  [
    'no audience',
    (header, claims) => signed(header, { ...claims, aud: undefined }),
    'session-invalid',
  ],
  [
    'another person',
    (header, claims) => signed(header, { ...claims, person_id: 'somebody' }),
    'session-out-of-scope',
  ],
  [
    'another form',
    (header, claims) => signed(header, { ...claims, form_id: 'something' }),
    'session-out-of-scope',
  ],
  [
    'a form that is a list',
    (header, claims) => signed(header, { ...claims, form_id: [claims['form_id']] }),
    'session-out-of-scope',
  ],
  [
    'another origin',
    (header, claims) => signed(header, { ...claims, origin: 'https://evil.example' }),
    'origin-not-allowed',
  ],
  [
    'a signature that is cut short',
    (header, claims) => signed(header, claims).slice(0, -2),
    'session-invalid',
  ],
  [
    'more behind the signature',
    (header, claims) => `${signed(header, claims)}.x`,
    'session-invalid',
  ],
];

function rsaSigned(header: Claims, claims: Claims): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const text = `${base64url({ ...header, alg: 'RS256' })}.${base64url(claims)}`;
  return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
}
