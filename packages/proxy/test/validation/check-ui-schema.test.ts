import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FormSchema } from 'precandidate-contract';
import { checkUiSchema } from '../../src/validation/check-ui-schema.ts';
import { sanitizeSchema } from '../../src/sanitizer/sanitize-schema.ts';
import cases from './ui-schema.json' with { type: 'json' };

interface Accepted {
  title: string;
  given: unknown;
  /** Default: the same. */
  becomes?: unknown;
}

interface Refused {
  title: string;
  given: unknown;
  /** As `<keyword> <pointer>`. */
  errors: string[];
  /** What is left of it. Default: not compared. */
  fitting?: unknown;
}

const { schema } = sanitizeSchema({ type: 'object', ...cases.schema });

describe('a ui_schema may have', () => {
  for (const { title, given, becomes = given } of cases.accepted as Accepted[])
    test(title, () => {
      const checked = { errors: [], uiSchema: becomes };
      assert.deepEqual(checkUiSchema(schema, given), checked);
      // A session stores it, and it is checked again when the form opens.
      assert.deepEqual(checkUiSchema(schema, becomes), checked);
    });
});

describe('a ui_schema may not have, and the rest of it can be used', () => {
  for (const { title, given, errors, fitting } of cases.refused as Refused[])
    test(title, () => {
      const checked = checkUiSchema(schema, given);
      const found = checked.errors.map(({ keyword, pointer }) => `${keyword} ${pointer}`);
      assert.deepEqual(found, errors);
      if (fitting !== undefined) assert.deepEqual(checked.uiSchema, fitting);
    });
});

test('an error says what is wrong, and what is possible', () => {
  const detailsOf = (given: unknown) =>
    checkUiSchema(schema, given).errors.map((each) => each.detail);
  assert.deepEqual(detailsOf({ license: { 'ui:widget': 'checkbox' } }), [
    'must be one of `radio`, `select` for a yes-no question',
  ]);
  assert.deepEqual(detailsOf({ full_name: { 'ui:title': 'x'.repeat(501) } }), [
    'has 501 characters; at most 500 are allowed',
  ]);
  assert.deepEqual(detailsOf({ shift: { 'ui:enumNames': ['a', 'b'] } }), [
    'has 2 names; the field has 3 or 1 options',
  ]);
  const single: FormSchema = { type: 'object', properties: { a: { enum: ['x'] } } };
  for (const [names, detail] of [
    [['a', 'b'], 'has 2 names; the field has 1 option'],
    [[], 'has 0 names; the field has 1 option'],
  ] as const)
    assert.equal(checkUiSchema(single, { a: { 'ui:enumNames': names } }).errors[0]?.detail, detail);
  assert.deepEqual(detailsOf({ many: { 'ui:enumNames': ['a'] } }), [
    'has 1 name; the field has 51 options',
  ]);
  assert.deepEqual(detailsOf({ many: { 'ui:widget': 'radio' } }), [
    'is for at most 50 options; the field has 51',
  ]);
});

test('a schema whose branches repeat one another is read once for each place', () => {
  const branch = (depth: number): object =>
    depth === 0
      ? { properties: { a: { type: 'string' } } }
      : { anyOf: [{ $ref: `#/$defs/d${depth - 1}` }, { $ref: `#/$defs/d${depth - 1}` }] };
  const $defs = Object.fromEntries(
    Array.from({ length: 9 }, (_, depth) => [`d${depth}`, branch(depth)]),
  );
  const doubled = sanitizeSchema({ type: 'object', $defs, allOf: [{ $ref: '#/$defs/d8' }] }).schema;
  assert.deepEqual(checkUiSchema(doubled, { a: { 'ui:title': 'A' } }).errors, []);
});
