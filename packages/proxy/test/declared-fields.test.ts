import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FormSchema } from 'precandidate-contract';
import { childPointer } from '../src/validation/json-pointer.ts';
import { undeclaredFields } from '../src/validation/declared-fields.ts';

const DATA = { a: 1, b: 2, c: 3, 'd/e': 4, webhook_url: 'x' };
/** The names in the data that the schema declares. */
function namesFor(schema: Partial<FormSchema>): string[] {
  const form: FormSchema = { type: 'object', properties: {}, ...schema };
  const undeclared = undeclaredFields(form, DATA).map(({ pointer }) => pointer);
  return Object.keys(DATA).filter((name) => !undeclared.includes(childPointer('', name)));
}

test('names each field that the schema does not declare', () => {
  assert.deepEqual(namesFor({ properties: { a: {}, 'd/e': true } }), ['a', 'd/e']);
});

test('declares nothing in a form without fields', () => {
  assert.deepEqual(namesFor({}), []);
});

test('declares fields of conditions, alternatives, and references', () => {
  const named = (...names: string[]) => ({
    properties: Object.fromEntries(names.map((name) => [name, {}])),
  });
  assert.deepEqual(namesFor({ if: named('a'), then: named('b'), else: named('c') }), [
    'a',
    'b',
    'c',
  ]);
  assert.deepEqual(namesFor({ allOf: [{ anyOf: [named('a')] }, { oneOf: [named('b')] }] }), [
    'a',
    'b',
  ]);
  assert.deepEqual(namesFor({ dependentSchemas: { a: named('b') } }), ['b']);
  assert.deepEqual(namesFor({ dependencies: { a: ['c'], c: named('b') } }), ['b', 'c']);
  assert.deepEqual(namesFor({ $ref: '#/$defs/x~1y', $defs: { 'x/y': named('a') } }), ['a']);
});

test('declares a name that is only required, which the form asks as text', () => {
  assert.deepEqual(namesFor({ allOf: [{ required: ['a'] }], dependencies: { x: ['b'] } }), [
    'a',
    'b',
  ]);
});

test('follows a reference to itself only once', () => {
  assert.deepEqual(namesFor({ properties: { a: {} }, allOf: [{ $ref: '#' }] }), ['a']);
});

test('declares all fields when the schema describes further fields', () => {
  const all = Object.keys(DATA);
  assert.deepEqual(namesFor({ additionalProperties: { type: 'string' } }), all);
  assert.deepEqual(namesFor({ patternProperties: { '^x': {} } }), all);
  assert.deepEqual(namesFor({ additionalProperties: false }), []);
});

test('does not repeat a name that a candidate may have entered', () => {
  const form: FormSchema = { type: 'object', properties: {} };
  const pointers = undeclaredFields(form, { 'Ana Pérez': 1, inner_score: 1 });
  assert.deepEqual(
    pointers.map(({ pointer }) => pointer),
    ['', '/inner_score'],
  );
});
