import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DRAFT_URIS } from 'precandidate-contract';
import { sanitizeSchema } from '../../src/validation/sanitize-schema.ts';
import { formOf, isProblem, manyFields, nested, refBomb } from './hostile-schemas.ts';

const admitted = (field: unknown) => sanitizeSchema(formOf(field)).schema.properties['a'];
const changes = (field: unknown) => sanitizeSchema(formOf(field)).changes;
const refused = (source: unknown, detail: RegExp) =>
  assert.throws(() => sanitizeSchema(source), isProblem('schema-unusable', detail));

test('drops x-prefilled, which only the proxy sets', () => {
  const { schema, changes: dropped } = sanitizeSchema({
    ...formOf({ type: 'string' }),
    'x-prefilled': ['a'],
  });
  assert.equal(schema['x-prefilled'], undefined);
  assert.deepEqual(dropped, ['keyword-dropped /x-prefilled']);
});

test('copies a plain schema unchanged, in its order', () => {
  const source = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    title: 'Perú',
    properties: {
      document_id: { type: 'string', description: 'DNI', pattern: '^\\d{8}$' },
      city_locode: { type: 'string', enum: ['PE LIM', 'PE CUZ'] },
      references: {
        type: 'array',
        minItems: 1,
        maxItems: 3,
        items: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
      },
    },
    required: ['document_id'],
  };
  const before = structuredClone(source);
  const { schema, changes: none } = sanitizeSchema(source);
  assert.equal(JSON.stringify(schema), JSON.stringify(source));
  assert.deepEqual(none, []);
  assert.deepEqual(source, before);
  assert.notEqual(schema.properties['document_id'], source.properties.document_id);
});

test('the ETag is strong, quoted, and depends on the order of the fields', () => {
  const { etag } = sanitizeSchema(manyFields(2));
  assert.match(etag, /^"[\w-]{43}"$/);
  assert.equal(sanitizeSchema(manyFields(2)).etag, etag);
  assert.notEqual(sanitizeSchema(manyFields(3)).etag, etag);
  const fields = Object.entries(manyFields(2).properties);
  const turned = { type: 'object', properties: Object.fromEntries(fields.toReversed()) };
  assert.notEqual(sanitizeSchema(turned).etag, etag);
});

test('the root can omit type or properties, but not both', () => {
  assert.deepEqual(sanitizeSchema({ properties: {} }).schema, { type: 'object', properties: {} });
  assert.deepEqual(sanitizeSchema({ type: 'object' }).schema, { type: 'object', properties: {} });
  assert.equal(sanitizeSchema({ type: ['object', 'null'], properties: {} }).schema.type, 'object');
  refused({}, /does not describe an object/);
});

test('the root can be a combination of objects, or refer to one', () => {
  const person = { properties: { name: { type: 'string' } } };
  const definitions = { person, same: { allOf: [{ $ref: '#/definitions/person' }] } };
  for (const root of [
    { allOf: [person, { required: ['name'] }] },
    { allOf: [{ $ref: '#/definitions/same' }], definitions },
    { $ref: '#/definitions/person', definitions },
    { oneOf: [person, { type: 'object' }] },
    { oneOf: [person, { type: 'object' }], anyOf: [{ required: ['name'] }, { required: ['age'] }] },
  ]) {
    const { schema } = sanitizeSchema(root);
    assert.deepEqual(schema, { ...root, type: 'object', properties: {} });
  }
  refused({ allOf: [{ type: 'string' }] }, /does not describe an object/);
  refused({ anyOf: [person, { type: 'string' }] }, /does not describe an object/);
  refused({ anyOf: [] }, /does not describe an object/);
  refused({ $ref: '#/definitions/text', definitions: { text: {} } }, /not describe an object/);
});

test('keeps what a text encodes; `format: byte` is base64', () => {
  const pdf = { type: 'string', contentEncoding: 'base64', contentMediaType: 'application/pdf' };
  assert.deepEqual(admitted(pdf), pdf);
  assert.deepEqual(admitted({ type: 'string', format: 'byte' }), {
    type: 'string',
    contentEncoding: 'base64',
  });
  assert.deepEqual(sanitizeSchema(formOf({ type: 'string', format: 'byte' })).changes, []);
});

for (const source of ['hello', null, undefined, 7, [], { type: 'array' }, { properties: [] }, true])
  test(`rejects ${JSON.stringify(source)} as a form`, () => refused(source, /^The form schema /));

