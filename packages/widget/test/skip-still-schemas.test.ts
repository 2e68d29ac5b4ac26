import { createSchemaUtils, type RJSFSchema, type SchemaUtilsType } from '@rjsf/utils';
import assert from 'node:assert/strict';
import { before, mock, test } from 'node:test';
import { createValidator } from '../src/validation/validator.ts';
import { drawableSchema } from '../src/form/drawable-schema.ts';
import { skipStillSchemas } from '../src/form/skip-still-schemas.ts';
import { randomForm } from './fidelity/random-form.ts';
import { RandomData } from './parity/random-data.ts';
import { Seeded } from './parity/seeded.ts';
import { SHAPES } from './shapes/catalogue.ts';

const SEED = 20_261_121;
const RANDOM = 100;
const DATA_EACH = 4;

before(() => {
  // RJSF tells of every allOf that it cannot merge.
  mock.method(console, 'warn', () => {});
});

function utilsOf(schema: unknown): SchemaUtilsType {
  const drawn = drawableSchema({ type: 'object', properties: {}, ...(schema as object) });
  const behaviour = { requiredBooleanDefault: 'skip' } as const;
  return createSchemaUtils(createValidator(), drawn as RJSFSchema, behaviour);
}

/** What RJSF asks for while it draws a form and its fields. */
function answersOf(utils: SchemaUtilsType, data: object | undefined): unknown {
  const root = utils.getRootSchema();
  const later = utils.getDefaultFormState(root, data, false, true);
  const fields = Object.values(utils.retrieveSchema(root, data).properties ?? {});
  return {
    first: utils.getDefaultFormState(root, data),
    later,
    root: utils.retrieveSchema(root, data),
    fields: fields.map((field) => [
      utils.retrieveSchema(field as RJSFSchema, data),
      utils.isSelect(field as RJSFSchema),
    ]),
  };
}

function compare(schema: unknown, random: Seeded): void {
  const short = utilsOf(schema);
  skipStillSchemas(short);
  const made = new RandomData(random, schema, false);
  const data = Array.from({ length: DATA_EACH }, () => made.fitting());
  for (const each of [undefined, {}, ...data].filter((one) => one !== null && !Array.isArray(one)))
    assert.deepEqual(
      answersOf(short, each as object | undefined),
      answersOf(utilsOf(schema), each as object | undefined),
      JSON.stringify([schema, each]),
    );
}

test('RJSF answers the same for every shape of the catalogue', () => {
  const random = new Seeded(SEED);
  for (const { schema } of SHAPES) compare(schema, random);
});

test(`RJSF answers the same for ${RANDOM} random forms`, () => {
  const random = new Seeded(SEED);
  for (let index = 0; index < RANDOM; index += 1) compare(randomForm(random), random);
});

test('a field may be called as what every object has', () => {
  const schema = { properties: { constructor: { type: 'string' }, name: { type: 'string' } } };
  const utils = utilsOf(schema);
  skipStillSchemas(utils);
  const data = { constructor: 'x', name: 'y' };
  assert.deepEqual(answersOf(utils, data), answersOf(utilsOf(schema), data));
  const empty = { constructor: undefined, name: 'y' };
  assert.deepEqual(answersOf(utils, empty), answersOf(utilsOf(schema), empty));
});

test('a field without a condition is not resolved', () => {
  const utils = utilsOf({ properties: { name: { type: 'string' } } });
  const field = utils.getRootSchema().properties?.['name'] as RJSFSchema;
  skipStillSchemas(utils);
  assert.equal(utils.retrieveSchema(field), field);
  assert.equal(utils.retrieveSchema(utils.getRootSchema(), {}), utils.getRootSchema());
});
