import assert from 'node:assert/strict';
import { test } from 'node:test';
import { domId, partId } from '../src/form/fields/field-id.ts';
import { toPointer } from '../src/validation/json.ts';
import NAMES from './tables/field-names.json' with { type: 'json' };

test('gives different paths different ids', () => {
  const paths = NAMES.flatMap((name) => [[name], ...NAMES.map((inner) => [name, inner])]);
  const ids = paths.flatMap((path) => [domId(toPointer(path)), partId(toPointer(path), 'error')]);
  assert.equal(new Set(ids).size, ids.length);
});

test('gives ids that work in aria-describedby and in fragments', () => {
  for (const name of NAMES) assert.match(domId(toPointer([name])), /^[A-Za-z0-9._]+$/);
});

test('keeps plain names readable', () => {
  assert.equal(domId('/email'), 'f.email');
});

test('escapes names in JSON Pointers', () => {
  assert.equal(toPointer(['referees', '0', 'a/b~c.d']), '/referees/0/a~1b~0c.d');
  assert.equal(toPointer([]), '');
});
