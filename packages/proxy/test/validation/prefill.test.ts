import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sanitizeSchema } from '../../src/validation/sanitize-schema.ts';
import { createFormValidator } from '../../src/validation/form-validator.ts';

const validator = createFormValidator();
after(() => validator.close());

const prefill = async (schema: object, data: unknown) => {
  const form = sanitizeSchema({ type: 'object', ...schema });
  const violations = await validator.validate(form, data, 'prefill');
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

test('checks given values at any depth', async () => {
  const data = { name: 7, referees: [{ email: 'nobody' }] };
  assert.deepEqual(await prefill(referees, data), ['type /name', 'format /referees/0/email']);
});

test('rejects missing values when the same form is checked as complete', async () => {
  const form = sanitizeSchema({ type: 'object', ...referees });
  await validator.validate(form, {}, 'prefill');
  assert.equal((await validator.validate(form, {})).length, 2);
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
