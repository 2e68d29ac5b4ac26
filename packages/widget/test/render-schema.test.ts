import { getDefaultFormState } from '@rjsf/utils';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toRenderSchema } from '../src/form/render-schema.ts';
import { createValidator } from '../src/validation/validator.ts';

/** The values of a form without any input. */
function openedWith(properties: object): unknown {
  const schema = toRenderSchema({ type: 'object', properties });
  return getDefaultFormState(createValidator(), schema, undefined, schema, false, {
    requiredBooleanDefault: 'skip',
  });
}

const LAWSUITS = [
  { const: 'none', title: 'None' },
  { const: 'some', title: 'Some' },
];

test('opening a form chooses nothing', () => {
  assert.deepEqual(
    openedWith({ a: { oneOf: LAWSUITS }, b: { type: 'string', anyOf: LAWSUITS } }),
    {},
  );
  assert.deepEqual(
    openedWith({ c: { enum: ['x', 'y'] }, d: { type: 'boolean', const: true } }),
    {},
  );
  assert.deepEqual(openedWith({ f: { anyOf: [...LAWSUITS, { type: 'null' }] } }), {});
  assert.deepEqual(openedWith({ e: { type: 'string', enum: ['x'] } }), {});
});

test('a default and a constant are values of an opened form', () => {
  const properties = {
    a: { oneOf: LAWSUITS, default: 'some' },
    b: { type: 'string', const: 'v1' },
  };
  assert.deepEqual(openedWith(properties), { a: 'some', b: 'v1' });
});

test('a constant that distinguishes branches is the value of the chosen branch', () => {
  const branch = (kind: string) => ({ properties: { kind: { const: kind } } });
  const contact = { type: 'object', oneOf: [branch('mail'), branch('phone')] };
  assert.deepEqual(openedWith({ contact }), { contact: { kind: 'mail' } });
});

test('a field that tells the branches of an `anyOf` apart keeps a `oneOf` beside it', () => {
  const oneOf = ['x', 'y'].map((name) => ({ properties: { [name]: { type: 'string' } } }));
  const schema = {
    type: 'object',
    properties: { had: { enum: ['Nunca', 'Antes'] } },
    required: ['had'],
    anyOf: ['Nunca', 'Antes'].map((value) => ({ properties: { had: { const: value } } })),
  };
  assert.ok('dependencies' in toRenderSchema(schema));
  assert.equal(toRenderSchema({ ...schema, oneOf }).oneOf?.length, 2);
});

test('a name with dependent schemas keeps its dependent required names', () => {
  const dependent = { properties: { plate: { type: 'string' } } };
  const { dependencies } = toRenderSchema({
    type: 'object',
    dependentRequired: { car: ['plate'], dog: ['chip'] },
    dependentSchemas: { car: dependent },
  });
  assert.deepEqual(dependencies, {
    car: { allOf: [dependent, { required: ['plate'] }] },
    dog: ['chip'],
  });
});
