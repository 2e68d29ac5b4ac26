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

test('a reference inside the schema is kept, escapes and all', () => {
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
  test(`a reference to ${JSON.stringify($ref)} is refused`, () =>
    refused(formOf({ $ref }), /outside itself at \/properties\/a\/\$ref/));

test('a reference into data is refused: it never was a schema', () =>
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
  test(`a reference to ${what} has no end`, () => refused(source, /refers to itself without end/));

test('a list may hold lists of itself: each level is one that somebody adds', () => {
  const source = formOf({ type: 'array', items: { $ref: '#/properties/a' } });
  assert.deepEqual(sanitizeSchema(source).schema, source);
});

for (const field of [{ $ref: '#' }, { properties: { child: { $ref: '#/properties/a' } } }])
  test(`a schema may come back to itself in a field: ${JSON.stringify(field)}`, () => {
    assert.deepEqual(sanitizeSchema(formOf(field)).schema, formOf(field));
  });

test('a chain of thousands of references is refused, not a full stack', () => {
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
  test(`a schema that comes back to itself by way of ${what} is refused: drawing it would not end`, () =>
    refused(source, /refers to itself within a condition or combination/));

for (const keyword of ['anyOf', 'oneOf'])
  test(`a part that may hold itself or null (${keyword}) is a part that may be left out`, () => {
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

test('a condition beside a part that comes back to itself does no harm', () => {
  const properties = { a: { $ref: '#/definitions/tree' }, b: { type: 'string' } };
  const source = { type: 'object', properties, if: { required: ['b'] }, definitions: { tree } };
  assert.deepEqual(sanitizeSchema(source).schema, source);
});
