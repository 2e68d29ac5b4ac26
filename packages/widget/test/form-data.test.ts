import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dataToSend, hasNoFields } from '../src/form/form-data.ts';
import { violationsOf } from '../src/form/violations.ts';
import { check } from '../src/validation/validator.ts';

test('a schema has no fields only when no keyword can add one', () => {
  assert.equal(hasNoFields({ type: 'object' }), true);
  assert.equal(hasNoFields({ type: 'object', properties: {}, required: [] }), true);
  assert.equal(hasNoFields({ type: 'object', properties: { a: {} } }), false);
  for (const keyword of ['oneOf', 'anyOf', 'allOf', 'if', '$ref'])
    assert.equal(hasNoFields({ type: 'object', properties: {}, [keyword]: [] }), false, keyword);
});

const address = {
  type: 'object',
  properties: { street: { type: 'string' }, country: { type: 'string' } },
  required: ['street'],
};

/** The data for a form whose only optional group is `/address`, with the default country `PE`. */
function sent(schema: object, values: Record<string, unknown>) {
  const { data, violations } = dataToSend(values, {
    isOptional: (pointer) => pointer === '/address',
    isOfSchema: (value) => value === 'PE',
    validate: (each) => violationsOf(check(schema, each), each),
  });
  return { data, invalid: violations.map(({ pointer }) => pointer) };
}

test('an optional group is left out when it is empty or holds only defaults', () => {
  const schema = { properties: { address } };
  const nothing = { data: {}, invalid: [] };
  assert.deepEqual(sent(schema, { address: {} }), nothing);
  assert.deepEqual(sent(schema, { address: { country: 'PE' } }), nothing);
  const changed = { address: { country: 'CL' } };
  assert.deepEqual(sent(schema, changed), { data: changed, invalid: ['/address/street'] });
});

test('an empty required field becomes null where its schema accepts null', () => {
  const properties = { email: { type: ['string', 'null'] }, name: { type: 'string' } };
  assert.deepEqual(sent({ properties, required: ['email', 'name'] }, {}), {
    data: { email: null },
    invalid: ['/name'],
  });
});
