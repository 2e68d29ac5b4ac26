import { customizeValidator } from '@rjsf/validator-ajv8';
import type { RJSFSchema } from '@rjsf/utils';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CheckError } from '../src/checker/check-error.ts';
import { createValidator } from '../src/checker/validator.ts';
import { RandomSchemas } from './random-schemas.ts';

const SEED = 20261121;
const SCHEMAS = 850;
const DATA_PER_SCHEMA = 6;

/** What the proxy runs: the authority. A fresh one per schema, as there. */
const authority = () =>
  customizeValidator({ ajvOptionsOverrides: { ownProperties: true, logger: false } });

interface Outcome {
  schema: unknown;
  data: unknown;
  ours: CheckError[];
  theirs: CheckError[];
}

const outcomes = compareAll();

function compareAll(): Outcome[] {
  const random = new RandomSchemas(SEED);
  const found: Outcome[] = [];
  for (let index = 0; index < SCHEMAS; index += 1) {
    const schema = random.schema(1 + (index % 3)) as RJSFSchema;
    const ours = createValidator();
    const theirs = authority();
    for (let item = 0; item < DATA_PER_SCHEMA; item += 1) {
      const data = (item % 2 ? random.data() : random.fitting(schema)) as Record<string, unknown>;
      found.push({
        schema,
        data,
        ours: errorsOf(ours.rawValidation<CheckError>(schema, data)),
        theirs: errorsOf(theirs.rawValidation<CheckError>(schema, data)),
      });
    }
  }
  return found;
}

function errorsOf(result: { errors?: CheckError[]; validationError?: Error }): CheckError[] {
  if (result.validationError) throw result.validationError;
  return result.errors ?? [];
}

test(`${SCHEMAS * DATA_PER_SCHEMA} seeded pairs get the verdict of @rjsf/validator-ajv8`, () => {
  const differing = outcomes.filter(
    ({ ours, theirs }) => (ours.length === 0) !== (theirs.length === 0),
  );
  assert.deepEqual(differing, []);
});

test('the pairs are worth comparing: many valid, many not', () => {
  const valid = outcomes.filter(({ theirs }) => theirs.length === 0).length;
  assert.ok(valid > 300, `${valid} valid`);
  assert.ok(outcomes.length - valid > 2_000, `${outcomes.length - valid} invalid`);
});

test('invalid pairs are blamed on the same keyword at the same place, with the same params', () => {
  const differing = outcomes
    .map(({ schema, data, ours, theirs }) => ({
      schema,
      data,
      ours: named(ours),
      theirs: named(theirs),
    }))
    .filter(({ ours, theirs }) => ours.join('\n') !== theirs.join('\n'));
  assert.deepEqual(differing.slice(0, 3), [], `${differing.length} of ${outcomes.length}`);
});

/** Keywords whose params tell which parts fitted: no sentence needs them, so ours leave them out. */
const WITHOUT_PARAMS = new Set(['oneOf', 'if', 'propertyNames', 'uniqueItems']);

function named(errors: readonly CheckError[]): string[] {
  const names = errors
    // AJV also blames each item that `contains` passed over; a candidate could make nothing of it.
    .filter(({ schemaPath }) => !schemaPath.includes('/contains/'))
    .map(({ instancePath, keyword, params }) => {
      const told = WITHOUT_PARAMS.has(keyword) ? '' : JSON.stringify(sorted(params));
      return `${instancePath} ${keyword} ${told}`;
    });
  return [...new Set(names)].sort();
}

function sorted(params: Record<string, unknown>): [string, unknown][] {
  return Object.entries(params).sort(([a], [b]) => a.localeCompare(b));
}
