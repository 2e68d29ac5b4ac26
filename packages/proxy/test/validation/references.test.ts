import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sanitizeSchema } from '../../src/validation/sanitize-schema.ts';
import { formOf, isProblem } from './hostile-schemas.ts';

const withDefinitions = (definitions: Record<string, unknown>, field: unknown) => ({
  ...formOf(field),
  definitions,
});
const refused = (source: unknown, detail: RegExp) =>
  assert.throws(() => sanitizeSchema(source), isProblem('schema-unusable', detail));

test('keeps a reference inside the schema, with its escapes', () => {
  const source = withDefinitions(
    { 'a/b c%': { type: 'string' } },
    { $ref: '#/definitions/a~1b%20c%25' },
  );
  assert.deepEqual(sanitizeSchema(source).schema, source);
});

for (const $ref of [
  'http://evil.example/schema',
  '//evil.example',
  'other.json#/a',
  '#anchor',
  '#/nope',
  '#/definitions/constructor',
  '#/definitions/__proto__',
  '#/%',
  '#/properties',
  '',
])
  test(`rejects a reference to ${JSON.stringify($ref)}`, () =>
    refused(formOf({ $ref }), /outside itself at \/properties\/a\/\$ref/));

test('rejects a reference into data, which is no schema', () =>
  refused(
    formOf({ default: { type: 'string' }, allOf: [{ $ref: '#/properties/a/default' }] }),
    /outside/,
  ));

for (const [what, source] of [
  ['itself', formOf({ $ref: '#/properties/a' })],
  [
    'one another',
    withDefinitions({ a: { $ref: '#/definitions/b' }, b: { $ref: '#/definitions/a' } }, true),
  ],
  [
    'itself in a combination',
    formOf({ anyOf: [{ type: 'string' }, { not: { $ref: '#/properties/a' } }] }),
  ],
  [
    'itself, beside a field that leads there too',
    withDefinitions(
      {
        a: { properties: { x: { $ref: '#/definitions/b' } }, $ref: '#/definitions/b' },
        b: { $ref: '#/definitions/a' },
      },
      true,
    ),
  ],
  ['itself in a dependency', formOf({ dependencies: { x: { $ref: '#/properties/a' } } })],
  [
    'itself in rows it must have',
    formOf({ type: 'array', minItems: 1, items: { $ref: '#/properties/a' } }),
  ],
] as const)
  test(`rejects an endless reference to ${what}`, () =>
    refused(source, /refers to itself without end/));

test('accepts a list of itself: the candidate adds each level', () => {
  const source = formOf({ type: 'array', items: { $ref: '#/properties/a' } });
  assert.deepEqual(sanitizeSchema(source).schema, source);
});

for (const field of [{ $ref: '#' }, { properties: { child: { $ref: '#/properties/a' } } }])
  test(`accepts a schema that contains itself in a field: ${JSON.stringify(field)}`, () => {
    assert.deepEqual(sanitizeSchema(formOf(field)).schema, formOf(field));
  });

test('rejects a chain of thousands of references without overflowing the stack', () => {
  const definitions = Object.fromEntries(
    Array.from({ length: 6_000 }, (_, index) => [
      `d${index}`,
      { $ref: `#/definitions/d${index + 1}` },
    ]),
  );
  refused(withDefinitions({ ...definitions, d6000: true }, true), /unfolds to too many parts/);
});

const tree = { type: 'object', properties: { child: { $ref: '#/definitions/tree' } } };
for (const [what, source] of [
  ['a condition', formOf({ $ref: '#', if: {} })],
  ['a condition around it', { ...formOf({ $ref: '#' }), if: { required: ['a'] } }],
  ['all of several', formOf({ allOf: [{ properties: { child: { $ref: '#/properties/a' } } }] })],
  ['names by pattern', { ...formOf({ $ref: '#' }), patternProperties: { '^a$': {} } }],
  [
    'one of several shapes',
    {
      ...formOf({ oneOf: [{ $ref: '#/definitions/tree' }, { type: 'string' }] }),
      definitions: { tree },
    },
  ],
] as const)
  test(`rejects a schema that contains itself by way of ${what}: rendering it would not end`, () =>
    refused(source, /refers to itself within a condition or combination/));

for (const keyword of ['anyOf', 'oneOf'])
  test(`accepts an optional part that contains itself or null (${keyword})`, () => {
    const person = {
      type: 'object',
      properties: {
        name: { type: 'string' },
        boss: { [keyword]: [{ type: 'null' }, { $ref: '#/definitions/person' }] },
      },
    };
    const source = withDefinitions({ person }, { $ref: '#/definitions/person' });
    assert.deepEqual(sanitizeSchema(source).schema, source);
  });

test('accepts a condition beside a part that contains itself', () => {
  const properties = { a: { $ref: '#/definitions/tree' }, b: { type: 'string' } };
  const source = { type: 'object', properties, if: { required: ['b'] }, definitions: { tree } };
  assert.deepEqual(sanitizeSchema(source).schema, source);
});
