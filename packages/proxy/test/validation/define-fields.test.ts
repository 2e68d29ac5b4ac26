import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sanitizeSchema } from '../../src/validation/sanitize-schema.ts';
import { formOf } from './hostile-schemas.ts';

const TEXT = { type: 'string' };

test('adds a text field for a required name without a field', () => {
  const { schema, changes } = sanitizeSchema({
    type: 'object',
    required: ['a', 'b'],
    properties: { b: TEXT },
  });
  assert.deepEqual(schema.properties, { b: TEXT, a: TEXT });
  assert.deepEqual(changes, ['text-assumed /properties/a']);
});

for (const field of [true, {}, { title: 'Name', minLength: 2 }])
  test(`makes a field without a type text: ${JSON.stringify(field)}`, () => {
    const { schema } = sanitizeSchema(formOf(field));
    assert.deepEqual(schema.properties['a'], { ...TEXT, ...(field === true ? {} : field) });
  });

test('makes the items of a list without items text', () => {
  const { schema, changes } = sanitizeSchema(formOf({ type: 'array', minItems: 1 }));
  assert.deepEqual(schema.properties['a'], { type: 'array', minItems: 1, items: TEXT });
  assert.deepEqual(changes, ['text-assumed /properties/a/items']);
});

test('does the same in groups and in the rows of a list', () => {
  const group = { type: 'object', properties: { x: {} }, required: ['y'] };
  const { changes } = sanitizeSchema(formOf({ type: 'array', items: group }));
  assert.deepEqual(changes, [
    'text-assumed /properties/a/items/properties/x',
    'text-assumed /properties/a/items/properties/y',
  ]);
});

for (const field of [
  false,
  { minimum: 1 },
  { default: 7 },
  { enum: [1] },
  { properties: {} },
  { contains: { const: 1 } },
  { $ref: '#/definitions/d' },
])
  test(`keeps a field with a type: ${JSON.stringify(field)}`, () => {
    const source = { ...formOf(field), definitions: { d: { type: 'number' } } };
    assert.deepEqual(sanitizeSchema(source).schema, source);
  });

for (const part of [
  { allOf: [{ properties: { b: { type: 'number' } } }] },
  { if: { properties: { a: { const: 1 } } }, then: { properties: { b: { type: 'number' } } } },
  { patternProperties: { '^b$': { type: 'number' } } },
])
  test(`adds nothing where another part may define it: ${JSON.stringify(part)}`, () => {
    const source = { ...formOf({}), required: ['b'], ...part };
    assert.deepEqual(sanitizeSchema(source).changes, []);
  });

for (const name of ['', '\ud800'])
  test(`drops a field with an unusable name: ${JSON.stringify(name)}`, () => {
    const { schema } = sanitizeSchema({
      type: 'object',
      properties: { [name]: TEXT },
      required: [],
    });
    assert.deepEqual(schema, { type: 'object', properties: {}, required: [] });
  });

test('leaves a name that only `dependencies` requires to the form, which asks it when it is required', () => {
  const source = {
    type: 'object',
    properties: { licence: TEXT },
    dependencies: { licence: ['country'] },
  };
  assert.deepEqual(sanitizeSchema(source).changes, []);
  assert.deepEqual(sanitizeSchema(source).schema, source);
});
