import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ErrorSchema, RJSFSchema } from '@rjsf/utils';
import { type CustomValidatorOptionsType, customizeValidator } from '@rjsf/validator-ajv8';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { validator } from '../src/form/rjsf-validator.ts';
import { childPointer, withValueAt } from '../src/validation/json.ts';
import { FORMS, SHAPES } from './shapes/catalogue.ts';

/** The cast: RJSF's types expect the CommonJS module instead of the class. */
const AjvClass = Ajv2020 as unknown as NonNullable<CustomValidatorOptionsType['AjvClass']>;
const oracleFor = ({ $schema = '' }: RJSFSchema) =>
  $schema.includes('2020-12') ? customizeValidator({ AjvClass }) : customizeValidator();

/** Where `@rjsf/validator-ajv8` differs by itself: the proxy corrects it in the same way as we do. */
const DIFFERENT: Readonly<Record<string, string>> = {
  'a large amount with cents': 'AJV multiplies with an error',
  'files as base64': 'AJV only notes the encoding of a text',
  'names with signs and spaces': 'RJSF takes the name `a.b` for a path',
};

const WRONG: readonly unknown[] = [null, '', 'x', -1, 0.5, true, [], [{}], {}, { other: 1 }];

/** The proxy repairs patterns that are no JavaScript, before a form gets them. */
const withUsablePatterns = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema).replaceAll(/\\\\([-/])/g, '$1'));

const forms: readonly { name: string; schema: RJSFSchema; sent: unknown }[] = [
  ...SHAPES.map((shape) => ({ ...shape, schema: { type: 'object' as const, ...shape.schema } })),
  ...FORMS.filter(({ schema }) => schema !== undefined).map((form) => {
    return { ...form, schema: withUsablePatterns(form.schema) };
  }),
] as never;

function pointersIn(value: unknown, pointer = ''): string[] {
  if (typeof value !== 'object' || value === null) return [pointer];
  const inside = Object.entries(value).flatMap(([key, member]) =>
    pointersIn(member, childPointer(pointer, key)),
  );
  return [pointer, ...inside];
}

/** Valid data, none, and each value of the valid data left out or replaced. */
function* variantsOf(sent: unknown): Generator<unknown> {
  yield* [sent, {}, undefined];
  for (const pointer of pointersIn(sent))
    for (const wrong of [undefined, ...WRONG])
      yield JSON.parse(JSON.stringify(withValueAt(sent, pointer, wrong) ?? null));
}

/** The paths of all errors, as RJSF's fields find theirs. */
function pathsOf(schema: ErrorSchema<unknown> | undefined, pointer = ''): string[] {
  const { __errors: own = [], ...members } = (schema ?? {}) as Record<string, unknown> & {
    __errors?: string[];
  };
  const inside = Object.entries(members).flatMap(([key, member]) =>
    pathsOf(member as ErrorSchema<unknown>, childPointer(pointer, key)),
  );
  return [...(own.length > 0 ? [pointer] : []), ...inside].sort();
}

/** How much of what is compared was valid. */
const counts = { valid: 0, invalid: 0 };

for (const { name, schema, sent } of forms.filter((form) => !(form.name in DIFFERENT)))
  test(`${name}: RJSF gets the verdicts and the paths of @rjsf/validator-ajv8`, (t) => {
    t.mock.method(console, 'warn', () => {});
    const oracle = oracleFor(schema);
    for (const data of variantsOf(sent)) {
      const text = JSON.stringify(data);
      const isValid = oracle.isValid(schema, data, schema);
      counts[isValid ? 'valid' : 'invalid'] += 1;
      assert.equal(validator.isValid(schema, data, schema), isValid, text);
      const [ours, theirs] = [validator, oracle].map((each) => {
        const { errorSchema, errors } = each.validateFormData(data, schema);
        return { paths: pathsOf(errorSchema), isValid: errors.length === 0 };
      });
      assert.deepEqual(ours, theirs, text);
      assert.equal(ours?.isValid, isValid, text);
    }
  });

for (const [name, reason] of Object.entries(DIFFERENT))
  test(`${name}: ${reason}`, () => {
    const { schema, sent } = forms.find((form) => form.name === name) ?? { schema: {} };
    assert.ok(validator.isValid(schema, sent, schema));
    const oracle = oracleFor(schema);
    const isSame = [...variantsOf(sent)].every((data) => {
      const [ours, theirs] = [validator, oracle].map((each) =>
        pathsOf(each.validateFormData(data, schema).errorSchema),
      );
      return JSON.stringify(ours) === JSON.stringify(theirs);
    });
    assert.ok(!isSame, 'Compare this form as all others');
  });

test('both valid and invalid data was compared', () => {
  assert.ok(counts.valid > 500 && counts.invalid > 500, JSON.stringify(counts));
});

test('a part of a schema is valid with the references of the whole', () => {
  const whole: RJSFSchema = { definitions: { name: { type: 'string', minLength: 2 } } };
  const part: RJSFSchema = { properties: { a: { $ref: '#/definitions/name' } } };
  const oracle = oracleFor(whole);
  for (const a of ['x', 'xx', 1])
    assert.equal(validator.isValid(part, { a }, whole), oracle.isValid(part, { a }, whole));
});

const unusable: Readonly<Record<string, RJSFSchema>> = {
  'a reference to nothing': { properties: { a: { $ref: '#/definitions/nothing' } } },
  'a broken pattern': { properties: { a: { type: 'string', pattern: '(' } } },
};
for (const [what, schema] of Object.entries(unusable))
  test(`${what} is an error of the form, as in @rjsf/validator-ajv8`, (t) => {
    t.mock.method(console, 'warn', () => {});
    const data = { a: 'x' };
    const oracle = oracleFor(schema);
    for (const each of [oracle, validator]) {
      assert.equal(each.isValid(schema, data, schema), false);
      assert.ok(each.rawValidation(schema, data).validationError instanceof Error);
      const { errors, errorSchema } = each.validateFormData(data, schema);
      assert.equal(errors.length, 1);
      assert.deepEqual(pathsOf(errorSchema), ['/$schema']);
    }
  });
