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

test('follows a reference to any place, by pointer, anchor, or embedded id', () => {
  const text = { type: 'string' };
  for (const [$ref, around] of [
    ['#/components/schemas/X', { components: { schemas: { X: text } } }],
    ['#/x-shared/X', { 'x-shared': { X: { ...text, 'x-note': 1 } } }],
    ['#name', { definitions: { n: { $anchor: 'name', ...text } } }],
    ['#name', { definitions: { n: { $id: '#name', ...text } } }],
    ['https://hr.example/n', { definitions: { n: { $id: 'https://hr.example/n', ...text } } }],
    [
      'n.json',
      { $id: 'https://hr.example/f.json', definitions: { n: { $id: 'n.json', ...text } } },
    ],
    ['n.json#/definitions/m', { definitions: { n: { $id: 'n.json', definitions: { m: text } } } }],
  ] as const) {
    const { schema } = sanitizeSchema({ ...formOf({ $ref }), ...around });
    const target = (schema.properties['a'] as { $ref: string }).$ref;
    const found = target
      .slice(2)
      .split('/')
      .reduce<unknown>((place, key) => (place as Record<string, unknown>)[key], schema);
    assert.deepEqual(found, text, $ref);
  }
});

test('rejects a reference into data, which is no schema', () =>
  refused(
    formOf({ default: { type: 'string' }, allOf: [{ $ref: '#/properties/a/default' }] }),
    /outside/,
  ));

const person = {
  type: 'object',
  properties: { boss: { anyOf: [{ type: 'null' }, { $ref: '#/definitions/person' }] } },
};
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
  ['itself in a dependency', formOf({ dependencies: { x: { $ref: '#/properties/a' } } })],
  ['the form', formOf({ $ref: '#' })],
  ['the object around it', formOf({ properties: { child: { $ref: '#/properties/a' } } })],
  ['the object around it, or null', withDefinitions({ person }, { $ref: '#/definitions/person' })],
  ['the list around it', formOf({ type: 'array', items: { $ref: '#/properties/a' } })],
  [
    'the object around it, for names by pattern',
    formOf({ patternProperties: { '^a$': { $ref: '#/properties/a' } } }),
  ],
] as const)
  test(`rejects a reference that leads back to ${what}`, () => refused(source, /refers to itself/));

test('rejects a chain of thousands of references without overflowing the stack', () => {
  const definitions = Object.fromEntries(
    Array.from({ length: 6_000 }, (_, index) => [
      `d${index}`,
      { $ref: `#/definitions/d${index + 1}` },
    ]),
  );
  refused(withDefinitions({ ...definitions, d6000: true }, true), /unfolds to too many parts/);
});
