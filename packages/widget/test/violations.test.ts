import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, askedAt } from '../src/form/questions/answers.ts';
import { Questions } from '../src/form/questions/questions.ts';
import { fromPointer } from '../src/validation/json.ts';
import { check } from '../src/validation/validator.ts';
import { oneViolationPerField, relevantErrors, violationsOf } from '../src/form/violations.ts';

const named = (schema: object, data: unknown) =>
  violationsOf(check(schema, data), data).map(({ pointer, keyword }) => `${pointer} ${keyword}`);

test('a missing field has its own pointer', () => {
  assert.deepEqual(named({ required: ['a/b'] }, {}), ['/a~1b required']);
});

test('each field has one violation, the most helpful', () => {
  const ofText = (a: object) => named({ properties: { a } }, { a: 'x' });
  assert.deepEqual(ofText({ minLength: 9, pattern: '^z' }), ['/a minLength']);
  assert.deepEqual(ofText({ pattern: '^z', type: 'number' }), ['/a type']);
});

test('a union is reported only when nothing inside it is', () => {
  const shape = { type: 'object', required: ['x'] };
  assert.deepEqual(named({ properties: { a: { anyOf: [shape, shape] } } }, { a: {} }), [
    '/a/x required',
  ]);
  assert.deepEqual(named({ properties: { a: { not: {} } } }, { a: 1 }), ['/a not']);
});

test('reports what a condition requires, not the condition', () => {
  const schema = { if: { required: ['a'] }, then: { required: ['b'] } };
  assert.deepEqual(named(schema, { a: 1 }), ['/b required']);
});

test('an empty entry of a list is missing, not of a wrong type', () => {
  const schema = { properties: { a: { items: { type: 'string' } } } };
  const data = { a: [null, 1] };
  assert.deepEqual(
    violationsOf(check(schema, data), data).map(({ pointer, keyword }) => `${pointer} ${keyword}`),
    ['/a/0 required', '/a/1 type'],
  );
});

test('a field has one violation of the proxy too, the most helpful', () => {
  const all = ['/a format', '/a minLength', '/b anyOf', '/b/x required', '/c oneOf'].map((one) => {
    const [pointer = '', keyword = ''] = one.split(' ');
    return { pointer, keyword, params: {} };
  });
  assert.deepEqual(
    oneViolationPerField(all).map(({ pointer, keyword }) => `${pointer} ${keyword}`),
    ['/b/x required', '/a minLength', '/c oneOf'],
  );
});

const by = (kind: string, name: string) => ({
  type: 'object',
  properties: { kind: { const: kind } },
  required: ['kind', name],
});
const contact = { oneOf: [by('mail', 'street'), by('phone', 'number')] };

function namedIn(schema: object, data: unknown, chosen: [string, number][] = []): string[] {
  const questions = new Questions(schema);
  const errors = relevantErrors(check(schema, data), ({ pointer, union: { key } }) => {
    for (const [at, index] of chosen) if (at === pointer) questions.choose(at, key, index);
    return askedAt(ask(questions, data), fromPointer(pointer))?.node.decided.get(key);
  });
  return violationsOf(errors, data).map(({ pointer, keyword }) => `${pointer} ${keyword}`);
}

test('errors come from the chosen branch', () => {
  const schema = { properties: { contact } };
  assert.deepEqual(namedIn(schema, { contact: {} }, [['/contact', 1]]), [
    '/contact/kind required',
    '/contact/number required',
  ]);
});

test('without a choice, errors come from the closest branch', () => {
  const schema = { properties: { contact } };
  assert.deepEqual(namedIn(schema, { contact: { kind: 'phone' } }), ['/contact/number required']);
});

test('each array entry has its own branch, behind a $ref too', () => {
  const schema = {
    properties: { all: { items: { $ref: '#/$defs/contact' } } },
    $defs: { contact },
  };
  const all = [{ kind: 'mail' }, { kind: 'phone' }];
  assert.deepEqual(namedIn(schema, { all }), ['/all/0/street required', '/all/1/number required']);
});

test('a branch inside a branch is separate', () => {
  const outer = { anyOf: [{ type: 'string' }, { type: 'object', properties: { contact } }] };
  const data = { a: { contact: { kind: 'mail' } } };
  assert.deepEqual(namedIn({ properties: { a: outer } }, data), ['/a/contact/street required']);
});

test('a branch for null does not explain an error', () => {
  const schema = { properties: { a: { anyOf: [{ type: 'null' }, { minLength: 5 }] } } };
  assert.deepEqual(namedIn(schema, { a: 'x' }), ['/a minLength']);
});

for (const antes of [{ const: 'Antes' }, { enum: ['Antes', 'A veces'] }])
  test(`the ${Object.keys(antes)} of a field decides which branch is closest`, () => {
    const names = Array.from({ length: 11 }, (_, index) => `f${index}`);
    const fields = { age: { type: 'integer' } };
    const schema = {
      oneOf: [
        { properties: { had: { const: 'Nunca' } } },
        { properties: { had: antes, ...fields }, required: names },
      ],
    };
    const missing = names.map((name) => `/${name} required`);
    assert.deepEqual(namedIn(schema, { had: 'Antes', age: 'abc' }), [...missing, '/age type']);
    const reversed = { oneOf: schema.oneOf.toReversed() };
    assert.deepEqual(namedIn(reversed, { had: 'Antes', age: 'abc' }), [...missing, '/age type']);
  });

test('an invalid option does not make a branch with another constant closer', () => {
  const country = { enum: ['a', 'b'] };
  const schema = {
    oneOf: [
      { properties: { had: { const: 'Nunca' } } },
      { properties: { had: { const: 'Antes' }, country } },
    ],
  };
  assert.deepEqual(namedIn(schema, { had: 'Antes', country: 'z' }), ['/country enum']);
});

for (const [name, country] of [
  ['only in its branch', { properties: {} }],
  ['in both branches', { properties: { country: { enum: ['z'] } } }],
] as const)
  test(`an invalid option does not choose a branch beside a field that chooses it: ${name}`, () => {
    const had = (...values: string[]) => ({ enum: values });
    const schema = {
      properties: { had: had('Nunca', 'Antes', 'A veces') },
      required: ['had'],
      oneOf: [
        { properties: { had: had('Nunca'), ...country.properties } },
        {
          properties: {
            had: had('Antes', 'A veces'),
            country: { enum: ['a', 'b'] },
            city: { enum: ['c'] },
          },
        },
      ],
    };
    const data = { had: 'Antes', country: 'z', city: 'z' };
    assert.deepEqual(namedIn(schema, data), ['/country enum', '/city enum']);
  });

test('empty entries of a list do not count as repeated', () => {
  const list = { type: 'array', items: { type: 'string' }, uniqueItems: true };
  const schema = { properties: { a: list } };
  assert.deepEqual(namedIn(schema, { a: [null, 'x', null] }), ['/a/0 required', '/a/2 required']);
  assert.deepEqual(namedIn(schema, { a: ['x', 'x'] }), ['/a uniqueItems']);
});

test('an entry without a value is missing, also where null is an option', () => {
  const schema = { items: { oneOf: [{ const: true }, { const: null }] } };
  assert.deepEqual(named(schema, [undefined, null, true]), ['/0 required']);
  assert.deepEqual(named({ uniqueItems: true, ...schema }, [undefined, undefined]), [
    '/0 required',
    '/1 required',
  ]);
});
