import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sanitizeSchema } from '../../src/sanitizer/sanitize-schema.ts';
import { formOf, manyFields, nested, refBomb } from 'precandidate-testing/hostile-schemas.ts';
import cases from './sanitize-schema.json' with { type: 'json' };
import { isProblem } from '../validation/violations-of.ts';

interface Case {
  title: string;
  /** A whole form, or one field of it. */
  schema?: unknown;
  field?: unknown;
  /** Default: the same. */
  becomes?: unknown;
  /** Default: none. */
  changes?: string[];
  /** A pattern of the reason; then nothing becomes of it. */
  refused?: string;
}

const refused = (source: unknown, detail: RegExp) =>
  assert.throws(() => sanitizeSchema(source), isProblem('schema-unusable', detail));

for (const { title, field, schema = formOf(field), ...expected } of cases as Case[])
  test(title, () => {
    if (expected.refused !== undefined) return refused(schema, new RegExp(expected.refused));
    const before = structuredClone(schema);
    const { schema: whole, changes } = sanitizeSchema(schema);
    const sanitized = field === undefined ? whole : whole.properties['a'];
    const { becomes = field ?? schema } = expected;
    assert.equal(JSON.stringify(sanitized), JSON.stringify(becomes), 'also in the same order');
    assert.deepEqual(changes, expected.changes ?? []);
    assert.deepEqual(schema, before, 'the source stays as it is');
  });

/** 6,000 definitions, each of which refers to the next. */
const CHAIN = Array.from({ length: 6_000 }, (_, index) => [
  `d${index}`,
  { $ref: `#/definitions/d${index + 1}` },
]);
const CYCLE: Record<string, unknown> = { type: 'object' };
CYCLE['properties'] = { a: CYCLE };
const rows = (items: unknown) => ({ type: 'array', minItems: 50, items });

for (const [what, source, detail] of [
  ['nothing', undefined, /^The form schema /],
  ['100 nested objects', nested(100), /nested too deeply/],
  ['20,000 nested objects', nested(20_000), /nested too deeply/],
  ['an object in itself', CYCLE, /nested too deeply/],
  ['30,000 fields', manyFields(30_000), /too large/],
  ['2,001 fields', manyFields(2_001), /unfolds to too many parts/],
  ['a megabyte of description', formOf({ description: 'x'.repeat(1e6) }), /too large/],
  ['an enum of 10,000', formOf({ enum: [...Array(10_000).keys()] }), /exceeds a limit/],
  ['100,000 rows at once', formOf({ type: 'array', minItems: 100_000 }), /exceeds a limit/],
  ['50 rows of 50 rows at once', formOf(rows(rows({}))), /unfolds to too many parts/],
  ['a million fields at least', formOf({ type: 'object', minProperties: 1e6 }), /exceeds a limit/],
  [
    'a chain of thousands of references',
    { ...formOf(true), definitions: { ...Object.fromEntries(CHAIN), d6000: true } },
    /unfolds to too many parts/,
  ],
] as const)
  test(`rejects a schema over a limit: ${what}`, () => refused(source, detail));

test('rejects a schema whose references expand without end at once', () =>
  refused(refBomb(32), /unfolds to too many parts/));

test('accepts what large forms have: all municipalities in one enum, 50 rows at once', () => {
  const municipalities = Array.from({ length: 5_570 }, (_, index) => `BR ${index}`);
  for (const field of [{ type: 'string', enum: municipalities }, rows({ type: 'string' })])
    assert.deepEqual(sanitizeSchema(formOf(field)).changes, []);
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
