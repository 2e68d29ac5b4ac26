import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ProblemName } from 'precandidate-contract';
import { SESSION_SECRET } from 'precandidate-testing/service.ts';

export type Claims = Record<string, unknown>;
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
/** A decoded part of a token. */
export const readPart = (part = ''): Claims =>
  JSON.parse(Buffer.from(part, 'base64url').toString()) as Claims;

/** A token with these claims, signed with the proxy's secret. */
export function signed(header: Claims, claims: Claims, hash = 'sha256'): string {
  const text = `${base64url(header)}.${base64url(claims)}`;
  return `${text}.${createHmac(hash, SESSION_SECRET).update(text).digest('base64url')}`;
}

/** Name of a forgery, how it is made from a valid token's header and claims, and its problem. */
type Forgery = readonly [string, (header: Claims, claims: Claims) => string, ProblemName];

/** Forgeries with changed members, signed with the proxy's own secret; `null`: without the member. */
const CHANGED = JSON.parse(readFileSync(new URL('forgeries.json', import.meta.url), 'utf8')) as {
  what: string;
  header: Claims;
  claims: Claims;
  problem: ProblemName;
  hash?: string;
}[];

const changed = (members: Claims, changes: Claims): Claims =>
  Object.fromEntries(
    Object.entries({ ...members, ...changes }).filter(([, value]) => value !== null),
  );

export const FORGERIES: readonly Forgery[] = [
  ...CHANGED.map(({ what, header: of, claims: in_, problem, hash }): Forgery => [
    what,
    (header, claims) => signed(changed(header, of), changed(claims, in_), hash),
    problem,
  ]),
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
  ['an RSA signature', rsaSigned, 'session-invalid'],
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
