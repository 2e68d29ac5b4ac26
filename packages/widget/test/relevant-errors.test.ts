import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check } from '../src/validation/check.ts';
import { relevantErrors } from '../src/form/relevant-errors.ts';
import { violationsOf } from '../src/form/violations.ts';

const by = (kind: string, name: string) => ({
  type: 'object',
  properties: { kind: { const: kind } },
  required: ['kind', name],
});
const contact = { oneOf: [by('mail', 'street'), by('phone', 'number')] };

function named(schema: object, data: unknown, chosen: [string, number][] = []): string[] {
  const errors = relevantErrors(check(schema, data), new Map(chosen));
  return violationsOf(errors, data).map(({ pointer, keyword }) => `${pointer} ${keyword}`);
}

test('the shape that was chosen is the one that is asked for', () => {
  const schema = { properties: { contact } };
  assert.deepEqual(named(schema, { contact: {} }, [['/contact', 1]]), [
    '/contact/kind required',
    '/contact/number required',
  ]);
});

test('without a choice it is the one that the data comes closest to', () => {
  const schema = { properties: { contact } };
  assert.deepEqual(named(schema, { contact: { kind: 'phone' } }), ['/contact/number required']);
});

test('each entry of a list has a shape of its own, behind a reference too', () => {
  const schema = {
    properties: { all: { items: { $ref: '#/$defs/contact' } } },
    $defs: { contact },
  };
  const all = [{ kind: 'mail' }, { kind: 'phone' }];
  assert.deepEqual(named(schema, { all }), ['/all/0/street required', '/all/1/number required']);
});

test('a shape within a shape is told apart from it', () => {
  const outer = { anyOf: [{ type: 'string' }, { type: 'object', properties: { contact } }] };
  const data = { a: { contact: { kind: 'mail' } } };
  assert.deepEqual(named({ properties: { a: outer } }, data), ['/a/contact/street required']);
});

test('“or null” is not what is wrong with a value', () => {
  const schema = { properties: { a: { anyOf: [{ type: 'null' }, { minLength: 5 }] } } };
  assert.deepEqual(named(schema, { a: 'x' }), ['/a minLength']);
});
