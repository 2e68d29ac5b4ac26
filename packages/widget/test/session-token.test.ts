import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSessionToken } from '../src/api/session-source.ts';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const token = (claims: unknown) => `${encode({ alg: 'HS256' })}.${encode(claims)}.signature`;
const claims = { person_id: 'p', form_id: 'f' };

test('reads the claims of a token', () => {
  assert.deepEqual(readSessionToken(token(claims)), claims);
});

test('reads letters beyond ASCII and base64url characters', () => {
  const odd = { ...claims, person_id: 'ñ>>>???🦙', locale: 'es-PE' };
  assert.deepEqual(readSessionToken(token(odd)), odd);
});

test('returns nothing for a text that is no token', () => {
  for (const text of ['', 'a.b.c', 'no dots', token(null), token({}), token({ person_id: 'p' })])
    assert.equal(readSessionToken(text), undefined, text);
});
