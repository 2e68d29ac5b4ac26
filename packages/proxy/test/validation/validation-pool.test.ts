import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { FormData, Violation } from 'precandidate-contract';
import { sanitizeSchema } from '../../src/sanitizer/sanitize-schema.ts';
import { ValidationPool } from '../../src/validation/validation-pool.ts';
import failingFields from './failing-fields.json' with { type: 'json' };
import cases from './violations.json' with { type: 'json' };
import { violationsOf } from './violations-of.ts';

const validator = new ValidationPool(60_000);
after(() => validator.close());

interface Case {
  title: string;
  /** Of an object. */
  schema: object;
  data: FormData;
  /** As `<keyword> <pointer>`. */
  violations: string[];
}

const formWith = (schema: object) => sanitizeSchema({ type: 'object', ...schema });
const brief = (violations: Violation[]) =>
  violations.map(({ pointer, keyword }) => `${keyword} ${pointer}`);

describe('data that a candidate submits', () => {
  for (const { title, schema, data, violations } of cases.submitted as Case[])
    test(title, async () =>
      assert.deepEqual(brief(await violationsOf(validator, formWith(schema), data)), violations),
    );
});

describe('data that a session comes with, which may be incomplete', () => {
  for (const { title, schema, data, violations } of cases.prefilled as Case[])
    test(title, async () =>
      assert.deepEqual(
        brief(await validator.checkPrefill(formWith(schema), data, 'p-1')),
        violations,
      ),
    );
});

const peru = formWith(cases.form);
const PERU = { document_id: '12345678', 'a/b~c': 'abc', referees: [{ email: 'a@b.pe' }] };

test('points a violation to its field, also a missing one', async () => {
  await validator.checkPrefill(peru, {}, 'p-1');
  assert.deepEqual(await violationsOf(validator, peru, PERU), []);
  const data = { document_id: '1', referees: [{}, { email: 'nobody' }] };
  const missing = (name: string) => `must have required property '${name}'`;
  assert.deepEqual(await violationsOf(validator, peru, data), [
    { pointer: '/a~1b~0c', keyword: 'required', detail: missing('a/b~c') },
    {
      pointer: '/document_id',
      keyword: 'pattern',
      detail: String.raw`must match pattern "^\d{8}$"`,
    },
    { pointer: '/referees/0/email', keyword: 'required', detail: missing('email') },
    { pointer: '/referees/1/email', keyword: 'format', detail: 'must match format "email"' },
  ]);
});

test('counts a choice of 249 titled constants as one field, nine times in a form', async () => {
  const oneOf = Array.from({ length: 249 }, (_, at) => ({ const: `c${at}`, title: `C ${at}` }));
  const fields = Array.from({ length: 9 }, (_, at) => [`f${at}`, { oneOf }]);
  const form = formWith({ properties: Object.fromEntries(fields) });
  assert.deepEqual(await violationsOf(validator, form, { f0: 'c17', f8: 'c248' }), []);
  const violations = await violationsOf(validator, form, { f0: 'x', f8: 7 });
  assert.deepEqual(brief(violations), ['enum /f0', 'enum /f8']);
});

test('checks 1,500 titled constants with a type in time', async () => {
  const anyOf = Array.from({ length: 1_500 }, (_, at) => ({ type: 'string', const: `m${at}` }));
  const form = formWith({ properties: { town: { anyOf } } });
  assert.deepEqual(await violationsOf(validator, form, { town: 'm1499' }), []);
  assert.equal((await violationsOf(validator, form, { town: 'm1500' })).length, 1);
});

test('rejects data that is not an object', async () => {
  for (const data of [null, [], 'x', 7])
    await assert.rejects(violationsOf(validator, peru, data), { problemName: 'invalid-request' });
});

test('reports at most 50 violations', async () => {
  const data = { ...PERU, referees: Array.from({ length: 200 }, () => ({})) };
  assert.equal((await violationsOf(validator, peru, data)).length, 50);
});

const MARKER = 'S3CRET-70456123';
const VALUES = [MARKER, [MARKER, MARKER], { inner: MARKER }, [[MARKER]], [{ inner: [MARKER] }]];
for (const field of failingFields)
  test(`no violation holds a value: ${JSON.stringify(field)}`, async () => {
    const form = formWith({ properties: { a: field } });
    const judged = await Promise.all(VALUES.map((a) => violationsOf(validator, form, { a })));
    const violations = judged.flat();
    assert.ok(violations.length > 0);
    assert.ok(!JSON.stringify(violations).includes('S3CRET'));
  });

test('returns each of many concurrent checks its own result', async () => {
  const indexes = Array.from({ length: 200 }, (_, index) => index);
  const counts = await Promise.all(
    indexes.map(async (index) => {
      const data = { ...PERU, document_id: index % 2 === 0 ? '12345678' : 'x' };
      return (await violationsOf(validator, peru, data, `person-${index}`)).length;
    }),
  );
  assert.deepEqual(
    counts,
    indexes.map((index) => index % 2),
  );
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
