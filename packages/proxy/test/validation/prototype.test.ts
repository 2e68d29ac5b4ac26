import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sanitizeSchema } from '../../src/sanitizer/sanitize-schema.ts';
import { ValidationPool } from '../../src/validation/validation-pool.ts';
import { violationsOf } from './violations-of.ts';

const validator = new ValidationPool(60_000);
after(() => validator.close());

const form = sanitizeSchema(
  JSON.parse(`{
    "type": "object",
    "properties": {
      "__proto__": { "type": "object", "properties": { "polluted": { "default": true } } },
      "toString": { "type": "string" }
    },
    "required": ["toString"]
  }`),
);

test('sanitizing and validating pollute no prototype', async () => {
  const body = Buffer.from('{"__proto__":{"polluted":true},"toString":"x"}');
  await assert.rejects(
    validator.checkAnswers(body, { person_id: 'p', salt: '', sanitized: form }),
    {
      problemName: 'malformed-body',
    },
  );
  assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false);
  assert.equal(Object.getPrototypeOf(form.schema.properties), Object.prototype);
});

test('a field named like a method counts as present only when the data has it', async () => {
  const [missing] = await violationsOf(validator, form, {});
  assert.deepEqual([missing?.pointer, missing?.keyword], ['/toString', 'required']);
  assert.deepEqual(await violationsOf(validator, form, { toString: 'x' }), []);
});
