import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FormSchema } from 'precandidate-contract';
import { askedData } from '../src/submissions/asked-data.ts';

const DATA = { a: 1, b: 2, c: 3, 'd/e': 4, webhook_url: 'x' };
const namesFor = (schema: Partial<FormSchema>) =>
  Object.keys(askedData({ type: 'object', properties: {}, ...schema }, DATA));

test('only fields that the schema names remain, values and all', () => {
  const schema: FormSchema = { type: 'object', properties: { a: {}, 'd/e': true } };
  assert.deepEqual(askedData(schema, DATA), { a: 1, 'd/e': 4 });
});

test('a form without fields asks for nothing', () => {
  assert.deepEqual(namesFor({}), []);
});

test('fields that a condition, an alternative or a reference adds are asked for too', () => {
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

test('a reference to itself ends', () => {
  assert.deepEqual(namesFor({ properties: { a: {} }, allOf: [{ $ref: '#' }] }), ['a']);
});

test('a schema that says what further fields may hold asks for all', () => {
  const all = Object.keys(DATA);
  assert.deepEqual(namesFor({ additionalProperties: { type: 'string' } }), all);
  assert.deepEqual(namesFor({ patternProperties: { '^x': {} } }), all);
  assert.deepEqual(namesFor({ additionalProperties: false }), []);
});