for (const [what, source, detail] of [
  ['100 nested objects', nested(100), /nested too deeply/],
  ['20,000 nested objects', nested(20_000), /nested too deeply/],
  ['30,000 fields', manyFields(30_000), /too large/],
  ['2,001 fields', manyFields(2_001), /unfolds to too many parts/],
  ['a megabyte of description', formOf({ description: 'x'.repeat(1e6) }), /too large/],
  ['an enum of 10,000', formOf({ enum: [...Array(10_000).keys()] }), /exceeds a limit/],
  ['100,000 rows at once', formOf({ type: 'array', minItems: 100_000 }), /exceeds a limit/],
  ['a million fields at least', formOf({ type: 'object', minProperties: 1e6 }), /exceeds a limit/],
  ['a constant that is no JSON', formOf({ const: JSON.parse('1e999') }), /not JSON/],
] as const)
  test(`rejects a schema over a limit: ${what}`, () => refused(source, detail));

test('multiplies the required rows of nested lists', () => {
  const rows = (items: unknown) => ({ type: 'array', minItems: 50, items });
  sanitizeSchema(formOf(rows({ type: 'string' })));
  refused(formOf(rows(rows({ type: 'string' }))), /unfolds to too many parts/);
});

test('stops at the limits for a cyclic object', () => {
  const loop: Record<string, unknown> = { type: 'object' };
  loop['properties'] = { a: loop };
  refused(loop, /nested too deeply/);
});

test('accepts all municipalities of a large country in one enum', () => {
  const municipalities = Array.from({ length: 5_570 }, (_, index) => `BR ${index}`);
  assert.deepEqual(changes({ type: 'string', enum: municipalities }), []);
});

test('drops identifiers and unknown keywords, and lists them', () => {
  assert.deepEqual(
    changes({
      type: 'string',
      $id: 'http://x/',
      id: 'y',
      $anchor: 'z',
      $dynamicAnchor: 'z',
      $async: true,
      'x-a': 1,
    }),
    ['$id', 'id', '$anchor', '$dynamicAnchor', '$async', 'x-a'].map(
      (keyword) => `keyword-dropped /properties/a/${keyword}`,
    ),
  );
});

test('accepts a field named like a keyword', () => {
  const properties = {
    $id: { type: 'string' },
    $ref: { type: 'string' },
    pattern: { type: 'string' },
  };
  const { schema, changes: none } = sanitizeSchema({ type: 'object', properties });
  assert.deepEqual(schema.properties, properties);
  assert.deepEqual(none, []);
});

test('does not read data in const, default, and enum as a schema', () => {
  const field = {
    default: { $id: 1, format: 'x' },
    const: { $ref: 'http://x/' },
    enum: [{ $id: 1 }],
  };
  assert.deepEqual(admitted(field), field);
});

test('rejects dynamic references: without them, other data would be valid', () => {
  refused(formOf({ $dynamicRef: '#a' }), /uses \$dynamicRef at \/properties\/a\/\$dynamicRef/);
  refused(formOf({ $recursiveRef: '#' }), /uses \$recursiveRef/);
});

for (const format of [
  'constructor',
  '__proto__',
  'toString',
  'HiddenWidget',
  'hidden',
  'regex',
  '',
])
  test(`drops the format ${JSON.stringify(format)}`, () => {
    assert.deepEqual(admitted({ type: 'string', format }), { type: 'string' });
    assert.deepEqual(changes({ type: 'string', format }), ['format-dropped /properties/a/format']);
  });

test('drops flags of older drafts and null values', () => {
  const field = { type: 'string', required: true, description: null, exclusiveMinimum: true };
  assert.deepEqual(admitted(field), { type: 'string' });
  assert.equal(changes(field).length, 3);
});

for (const [keyword, value] of [
  ['type', 'strin'],
  ['type', []],
  ['enum', []],
  ['enum', [JSON.parse('{"toString": "x"}')]],
  ['const', JSON.parse('{"toString": "x"}')],
  ['required', 'a'],
  ['required', [1]],
  ['minLength', -1],
  ['maxLength', 1.5],
  ['minimum', '0'],
  ['minimum', JSON.parse('1e999')],
  ['multipleOf', 0],
  ['pattern', 1],
  ['title', {}],
  ['allOf', {}],
  ['oneOf', []],
  ['properties', 7],
] as const)
  test(`drops an impossible ${JSON.stringify({ [keyword]: value })}, and names its place`, () =>
    assert.deepEqual(changes({ title: 'A', [keyword]: value }).slice(0, 1), [
      `keyword-dropped /properties/a/${keyword}`,
    ]));

