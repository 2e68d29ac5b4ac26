import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sanitizeSchema } from '../../src/validation/sanitize-schema.ts';
import { FormValidator } from '../../src/validation/form-validator.ts';
import { isProblem } from './hostile-schemas.ts';
import { violationsOf } from './violations-of.ts';

const validator = new FormValidator(60_000);
after(() => validator.close());

const HOSTILE = JSON.parse(`{
  "type": "object",
  "properties": {
    "__proto__": { "type": "object", "properties": { "polluted": { "default": true } } },
    "constructor": { "type": "object", "properties": { "prototype": { "type": "object" } } },
    "toString": { "type": "string" },
    "b": { "type": "object", "default": { "__proto__": { "polluted": true }, "kept": 1 } }
  },
  "required": ["toString"],
  "definitions": { "__proto__": { "type": "string" } }
}`);

test('drops a field named __proto__ everywhere', () => {
  const { schema, changes } = sanitizeSchema(HOSTILE);
  assert.deepEqual(Object.keys(schema.properties), ['constructor', 'toString', 'b']);
  assert.deepEqual(schema.required, ['toString']);
  assert.deepEqual(schema.properties['b'], { type: 'object', default: { kept: 1 } });
  assert.deepEqual(changes, [
    'name-dropped /properties/__proto__',
    'name-dropped /definitions/__proto__',
  ]);
});

for (const name of ['__proto__', '', '\ud800'])
  for (const [where, rule] of [
    ['/required', { required: ['a', name] }],
    ['/properties/b/required', { properties: { b: { type: 'object', required: [name] } } }],
    ['/dependencies/a', { dependencies: { a: [name] } }],
    ['/dependentRequired/a', { dependentRequired: { a: [name] } }],
  ] as const)
    test(`rejects a schema whose ${where} requires the unusable name ${JSON.stringify(name)}`, () => {
      const schema = { type: 'object', properties: { a: { type: 'string' } }, ...rule };
      assert.throws(
        () => sanitizeSchema(schema),
        isProblem('schema-unusable', new RegExp(`no form can carry at ${where}\\.`)),
      );
    });

test('sanitizing and validating pollute no prototype', async () => {
  const form = sanitizeSchema(HOSTILE);
  const body = Buffer.from('{"__proto__":{"polluted":true},"toString":"x"}');
  await assert.rejects(validator.checkAnswers(body, { form_id: 'f', salt: '', sanitized: form }), {
    problemName: 'malformed-body',
  });
  assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false);
  assert.equal(Object.getPrototypeOf(form.schema.properties), Object.prototype);
});

test('a field named like a method counts as present only when the data has it', async () => {
  const form = sanitizeSchema(HOSTILE);
  assert.deepEqual(await violationsOf(validator, form, {}), [
    {
      pointer: '/toString',
      keyword: 'required',
      detail: "must have required property 'toString'",
    },
  ]);
  assert.deepEqual(await violationsOf(validator, form, { toString: 'x' }), []);
});
