import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sanitizeSchema } from '../../src/validation/sanitize-schema.ts';
import { FormValidator } from '../../src/validation/form-validator.ts';
import { violationsOf } from './violations-of.ts';

const validator = new FormValidator(60_000);
after(() => validator.close());

const prefill = async (schema: object, data: unknown) => {
  const form = sanitizeSchema({ type: 'object', ...schema });
  const violations = await validator.checkPrefill(form, data);
  return violations.map(({ pointer, keyword }) => `${keyword} ${pointer}`);
};

const referees = {
  required: ['name', 'referees'],
  properties: {
    name: { type: 'string' },
    referees: {
      type: 'array',
      minItems: 2,
      items: {
        type: 'object',
        required: ['phone', 'email'],
        properties: { phone: { type: 'string' }, email: { type: 'string', format: 'email' } },
      },
    },
  },
};

test('accepts missing values at any depth', async () => {
  assert.deepEqual(await prefill(referees, {}), []);
  assert.deepEqual(await prefill(referees, { referees: [{ phone: '+51' }] }), []);
});

const PERSON = {
  type: 'object',
  required: ['name', 'dni'],
  properties: { name: { type: 'string' }, dni: { type: 'string' } },
};
for (const [what, field, value] of [
  ['an object or null', { anyOf: [PERSON, { type: 'null' }] }, { name: 'Ana' }],
  [
    'a branch',
    {
      oneOf: ['employee', 'self'].map((kind) => ({
        type: 'object',
        required: ['kind', kind],
        properties: { kind: { const: kind }, [kind]: { type: 'string' } },
      })),
    },
    { kind: 'employee' },
  ],
  ['one of two required', { ...PERSON, anyOf: [{ required: ['dni'] }] }, { name: 'Ana' }],
  ['a value that must not be missing', { ...PERSON, not: { required: ['name'] } }, { name: 'Ana' }],
] as const)
  test(`accepts a group that is filled in in part: ${what}`, async () => {
    assert.deepEqual(await prefill({ properties: { group: field } }, { group: value }), []);
  });

test('a reference may lead anywhere in the schema', async () => {
  const schema = {
    allOf: [{ properties: { other: { type: 'number' } } }],
    properties: { own: { $ref: '#/allOf/0/properties/other' } },
  };
  assert.deepEqual(await prefill(schema, { own: 1 }), []);
  assert.deepEqual(await prefill(schema, { own: 'x' }), ['type /own']);
});

test('checks given values at any depth', async () => {
  const data = { name: 7, referees: [{ email: 'nobody' }] };
  assert.deepEqual(await prefill(referees, data), ['type /name', 'format /referees/0/email']);
});

test('rejects missing values when the same form is checked as complete', async () => {
  const form = sanitizeSchema({ type: 'object', ...referees });
  await validator.checkPrefill(form, {});
  assert.equal((await violationsOf(validator, form, {})).length, 2);
});

for (const [what, schema, data] of [
  ['a choice by required fields', { oneOf: [{ required: ['a'] }, { required: ['b'] }] }, {}],
  [
    'a choice that more data decides',
    { oneOf: [{ properties: { a: {} } }, { properties: { b: {} } }] },
    { a: 1 },
  ],
  ['a field that must be missing so far', { not: { required: ['a'] } }, {}],
  [
    'a condition on a field to come',
    { if: { required: ['a'] }, then: { required: ['b'] } },
    { a: 1 },
  ],
  ['fields that depend on each other', { dependencies: { a: ['b'] } }, { a: 1 }],
  ['a number of fields', { properties: { a: {}, b: {}, c: {} }, minProperties: 3 }, { a: '1' }],
  ['a row that is expected', { properties: { a: { contains: { const: 1 } } } }, { a: [] }],
  ['a field named required', { properties: { required: { type: 'array' } } }, { required: [] }],
] as const)
  test(`accepts incomplete data: ${what}`, async () =>
    assert.deepEqual(await prefill(schema, data), []));

test('rejects a value that fits no branch of a choice', async () => {
  const schema = { properties: { a: { oneOf: [{ const: 1 }, { const: 2 }] } } };
  assert.ok((await prefill(schema, { a: 3 })).includes('enum /a'));
});
