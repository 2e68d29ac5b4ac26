import assert from 'node:assert/strict';
import { test } from 'node:test';
import { domId, ID_PREFIX, ID_SEPARATOR, partId, pointerOf } from '../src/form/fields/field-id.ts';

const NAMES = [
  'a_b',
  'a.b',
  'a-b',
  'a b',
  'a/b',
  'a"b',
  "a'b",
  'a__b',
  'a_2e_b',
  'a#b',
  '<b>',
  '__proto__',
  'constructor',
  '🦙',
  'año',
  'a-error',
  '',
];
const rjsfId = (...path: string[]) => [ID_PREFIX, ...path].join(ID_SEPARATOR);

test('gives different paths different ids', () => {
  const paths = NAMES.flatMap((name) => [[name], ...NAMES.map((inner) => [name, inner])]);
  const ids = paths.flatMap((path) => [domId(rjsfId(...path)), partId(rjsfId(...path), 'error')]);
  assert.equal(new Set(ids).size, ids.length);
});

test('gives ids that work in aria-describedby and in fragments', () => {
  for (const name of NAMES) assert.match(domId(rjsfId(name)), /^[A-Za-z0-9._]+$/);
});

test('keeps plain names readable', () => {
  assert.equal(domId(rjsfId('email')), 'f.email');
});

test('escapes names in JSON Pointers', () => {
  assert.equal(pointerOf(rjsfId('referees', '0', 'a/b~c.d')), '/referees/0/a~1b~0c.d');
  assert.equal(pointerOf(rjsfId()), '');
});
