import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loneField } from '../src/island/form/lone-field.ts';

const name = { type: 'string', minLength: 3 } as const;

test('a field under nothing but its own schema stands alone', () => {
  const address = { type: 'object', properties: { street: name }, required: ['street'] } as const;
  const schema = { type: 'object', title: 'Form', properties: { name, address } } as const;
  assert.equal(loneField({ ...schema, 'x-prefilled': ['name'] } as never, '/name'), name);
  assert.equal(loneField(schema, '/address/street'), name);
});

test('a field whose part, or what is around it, says more of it does not', () => {
  const properties = { name };
  const around = [
    { if: {}, then: { properties: { name: { maxLength: 3 } } } },
    { allOf: [{ properties }] },
    { anyOf: [{ properties }] },
    { dependencies: { name: ['other'] } },
    { dependentSchemas: { other: { properties } } },
    { patternProperties: { '^n': { maxLength: 3 } } },
    { propertyNames: { minLength: 8 } },
    { not: { required: ['name'] } },
    { $ref: '#/definitions/whole' },
  ];
  for (const more of around) {
    const part = { properties, ...more };
    assert.equal(loneField(part as never, '/name'), undefined, JSON.stringify(more));
    assert.equal(loneField({ properties: { part } } as never, '/part/name'), undefined);
  }
});

test('what is no field of the schema, or in a list, does not stand alone', () => {
  const list = { type: 'array', items: { properties: { name } } } as const;
  const schema = { properties: { name, list, nothing: false } } as const;
  for (const pointer of [
    '/other',
    '/name/first',
    '/list/0',
    '/list/0/name',
    '/nothing',
    '/toString',
  ])
    assert.equal(loneField(schema as never, pointer), undefined, pointer);
});
