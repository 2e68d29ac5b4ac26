import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { sanitizeSchema } from '../../src/validation/sanitize-schema.ts';
import { FormValidator } from '../../src/validation/form-validator.ts';
import { violationsOf } from './violations-of.ts';

const validator = new FormValidator(60_000);
after(() => validator.close());

const MARKER = 'S3CRET-70456123';
const VALUES = [MARKER, [MARKER, MARKER], { inner: MARKER }, [[MARKER]], [{ inner: [MARKER] }]];
const FAILING = JSON.parse(
  readFileSync(new URL('failing-fields.json', import.meta.url), 'utf8'),
) as object[];

for (const field of FAILING)
  test(`no violation holds a value: ${JSON.stringify(field)}`, async () => {
    const form = sanitizeSchema({ type: 'object', properties: { a: field } });
    const judged = await Promise.all(VALUES.map((a) => violationsOf(validator, form, { a })));
    const violations = judged.flat();
    assert.ok(violations.length > 0);
    assert.ok(!JSON.stringify(violations).includes('S3CRET'));
  });
