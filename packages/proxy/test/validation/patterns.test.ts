import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sanitizeSchema } from '../../src/validation/sanitize-schema.ts';
import { formOf } from './hostile-schemas.ts';

/** A busy machine may give no time to judge a pattern: such a result is not final. */
function changes(field: unknown): readonly string[] {
  for (let tries = 1; ; tries += 1) {
    const sanitized = sanitizeSchema(formOf(field));
    if (sanitized.isFinal || tries === 20) return sanitized.changes;
  }
}

for (const pattern of [
  '^\\d{8}$',
  '^[A-Z]{4}\\d{6}[HM][A-Z]{5}[A-Z0-9]\\d$',
  '^\\d{3}\\.?\\d{3}\\.?\\d{3}-?\\d{2}$',
  '^\\d{1,2}\\.?\\d{3}\\.?\\d{3}-?[\\dkK]$',
  '^\\+[1-9]\\d{6,14}$',
  "^[\\p{L} .'-]{1,80}$",
  '^[A-Z]{2} ?[A-Z0-9]{3}$',
  '^(19|20)\\d{2}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$',
])
  test(`a pattern of the field is kept: ${pattern}`, () =>
    assert.deepEqual(changes({ type: 'string', pattern }), []));

for (const pattern of [
  '^(a+)+$',
  '^(a|a)*$',
  '^(a|aa)+$',
  '(.*)*x',
  '^(\\w+\\s?)*$',
  '^(.*,)*$',
  '^.*x.*y.*z$',
  '^(?=(a+)+$)',
  '^(a{1,1000}){1,1000}$',
  '((((a?){50}){50}){50})',
  '(a|b|c|d|e|f|g){1,40}[a-g]{1,40}$',
])
  test(`a pattern that backtracks without end is dropped: ${pattern}`, () =>
    assert.deepEqual(changes({ type: 'string', pattern }), [
      'pattern-dropped /properties/a/pattern',
    ]));

for (const pattern of ['(', '[z-a]', '\\_', '(?<n>a)(?<n>b)', 'x'.repeat(501)])
  test(`a pattern that does not compile, or is too long, is dropped: ${pattern.slice(0, 20)}`, () =>
    assert.deepEqual(changes({ type: 'string', pattern }), [
      'pattern-dropped /properties/a/pattern',
    ]));

test('a name pattern is looked at as well', () => {
  const field = { patternProperties: { '^(a+)+$': true, '^x_': { type: 'string' } } };
  const { schema, changes: told } = sanitizeSchema(formOf(field));
  assert.deepEqual(schema.properties['a'], { patternProperties: { '^x_': { type: 'string' } } });
  assert.deepEqual(told, ['pattern-dropped /properties/a/patternProperties/%5E(a+)+$']);
});

test('hundreds of slow patterns cost a bounded time', () => {
  const slow = Array.from({ length: 300 }, (_, index) => [
    `f${index}`,
    { type: 'string', pattern: `^(a|a|${index})*$` },
  ]);
  const source = { type: 'object', properties: Object.fromEntries(slow) };
  const { changes: told, isFinal } = sanitizeSchema(source);
  assert.equal(told.length, 300);
  assert.equal(isFinal, false, 'not every one was looked at, and the schema says so');
});

test('what was not judged for want of time is judged when the schema is admitted again', () => {
  const slow = Array.from({ length: 12 }, (_, index) => [
    `f${index}`,
    { type: 'string', pattern: `^(b|b|${index})*$` },
  ]);
  const field = { type: 'string', pattern: '^kept [0-9]$' };
  const source = { type: 'object', properties: { ...Object.fromEntries(slow), field } };
  let admitted = sanitizeSchema(source);
  // Each time a few more are judged, and what was judged is known.
  for (let again = 0; again < 5 * slow.length && !admitted.isFinal; again += 1)
    admitted = sanitizeSchema(source);
  assert.deepEqual(admitted.schema.properties['field'], field);
  assert.equal(admitted.changes.length, slow.length);
});
