import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check, isValid } from '../src/validation/validator.ts';
import cases from './tables/validator.json' with { type: 'json' };

interface Case {
  name: string;
  schema: object;
  data: unknown;
  errors: [path: string, keyword: string, params: object][];
}

for (const { name, schema, data, errors } of cases as unknown as Case[])
  test(name, () => {
    const found = check(schema, data).map(({ instancePath, keyword, params }) => [
      instancePath,
      keyword,
      params,
    ]);
    assert.deepEqual(found, errors);
  });

test('treats undefined members as absent', () => {
  assert.equal(check({ required: ['a'] }, { a: undefined }).length, 1);
  assert.deepEqual(check({ properties: { a: { type: 'string' } } }, { a: undefined }), []);
});

test('validates a part of a schema with the references of the root, and changes neither', () => {
  const root = { $defs: { n: { minimum: 1 } } };
  const part = { properties: { a: { $ref: '#/$defs/n' } } };
  const before = structuredClone({ root, part });
  for (const a of [0, 2, 0]) {
    assert.equal(isValid(part, { a }, root), a > 0);
    assert.equal(check(part, { a }, root).length, a > 0 ? 0 : 1);
  }
  assert.deepEqual({ root, part }, before);
});

test('distinguishes an unusable schema from invalid data', () => {
  for (const schema of [{ $ref: '#/nowhere' }, { properties: { a: { pattern: '(' } } }]) {
    assert.throws(() => check(schema, { a: 'x' }));
    assert.throws(() => isValid(schema, { a: 'x' }));
  }
});

test('reports the branches around an error', () => {
  const inner = { anyOf: [{ type: 'null' }] };
  const schema = { properties: { p: { oneOf: [{ minimum: 2 }, inner] } } };
  const shapes = check(schema, { p: 1 }).map(({ keyword, branches }) => [
    keyword,
    branches.map(({ pointer, index }) => `${pointer} ${index}`),
  ]);
  assert.deepEqual(shapes, [
    ['minimum', ['/p 0']],
    ['type', ['/p 1', '/p 0']],
    ['anyOf', ['/p 1']],
    ['oneOf', []],
  ]);
});

test('compares objects by value', () => {
  const twins = JSON.parse(
    '[{"toString":1,"__proto__":{"constructor":2}},{"__proto__":{"constructor":2},"toString":1}]',
  );
  assert.equal(check({ uniqueItems: true }, twins).length, 1);
  assert.deepEqual(check({ const: twins[0] }, twins[1]), []);
});

test('isValid stops at the first violation', () => {
  // The schema of the second field is unusable: validating it throws.
  const schema = { properties: { a: { type: 'string' }, b: { $ref: '#/nowhere' } } };
  assert.equal(isValid(schema, { a: 1, b: 1 }), false);
  assert.throws(() => check(schema, { a: 1, b: 1 }));
});

const endless: [what: string, schema: object, data: unknown][] = [
  ['a reference to itself', { $ref: '#' }, {}],
  [
    'a circle of references',
    { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' },
    1,
  ],
  ['data nested without end', { properties: { a: { $ref: '#' } } }, nested(100_000)],
];
for (const [what, schema, data] of endless)
  test(`${what} ends with an error`, () => {
    assert.throws(() => check(schema, data));
    assert.throws(() => isValid(schema, data));
  });

function nested(levels: number): unknown {
  let data: unknown = {};
  for (let level = 0; level < levels; level += 1) data = { a: data };
  return data;
}

test('works where eval and new Function are blocked', () => {
  const original = globalThis.Function;
  globalThis.Function = (() => assert.fail('new Function')) as never;
  try {
    assert.equal(check({ type: 'object', required: ['a'] }, {}).length, 1);
  } finally {
    globalThis.Function = original;
  }
});
