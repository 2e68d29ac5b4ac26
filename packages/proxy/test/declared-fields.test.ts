import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FormSchema } from 'precandidate-contract';
import { pickDeclaredFields } from '../src/validation/form-validator.ts';

const DATA = { a: 1, b: 2, c: 3, 'd/e': 4, webhook_url: 'x' };
const namesFor = (schema: Partial<FormSchema>) =>
  Object.keys(pickDeclaredFields({ type: 'object', properties: {}, ...schema }, DATA));

test('keeps only the fields that the schema declares, with their values', () => {
  const schema: FormSchema = { type: 'object', properties: { a: {}, 'd/e': true } };
  assert.deepEqual(pickDeclaredFields(schema, DATA), { a: 1, 'd/e': 4 });
});

test('picks nothing from a form without fields', () => {
  assert.deepEqual(namesFor({}), []);
});

test('keeps fields of conditions, alternatives, and references', () => {
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
  assert.deepEqual(namesFor({ dependencies: { a: ['c'], c: named('b') } }), ['b']);
  assert.deepEqual(namesFor({ $ref: '#/$defs/x~1y', $defs: { 'x/y': named('a') } }), ['a']);
});

test('follows a reference to itself only once', () => {
  assert.deepEqual(namesFor({ properties: { a: {} }, allOf: [{ $ref: '#' }] }), ['a']);
});

test('keeps all fields when the schema describes further fields', () => {
  const all = Object.keys(DATA);
  assert.deepEqual(namesFor({ additionalProperties: { type: 'string' } }), all);
  assert.deepEqual(namesFor({ patternProperties: { '^x': {} } }), all);
  assert.deepEqual(namesFor({ additionalProperties: false }), []);
});
