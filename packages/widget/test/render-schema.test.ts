import { getDefaultFormState, RJSF_REF_CYCLE_KEY, type RJSFSchema } from '@rjsf/utils';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasNoFields } from '../src/form/form-data.ts';
import { RECURSIVE_REF, toRenderSchema } from '../src/form/render-schema.ts';
import { createValidator } from '../src/validation/validator.ts';

test('a schema has no fields only when no keyword can add one', () => {
  assert.equal(hasNoFields({ type: 'object' }), true);
  assert.equal(hasNoFields({ type: 'object', properties: {}, required: [] }), true);
  assert.equal(hasNoFields({ type: 'object', properties: { a: {} } }), false);
  for (const keyword of ['oneOf', 'anyOf', 'allOf', 'if', '$ref'])
    assert.equal(hasNoFields({ type: 'object', properties: {}, [keyword]: [] }), false, keyword);
});

const PERSON = '#/definitions/person';
const isRecursive = (schema: unknown) =>
  (schema as Record<symbol, unknown>)[RJSF_REF_CYCLE_KEY] === true;

test('a reference to the object that contains it is marked, and keeps its title and type', () => {
  const { definitions = {}, properties = {} } = toRenderSchema({
    properties: { boss: { $ref: PERSON } },
    definitions: {
      person: { type: 'object', title: 'Person', properties: { boss: { $ref: PERSON } } },
    },
  });
  assert.deepEqual(properties['boss'], { $ref: PERSON });
  const { boss } = (definitions['person'] as RJSFSchema).properties ?? {};
  assert.ok(isRecursive(boss));
  const { type, title, [RECURSIVE_REF]: ref } = boss as RJSFSchema;
  assert.deepEqual({ type, title, ref }, { type: 'object', title: 'Person', ref: PERSON });
});

test('a reference that leads back through other definitions is marked', () => {
  const { definitions = {} } = toRenderSchema({
    definitions: {
      person: { properties: { job: { $ref: '#/definitions/job' } } },
      job: { properties: { boss: { anyOf: [{ $ref: PERSON }, { type: 'null' }] } } },
    },
  });
  assert.ok(isRecursive((definitions['person'] as RJSFSchema).properties?.['job']));
  assert.ok(isRecursive((definitions['job'] as RJSFSchema).properties?.['boss']));
});

test('a recursive reference is found whatever characters it encodes', () => {
  const ref = '#/definitions/a%20person';
  const { definitions = {} } = toRenderSchema({
    definitions: { 'a person': { properties: { boss: { $ref: ref } } } },
  });
  assert.ok(isRecursive((definitions['a person'] as RJSFSchema).properties?.['boss']));
});

test('many references to the same schemas take no longer than a few', () => {
  const definitions: Record<string, object> = { l0: { type: 'string' } };
  for (let level = 1; level <= 40; level += 1) {
    const $ref = `#/definitions/l${level - 1}`;
    definitions[`l${level}`] = { properties: { a: { $ref }, b: { $ref } } };
  }
  assert.ok(toRenderSchema({ definitions }).definitions);
});

test('references in the entries of an array, and those that end, are not marked', () => {
  const { definitions = {}, properties = {} } = toRenderSchema({
    properties: { home: { $ref: '#/definitions/address' } },
    definitions: {
      address: { properties: { street: { $ref: '#/definitions/street' } } },
      street: { type: 'string' },
      person: { properties: { team: { type: 'array', items: { $ref: PERSON } } } },
    },
  });
  assert.deepEqual(properties['home'], { $ref: '#/definitions/address' });
  assert.deepEqual(definitions['address'], {
    properties: { street: { $ref: '#/definitions/street' } },
  });
  assert.deepEqual((definitions['person'] as RJSFSchema).properties?.['team'], {
    type: 'array',
    items: { $ref: PERSON },
  });
});

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
