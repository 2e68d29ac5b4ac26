import { JUNK_OPTION_ID, type RJSFSchema } from '@rjsf/utils';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check } from '../src/checker/check.ts';
import { createValidator } from '../src/checker/validator.ts';

const validator = createValidator();

const blamed = (schema: object, data: unknown) =>
  check(schema, data).map(({ instancePath, keyword, params }) => [instancePath, keyword, params]);

test('valid data has no errors', () => {
  assert.deepEqual(check({ type: 'object', required: ['a'] }, { a: 1 }), []);
});

test('each missing property is an error of its own, at the place of its parent', () => {
  const schema = { properties: { p: { type: 'object', required: ['a', 'b'] } } };
  assert.deepEqual(blamed(schema, { p: {} }), [
    ['/p', 'required', { missingProperty: 'a' }],
    ['/p', 'required', { missingProperty: 'b' }],
  ]);
});

test('a limit is told with the error', () => {
  assert.deepEqual(blamed({ properties: { a: { minLength: 8 } } }, { a: 'x' }), [
    ['/a', 'minLength', { limit: 8 }],
  ]);
  assert.deepEqual(blamed({ properties: { a: { maximum: 3 } } }, { a: 4 }), [
    ['/a', 'maximum', { comparison: '<=', limit: 3 }],
  ]);
});

test('a limit behind a $ref is found', () => {
  const schema = {
    $defs: { 'a b/c': { minLength: 2 } },
    properties: { a: { $ref: '#/$defs/a%20b~1c' } },
  };
  assert.deepEqual(blamed(schema, { a: '' }), [['/a', 'minLength', { limit: 2 }]]);
});

test('names with slashes, tildes, percent signs and spaces give true pointers', () => {
  const properties = { 'a/b ~ 100%': { type: 'string' } };
  assert.deepEqual(blamed({ properties }, { 'a/b ~ 100%': 1 }), [
    ['/a~1b ~0 100%', 'type', { type: 'string' }],
  ]);
});

test('a property that may not be there is named by its parent', () => {
  assert.deepEqual(blamed({ additionalProperties: false }, { x: 1 }), [
    ['', 'additionalProperties', { additionalProperty: 'x' }],
  ]);
  assert.deepEqual(blamed({ properties: { x: false } }, { x: 1 }), [['/x', 'false schema', {}]]);
});

test('what every object inherits is not a property of it', () => {
  assert.deepEqual(blamed({ required: ['constructor', '__proto__'] }, {}), [
    ['', 'required', { missingProperty: 'constructor' }],
    ['', 'required', { missingProperty: '__proto__' }],
  ]);
});

test('a key that holds undefined is absent', () => {
  assert.equal(check({ required: ['a'] }, { a: undefined }).length, 1);
  assert.deepEqual(check({ properties: { a: { type: 'string' } } }, { a: undefined }), []);
});

test('a part of a schema finds its $ref in the whole', () => {
  const root: RJSFSchema = { $defs: { name: { type: 'string' } }, type: 'object' };
  const part: RJSFSchema = { properties: { a: { $ref: '#/$defs/name' } } };
  assert.equal(validator.isValid(part, { a: 'x' }, root), true);
  assert.equal(validator.isValid(part, { a: 1 }, root), false);
});

test('the same part may be checked again, and the schema may be frozen by nobody but us', () => {
  const root: RJSFSchema = { $defs: { n: { minimum: 1 } } };
  const part: RJSFSchema = { $ref: '#/$defs/n' };
  for (const value of [0, 2, 0])
    assert.equal(validator.isValid(part, value as never, root), value > 0);
  assert.deepEqual(Object.keys(part), ['$ref']);
});

test('a schema that cannot be used is told apart from data that is wrong', () => {
  for (const schema of [{ $ref: '#/nowhere' }, { properties: { a: { pattern: '(' } } }]) {
    const { errors, validationError } = validator.rawValidation(schema as RJSFSchema, { a: 'x' });
    assert.ok(validationError instanceof Error);
    assert.equal(errors, undefined);
    assert.equal(validator.isValid(schema as RJSFSchema, { a: 'x' }, schema as RJSFSchema), false);
  }
});

test('RJSF’s option that nothing matches matches nothing', () => {
  assert.equal(validator.isValid({ $id: JUNK_OPTION_ID }, {}, {}), false);
});

test('errors reach RJSF by field', () => {
  const schema: RJSFSchema = {
    type: 'object',
    properties: { a: { type: 'string' } },
    required: ['a'],
  };
  const { errors, errorSchema } = validator.validateFormData({}, schema);
  assert.deepEqual(
    errors.map(({ name, property }) => [name, property]),
    [['required', '.a']],
  );
  assert.deepEqual(errorSchema, { a: { __errors: ['required'] } });
});

test('custom validation adds to the errors', () => {
  const schema: RJSFSchema = { type: 'object', properties: { a: { type: 'string' } } };
  const { errorSchema } = validator.validateFormData({ a: 'x' }, schema, (_data, errors) => {
    errors.a?.addError('no');
    return errors;
  });
  assert.deepEqual(errorSchema.a, { __errors: ['no'] });
});

test('no code is generated: the checker works where eval and new Function do not', () => {
  const original = globalThis.Function;
  globalThis.Function = (() => assert.fail('new Function')) as never;
  try {
    assert.equal(check({ type: 'object', required: ['a'] }, {}).length, 1);
  } finally {
    globalThis.Function = original;
  }
});
