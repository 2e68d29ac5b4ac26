import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sanitizeSchema } from '../../src/validation/sanitize-schema.ts';
import { FormValidator } from '../../src/validation/form-validator.ts';
import { violationsOf } from './violations-of.ts';

const validator = new FormValidator(60_000);
after(() => validator.close());

const MARKER = 'S3CRET-70456123';
const VALUES = [MARKER, [MARKER, MARKER], { inner: MARKER }, [[MARKER]], [{ inner: [MARKER] }]];
const FAILING = [
  { type: 'number' },
  { type: ['integer', 'null'] },
  { const: 'x' },
  { const: { a: MARKER } },
  { enum: ['x', `other ${MARKER}`] },
  { pattern: '^\\d$', type: 'string' },
  { format: 'email', type: 'string' },
  { format: 'date', type: 'array', uniqueItems: true },
  { maxLength: 1, minLength: 99 },
  { maxItems: 0 },
  { minItems: 90 },
  { uniqueItems: true, items: { enum: [1] } },
  { contains: { const: 1 } },
  { additionalProperties: false, type: 'object' },
  { propertyNames: { maxLength: 1 } },
  { minProperties: 9, required: ['x'] },
  { maxProperties: 0 },
  { not: {} },
  { anyOf: [{ const: 1 }, { type: 'null' }] },
  { oneOf: [{}, {}] },
  { allOf: [false] },
  { if: true, then: { const: 1 } },
  { dependencies: { inner: ['x'] } },
  { multipleOf: 7, minimum: 1e9, type: 'number' },
];

for (const field of FAILING)
  test(`no violation holds a value: ${JSON.stringify(field)}`, async () => {
    const form = sanitizeSchema({ type: 'object', properties: { a: field } });
    const judged = await Promise.all(VALUES.map((a) => violationsOf(validator, form, { a })));
    const violations = judged.flat();
    assert.ok(violations.length > 0);
    assert.ok(!JSON.stringify(violations).includes('S3CRET'));
  });
