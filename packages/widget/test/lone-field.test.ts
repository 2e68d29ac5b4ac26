import type { RJSFSchema } from '@rjsf/utils';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loneField } from '../src/form/lone-field.ts';

const name: RJSFSchema = { type: 'string', minLength: 3 };

test('a field under nothing but its own schema stands alone', () => {
  const address: RJSFSchema = { properties: { street: name }, required: ['street'] };
  const schema: RJSFSchema = { type: 'object', title: 'Form', properties: { name, address } };
  assert.equal(loneField({ ...schema, 'x-prefilled': ['name'] }, '/name'), name);
  assert.equal(loneField(schema, '/address/street'), name);
});

test('a field whose part, or what is around it, says more of it does not', () => {
  const properties = { name };
  const around: RJSFSchema[] = [
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
    const part: RJSFSchema = { properties, ...more };
    assert.equal(loneField(part, '/name'), undefined, JSON.stringify(more));
    assert.equal(loneField({ properties: { part } } as never, '/part/name'), undefined);
  }
});

test('what is no field of the schema, or in a list, does not stand alone', () => {
  const list: RJSFSchema = { type: 'array', items: { properties: { name } } };
  const schema: RJSFSchema = { properties: { name, list, nothing: false } };
  for (const pointer of [
    '/other',
    '/name/first',
    '/list/0',
    '/list/0/name',
    '/nothing',
    '/toString',
  ])
    assert.equal(loneField(schema, pointer), undefined, pointer);
});
