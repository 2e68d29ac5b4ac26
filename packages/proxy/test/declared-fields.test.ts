import assert from 'node:assert/strict';
import { test } from 'node:test';
import { childPointer, type FormSchema } from 'precandidate-contract';
import { undeclaredFields } from '../src/validation/schema-place.ts';
import cases from './declared-fields.json' with { type: 'json' };

const DATA = { a: 1, b: 2, c: 3, 'd/e': 4, webhook_url: 'x' };
const EMPTY: FormSchema = { type: 'object', properties: {} };

test('declares fields of conditions, alternatives, and references', () => {
  for (const { what, schema, declared } of cases) {
    const undeclared = undeclaredFields({ ...EMPTY, ...schema }, DATA).map((one) => one.pointer);
    const names = Object.keys(DATA).filter((name) => !undeclared.includes(childPointer('', name)));
    assert.deepEqual(names, declared, what);
  }
});

test('does not repeat a name that a candidate may have entered', () => {
  const pointers = undeclaredFields(EMPTY, { 'Ana Pérez': 1, inner_score: 1 });
  assert.deepEqual(
    pointers.map(({ pointer }) => pointer),
    ['', '/inner_score'],
  );
});

test('finds undeclared fields at any depth, and none where any name may be', () => {
  const group = { type: 'object', properties: { a: { type: 'string' } } };
  const schema = {
    ...EMPTY,
    properties: {
      group,
      list: { type: 'array', items: { allOf: [group] } },
      pair: { prefixItems: [group], items: { type: 'string' } },
      chosen: { enum: [{ a: 1, other: 2 }] },
      free: { type: 'object' },
      open: { ...group, additionalProperties: { type: 'string' } },
      branches: { oneOf: [group, { type: 'object', properties: { b: { type: 'string' } } }] },
    },
  } as unknown as FormSchema;
  const item = { a: 'x', other: 1 };
  const data = {
    group: item,
    list: [{ a: 'x' }, item],
    pair: [item, 'text'],
    chosen: item,
    free: item,
    open: item,
    branches: { a: 'x', b: 'y', other: 1 },
  };
  assert.deepEqual(
    undeclaredFields(schema, data).map(({ pointer }) => pointer),
    ['/group/other', '/list/1/other', '/pair/0/other', '/branches/other'],
  );
});
