import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sanitizeSchema } from '../../src/validation/sanitize-schema.ts';
import { FormValidator } from '../../src/validation/form-validator.ts';
import { violationsOf } from './violations-of.ts';

const validator = new FormValidator(60_000);
after(() => validator.close());

const peru = sanitizeSchema({
  type: 'object',
  required: ['document_id', 'a/b~c'],
  properties: {
    document_id: { type: 'string', pattern: '^\\d{8}$' },
    'a/b~c': { type: 'string', minLength: 3 },
    referees: {
      type: 'array',
      minItems: 1,
      items: { type: 'object', required: ['email'], properties: { email: { format: 'email' } } },
    },
  },
});

test('finds no violation in valid data', async () => {
  const data = { document_id: '12345678', 'a/b~c': 'abc', referees: [{ email: 'a@b.pe' }] };
  assert.deepEqual(await violationsOf(validator, peru, data), []);
});

test('points a violation to its field, also a missing one', async () => {
  const data = { document_id: '1', referees: [{}, { email: 'nobody' }] };
  assert.deepEqual(await violationsOf(validator, peru, data), [
    {
      pointer: '/a~1b~0c',
      keyword: 'required',
      detail: "must have required property 'a/b~c'",
    },
    {
      pointer: '/document_id',
      keyword: 'pattern',
      detail: String.raw`must match pattern "^\d{8}$"`,
    },
    {
      pointer: '/referees/0/email',
      keyword: 'required',
      detail: "must have required property 'email'",
    },
    { pointer: '/referees/1/email', keyword: 'format', detail: 'must match format "email"' },
  ]);
});

const MULTIPLES: [number, number, boolean][] = [
  [0.01, 0.07, true],
  [0.01, 1_234_567.89, true],
  [0.01, 9_999_999.99, true],
  [0.01, 1_234_567.895, false],
  [1, 5.000004, false],
  [1_000, 98_000.005, false],
  [100_000, 1, false],
  [1_000_000, 7, false],
];
for (const [multipleOf, amount, isValid] of MULTIPLES)
  test(`${amount} is ${isValid ? 'a' : 'no'} multiple of ${multipleOf}`, async () => {
    const form = sanitizeSchema({ type: 'object', properties: { amount: { multipleOf } } });
    const violations = await violationsOf(validator, form, { amount });
    assert.deepEqual(
      violations.map(({ detail }) => detail),
      isValid ? [] : [`must be multiple of ${multipleOf}`],
    );
  });

test('blames the list for a missing item, not its other items', async () => {
  const list = { type: 'array', contains: { const: 'x' } };
  const form = sanitizeSchema({
    type: 'object',
    properties: { list, contains: { type: 'string' } },
  });
  const violations = await violationsOf(validator, form, { list: ['a', 'b'], contains: 1 });
  assert.deepEqual(
    violations.map(({ pointer, keyword }) => `${pointer} ${keyword}`),
    ['/list contains', '/contains type'],
  );
});

test('blames the list also when a $ref names the missing item', async () => {
  const form = sanitizeSchema({
    type: 'object',
    properties: { list: { $ref: '#/definitions/list' } },
    definitions: {
      list: { type: 'array', items: { type: 'string' }, contains: { $ref: '#/definitions/x' } },
      x: { properties: { x: { $ref: '#/definitions/long' } }, pattern: '^x' },
      long: { minLength: 9 },
    },
  });
  const violations = await violationsOf(validator, form, { list: ['a', 1] });
  assert.deepEqual(
    violations.map(({ pointer, keyword }) => `${pointer} ${keyword}`),
    ['/list/1 type'],
  );
  const lacking = await violationsOf(validator, form, { list: ['a', 'b'] });
  assert.deepEqual(
    lacking.map(({ pointer, keyword }) => `${pointer} ${keyword}`),
    ['/list contains'],
  );
});

const COUNTRIES = Array.from({ length: 249 }, (_, at) => ({
  const: `c${at}`,
  title: `Country ${at}`,
}));

