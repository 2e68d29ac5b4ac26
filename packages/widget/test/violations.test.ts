import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evaluateForm } from '../src/form/model/evaluate-form.ts';
import { valueNodeAt } from '../src/form/model/value-nodes.ts';
import { Questions } from '../src/form/model/questions.ts';
import { check } from '../src/validation/validator.ts';
import {
  oneViolationPerField,
  relevantErrors,
  violationsOf,
} from '../src/form/model/violations.ts';
import cases from './tables/violations.json' with { type: 'json' };

interface Case {
  name: string;
  schema: object;
  data: unknown;
  /** The branch that the candidate chose, by pointer. */
  chosen?: Record<string, number>;
  /** Pointers and keywords. */
  violations: string[];
}

function violations(schema: object, data: unknown, chosen: Record<string, number> = {}): string[] {
  const questions = new Questions(schema);
  const errors = relevantErrors(check(schema, data), ({ pointer, union: { key } }) => {
    const index = chosen[pointer];
    if (index !== undefined) questions.choose(pointer, key, index);
    return valueNodeAt(evaluateForm(questions, data), pointer)?.node.decided.get(key)?.index;
  });
  return violationsOf(errors, data).map(({ pointer, keyword }) => `${pointer} ${keyword}`);
}

for (const { name, schema, data, chosen, violations: expected } of cases as unknown as Case[])
  test(name, () => assert.deepEqual(violations(schema, data, chosen), expected));

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

test('finds the closest branch in a page whose `Array.from` maps nothing', () => {
  const { from } = Array;
  const branches = [
    { properties: { a: { const: 1 } }, required: ['a'] },
    { properties: { a: { type: 'number' } }, required: ['a', 'b'] },
  ];
  // As Prototype.js has it.
  Object.assign(Array, { from: (all: ArrayLike<unknown>) => from(all) });
  try {
    const errors = relevantErrors(check({ oneOf: branches }, { a: 2 }), () => undefined);
    assert.deepEqual(
      violationsOf(errors).map(({ pointer, keyword }) => `${pointer} ${keyword}`),
      ['/b required'],
    );
  } finally {
    Object.assign(Array, { from });
  }
});

test('an entry without a value is missing, also where null is an option', () => {
  const schema = { items: { oneOf: [{ const: true }, { const: null }] } };
  const named = (rules: object, data: unknown) =>
    violationsOf(check(rules, data), data).map(({ pointer, keyword }) => `${pointer} ${keyword}`);
  assert.deepEqual(named(schema, [undefined, null, true]), ['/0 required']);
  assert.deepEqual(named({ uniqueItems: true, ...schema }, [undefined, undefined]), [
    '/0 required',
    '/1 required',
  ]);
});