for (const field of [{ items: 'a' }, 'string'])
  test(`rejects ${JSON.stringify(field)}, which is no schema, and names its place`, () =>
    refused(formOf(field), / at \/properties\/a/));

test('where a rule is dropped, the rules around it let no less data through', () => {
  const [odd, other] = [
    { type: 'string', format: 'curp' },
    { type: 'string', maxLength: 8 },
  ];
  const loose = { type: 'string' };
  assert.deepEqual(admitted({ oneOf: [odd, other] }), { anyOf: [loose, other] });
  assert.deepEqual(admitted({ oneOf: [odd, other], anyOf: [loose] }), {
    anyOf: [loose],
    allOf: [{ anyOf: [loose, other] }],
  });
  assert.deepEqual(admitted({ type: 'string', not: odd }), loose);
  const condition = { if: odd, then: { maxLength: 18 }, else: other };
  assert.deepEqual(admitted({ type: 'string', ...condition }), {
    type: 'string',
    anyOf: [{ maxLength: 18 }, other],
  });
  const definitions = { odd };
  const { schema } = sanitizeSchema({
    ...formOf({ oneOf: [{ $ref: '#/definitions/odd' }, other] }),
    definitions,
  });
  assert.deepEqual(schema.properties['a'], { anyOf: [{ $ref: '#/definitions/odd' }, other] });
  const names = { patternProperties: { '(': true }, additionalProperties: false };
  assert.deepEqual(admitted({ type: 'object', properties: {}, ...names }), {
    type: 'object',
    properties: {},
    patternProperties: {},
  });
});

test('reads draft 2019-09 as such', () => {
  const { schema } = sanitizeSchema({
    $schema: 'https://json-schema.org/draft/2019-09/schema',
    type: 'object',
    properties: {
      a: { type: 'array', items: [{ type: 'string' }], additionalItems: { type: 'number' } },
      items: { type: 'string' },
    },
    dependentRequired: { items: ['a'] },
    unevaluatedProperties: false,
  });
  assert.deepEqual(schema, {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      a: { type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'number' } },
      items: { type: 'string' },
    },
    dependentRequired: { items: ['a'] },
    unevaluatedProperties: false,
  });
});

test('keeps $schema of draft-07 and 2020-12 only', () => {
  const named = ($schema: string) => sanitizeSchema({ $schema, type: 'object' }).schema['$schema'];
  assert.equal(
    named('https://json-schema.org/draft-07/schema'),
    named('http://json-schema.org/draft-07/schema#'),
  );
  assert.equal(named('http://evil.example/'), undefined);
});

test('drops keywords of the other draft', () => {
  const older = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...formOf({ type: 'string', prefixItems: [] }),
  };
  assert.deepEqual(sanitizeSchema(older).changes, ['keyword-dropped /properties/a/prefixItems']);
  const $schema = 'https://json-schema.org/draft/2020-12/schema';
  const source = {
    $schema,
    ...formOf({ type: 'array', prefixItems: [true], additionalItems: false }),
  };
  assert.deepEqual(sanitizeSchema(source).changes, [
    'keyword-dropped /properties/a/additionalItems',
  ]);
});

test('reads a schema without $schema as the draft that has its keywords', () => {
  const draft = (root: object) => sanitizeSchema({ ...formOf({}), ...root }).schema['$schema'];
  assert.equal(draft({ dependentRequired: { a: ['b'] } }), DRAFT_URIS['2020-12']);
  assert.equal(draft({ dependencies: { a: ['b'] } }), undefined);
  assert.equal(draft({ dependencies: { a: ['b'] }, dependentRequired: { a: ['c'] } }), undefined);
  const source = { ...formOf({ type: 'string' }), dependentRequired: { a: ['b'] } };
  assert.deepEqual(sanitizeSchema(source).changes, ['draft-set /$schema']);
});

test('lists changes in printable ASCII, whatever the names of fields', () => {
  const properties = { 'ñ "/~\r\n💩\ud800': { $id: 'x' } };
  const [change] = sanitizeSchema({ type: 'object', properties }).changes;
  assert.match(change ?? '', /^[\x20-\x7e]+$/);
  assert.ok(change?.includes('~1~0'));
});

test('a rejection names the place and no value', () => {
  assert.throws(
    () => sanitizeSchema(formOf({ enum: Array(10_000).fill('secret-value') })),
    (error: Error) => !JSON.stringify(error).includes('secret-value'),
  );
});

test('rejects a schema whose references expand without end at once', () => {
  refused(refBomb(32), /unfolds to too many parts/);
});