test('counts a choice of 249 titled constants as one field, nine times in a form', async () => {
  const fields = Array.from({ length: 9 }, (_, at) => [`f${at}`, { oneOf: COUNTRIES }]);
  const form = sanitizeSchema({ type: 'object', properties: Object.fromEntries(fields) });
  assert.deepEqual(await violationsOf(validator, form, { f0: 'c17', f8: 'c248' }), []);
  const violations = await violationsOf(validator, form, { f0: 'x', f8: 7 });
  assert.deepEqual(
    violations.map(({ pointer, keyword }) => `${pointer} ${keyword}`),
    ['/f0 enum', '/f8 enum'],
  );
});

test('checks 1,500 titled constants with a type in time', async () => {
  const anyOf = Array.from({ length: 1_500 }, (_, at) => ({ type: 'string', const: `m${at}` }));
  const form = sanitizeSchema({ type: 'object', properties: { town: { anyOf } } });
  assert.deepEqual(await violationsOf(validator, form, { town: 'm1499' }), []);
  assert.equal((await violationsOf(validator, form, { town: 'm1500' })).length, 1);
});

test('rejects data that is not an object', async () => {
  for (const data of [null, [], 'x', 7])
    await assert.rejects(violationsOf(validator, peru, data), { problemName: 'invalid-request' });
});

test('reports at most 50 violations', async () => {
  const referees = Array.from({ length: 200 }, () => ({}));
  const data = { document_id: '12345678', 'a/b~c': 'abc', referees };
  assert.equal((await violationsOf(validator, peru, data)).length, 50);
});

test('reports what a failed condition requires, not the condition itself', async () => {
  const form = sanitizeSchema({
    type: 'object',
    properties: { kind: { type: 'string' }, number: { type: 'string' } },
    if: { properties: { kind: { const: 'RUC' } }, required: ['kind'] },
    then: { required: ['number'] },
  });
  assert.deepEqual(await violationsOf(validator, form, { kind: 'RUC' }), [
    {
      pointer: '/number',
      keyword: 'required',
      detail: "must have required property 'number'",
    },
  ]);
});

test('checks keywords of 2020-12 when the schema names that draft', async () => {
  const form = sanitizeSchema({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { pair: { type: 'array', prefixItems: [{ type: 'number' }], items: false } },
    dependentRequired: { a: ['b'] },
    unevaluatedProperties: { type: 'number' },
  });
  const violations = await violationsOf(validator, form, { a: 1, pair: ['x', 2] });
  assert.deepEqual(
    violations.map(({ pointer, keyword }) => `${keyword} ${pointer}`),
    ['type /pair/0', 'items /pair', 'dependentRequired /b'],
  );
});

test('returns each of many concurrent checks its own result', async () => {
  const lengths = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const document_id = index % 2 === 0 ? '12345678' : 'x';
      const violations = await violationsOf(validator, peru, { document_id, 'a/b~c': 'abc' });
      return violations.length;
    }),
  );
  assert.deepEqual(
    lengths,
    Array.from({ length: 200 }, (_, index) => index % 2),
  );
});

test('validates against more schemas than it caches', async () => {
  for (let count = 0; count < 100; count += 1) {
    const form = sanitizeSchema({ type: 'object', title: `${count}`, required: ['x'] });
    assert.equal((await violationsOf(validator, form, {})).length, 1);
  }
});

test('sanitizes a schema with slow patterns without blocking the event loop', async () => {
  const fields = Array.from({ length: 300 }, (_, index) => [
    `field_${index}`,
    { type: 'string', pattern: `^(c|c|${index})*$` },
  ]);
  const source = JSON.stringify({ type: 'object', properties: Object.fromEntries(fields) });
  await validator.sanitize('{"type":"object","properties":{}}');
  const before = process.threadCpuUsage();
  const { changes } = await validator.sanitize(source);
  const { user } = process.threadCpuUsage(before);
  assert.deepEqual(changes, []);
  assert.ok(user < 100_000, `${user} µs of the main thread`);
});

test('rejects an unusable schema with the reason', async () => {
  await assert.rejects(validator.sanitize('[]'), { problemName: 'schema-unusable' });
});
