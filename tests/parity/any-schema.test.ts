import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { ProblemError } from '../../packages/proxy/src/shared/problem-error.ts';
import {
  type SanitizedSchema,
  sanitizeSchema,
} from '../../packages/proxy/src/sanitizer/sanitize-schema.ts';
import { ValidationPool } from '../../packages/proxy/src/validation/validation-pool.ts';
import { forms } from './schemas.ts';
import { choicesOf, type Choices } from 'precandidate-testing/choices.ts';
import { violationsOf } from '../../packages/proxy/test/validation/violations-of.ts';

const validator = new ValidationPool(60_000);
after(() => validator.close());

const ROUNDS = 2_000;
const SEED = 7;
/**
 * How often a value is replaced by one that it is not meant for, or a strange keyword stands beside it. Rare, since a
 * rule without a meaning is refused.
 */
const MISUSE = 0.008;
const STRANGE = ['$id', '$anchor', '$async', 'id', 'nullable', 'discriminator', 'contentSchema'];
const ODD = JSON.parse(`[null, true, 0, -1, 2.5, 1e300, "", "a", "^(a+)+$", "(", "#", "hidden",
  "#/definitions/none", [], [[]], [null, 1, "a"], {}, {"a": "a"}, {"__proto__": "a"}, {"": true},
  {"constructor": {"toString": 1}}, {"a/b~c%": []}]`) as unknown[];

/** A copy of the schema with some faults. */
const misused = (schema: object, { pick, chance }: Choices): unknown =>
  JSON.parse(JSON.stringify(schema), (name, value: unknown) => {
    if (name !== '' && chance(MISUSE)) return pick(ODD);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject && chance(MISUSE) ? { ...value, [pick(STRANGE)]: pick(ODD) } : value;
  });

/** What was admitted; `undefined` when it was refused as it should be. */
function admittedOrRefused(source: unknown): SanitizedSchema | undefined {
  try {
    return sanitizeSchema(source);
  } catch (error) {
    assert.ok(error instanceof ProblemError, String(error));
    assert.equal(error.problemName, 'schema-unusable');
    return undefined;
  }
}

test(`each of ${ROUNDS} random schemas works or is rejected with a reason`, async () => {
  const counts = { admitted: 0, changed: 0 };
  const property = fc.asyncProperty(forms, fc.gen(), async ({ schema }, generate) => {
    const form = admittedOrRefused(misused(schema, choicesOf(generate)));
    if (form === undefined) return;
    counts.admitted += 1;
    if (form.changes.length > 0) counts.changed += 1;
    const data = { a: 'a', b: [{}] };
    await Promise.all([
      violationsOf(validator, form, data),
      validator.checkPrefill(form, data, 'p-1'),
    ]);
    // Nothing is left to drop.
    const again = sanitizeSchema(form.schema);
    assert.deepEqual([again.changes, again.schema], [[], form.schema]);
  });
  await fc.assert(property, { seed: SEED, numRuns: ROUNDS });
  const { admitted, changed } = counts;
  assert.ok(admitted > ROUNDS / 3, `only ${admitted} were admitted`);
  assert.ok(changed > admitted / 3, `only ${changed} were changed`);
});
