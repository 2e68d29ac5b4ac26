import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ValidationPool } from '../../src/validation/validation-pool.ts';
import { checkPattern } from '../../src/sanitizer/patterns.ts';
import { sanitizeSchema } from '../../src/sanitizer/sanitize-schema.ts';
import { formOf } from 'precandidate-testing/hostile-schemas.ts';
import patterns from './patterns.json' with { type: 'json' };
import { violationsOf } from '../validation/violations-of.ts';

/**
 * `realistic`: from forms and answers on the web (documents, phones, e-mails, dates, names, addresses).
 * `leftToProxy`: of these, those with a choice inside a loop or with more than three loops.
 * `exponential`: slow ones.
 */
const { realistic, leftToProxy, exponential } = patterns;
const validator = new ValidationPool(60_000);
after(() => validator.close());

test(`keeps ${realistic.length} realistic patterns`, () => {
  for (const pattern of realistic) {
    const { changes } = sanitizeSchema(formOf({ type: 'string', pattern }));
    assert.deepEqual(changes, [], pattern);
  }
});

test('sends realistic patterns to the browser, except those with too many choices', () => {
  const left = realistic.filter((pattern) => checkPattern(pattern).use !== 'browser');
  assert.deepEqual(left.toSorted(), leftToProxy.toSorted());
});

for (const pattern of exponential)
  test(`lets only the proxy match a slow pattern: ${pattern.slice(0, 40)}`, () => {
    const { schema } = sanitizeSchema(formOf({ type: 'string', pattern }));
    assert.deepEqual(schema.properties['a'], { type: 'string', 'x-proxy-pattern': pattern });
  });

for (const pattern of ['(', '[z-a]', '(?<n>a)(?<n>b)', 'x'.repeat(501)])
  test(`drops an unusable pattern: ${pattern.slice(0, 20)}`, () =>
    assert.deepEqual(sanitizeSchema(formOf({ type: 'string', pattern })).changes, [
      'pattern-dropped /properties/a/pattern',
    ]));

for (const [pattern, expected] of [
  ['^[A-Z]{3}\\-\\d{3}$', '^[A-Z]{3}-\\d{3}$'],
  ['^[\\w\\-\\.]+\\@x\\_\\-[a\\-z\\_]$', '^[\\w\\-\\.]+@x_-[a\\-z_]$'],
] as const)
  test(`removes needless escapes: ${pattern}`, () => {
    const { schema } = sanitizeSchema(formOf({ type: 'string', pattern }));
    assert.deepEqual(schema.properties['a'], { type: 'string', pattern: expected });
  });

test('the proxy checks a pattern that browsers do not get', async () => {
  const [pattern = ''] = leftToProxy;
  const form = sanitizeSchema(formOf({ type: 'string', pattern }));
  assert.deepEqual(await violationsOf(validator, form, { a: 'ana.perez@example.com' }), []);
  const [violation] = await violationsOf(validator, form, { a: 'ana.perez' });
  assert.equal(violation?.keyword, 'pattern');
});

test('drops slow patterns for names', () => {
  const field = { patternProperties: { '^(a+)+$': true, '^x_': { type: 'string' } } };
  const { schema, changes } = sanitizeSchema(formOf(field));
  assert.deepEqual(schema.properties['a'], { patternProperties: { '^x_': { type: 'string' } } });
  assert.deepEqual(changes, ['pattern-dropped /properties/a/patternProperties/%5E(a+)+$']);
});

test('checks hundreds of complex patterns in bounded time', () => {
  const complex = (index: number) =>
    `^(${Array.from({ length: 60 }, (_, at) => `[a-z${at}]+\\d?`).join('|')}${index})*$`.slice(
      -500,
    );
  const fields = Array.from({ length: 300 }, (_, index) => [
    `f${index}`,
    { type: 'string', pattern: complex(index) },
  ]);
  const before = process.threadCpuUsage();
  sanitizeSchema({ type: 'object', properties: Object.fromEntries(fields) });
  const { user } = process.threadCpuUsage(before);
  assert.ok(user < 10_000_000, `${user} µs`);
});
