import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check } from '../src/validation/check.ts';
import { mostTelling, violationsOf } from '../src/form/violations.ts';

const named = (schema: object, data: unknown) =>
  violationsOf(check(schema, data)).map(({ pointer, keyword }) => `${pointer} ${keyword}`);

test('a missing field is named where it should be', () => {
  assert.deepEqual(named({ required: ['a/b'] }, {}), ['/a~1b required']);
});

test('a field is named once, by what says most of what is wrong with it', () => {
  const ofText = (a: object) => named({ properties: { a } }, { a: 'x' });
  assert.deepEqual(ofText({ minLength: 9, pattern: '^z' }), ['/a minLength']);
  assert.deepEqual(ofText({ pattern: '^z', type: 'number' }), ['/a type']);
});

test('a part that fits no shape is named only when nothing inside it is', () => {
  const shape = { type: 'object', required: ['x'] };
  assert.deepEqual(named({ properties: { a: { anyOf: [shape, shape] } } }, { a: {} }), [
    '/a/x required',
  ]);
  assert.deepEqual(named({ properties: { a: { not: {} } } }, { a: 1 }), ['/a not']);
});

test('a condition is not blamed, only what it asks for', () => {
  const schema = { if: { required: ['a'] }, then: { required: ['b'] } };
  assert.deepEqual(named(schema, { a: 1 }), ['/b required']);
});

test('an entry of a list that was left empty is missing, not of a wrong type', () => {
  const schema = { properties: { a: { items: { type: 'string' } } } };
  const data = { a: [null, 1] };
  assert.deepEqual(
    violationsOf(check(schema, data), data).map(({ pointer, keyword }) => `${pointer} ${keyword}`),
    ['/a/0 required', '/a/1 type'],
  );
});

test('of what the proxy found, too, a field is named once and by what says most', () => {
  const told = ['/a format', '/a minLength', '/b anyOf', '/b/x required', '/c oneOf'].map((one) => {
    const [pointer = '', keyword = ''] = one.split(' ');
    return { pointer, keyword, params: {} };
  });
  assert.deepEqual(
    mostTelling(told).map(({ pointer, keyword }) => `${pointer} ${keyword}`),
    ['/b/x required', '/a minLength', '/c oneOf'],
  );
});
