import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { FormSchema } from 'precandidate-contract';
import { ProblemError } from '../../src/shared/problem-error.ts';
import { type SanitizedSchema, sanitizeSchema } from '../../src/validation/sanitize-schema.ts';
import { FormValidator } from '../../src/validation/form-validator.ts';
import { SUBSCHEMAS, VALUES } from '../../src/validation/schema-rules.ts';
import { checkCases, type Choices } from '../../../../tests/stage/choices.ts';
import { violationsOf } from './violations-of.ts';

const validator = new FormValidator(60_000);
after(() => validator.close());

const ROUNDS = 2_000;
/** How often a keyword gets a value that it is not meant for. */
const MISUSE = 0.02;
const STRANGE = ['$id', '$anchor', '$async', 'id', 'nullable', 'discriminator', 'contentSchema'];
const KEYWORDS = [...Object.keys(SUBSCHEMAS['2020-12']), ...Object.keys(VALUES['2020-12'])];
const NAMES = ['a', 'b', 'c', '__proto__', 'constructor', 'toString', 'a/b~c%', ''];
const WORDS =
  'a string object array integer ^a+$ ^(a+)+$ ( email date hidden # #/properties/a #/definitions/b';
const SCALARS = [null, true, false, 0, 1, 2, -1, 2.5, 1e300, '', ...WORDS.split(' ')];
const DRAFTS = [undefined, 'https://json-schema.org/draft/2020-12/schema'];

/** A schema of known and strange keywords, most of them with a value that they are meant for. */
function randomSchema({ pick, below, chance }: Choices): unknown {
  const many = <T>(make: () => T) => Array.from({ length: below(4) }, make);
  const byName = (make: () => unknown) => Object.fromEntries(many(() => [pick(NAMES), make()]));
  const anything = () => pick([pick(SCALARS), many(() => pick(SCALARS)), byName(() => 'a')]);

  function schema(depth: number): unknown {
    if (depth === 0) return pick([true, false, {}, { type: 'string' }]);
    const keywords = many(() => (chance(0.1) ? pick(STRANGE) : pick(KEYWORDS)));
    return Object.fromEntries(keywords.map((keyword) => [keyword, valueOf(keyword, depth - 1)]));
  }
  function valueOf(keyword: string, depth: number): unknown {
    if (chance(MISUSE)) return anything();
    const shape = SUBSCHEMAS['2020-12'][keyword];
    if (shape === 'map') return byName(() => schema(depth));
    if (shape === 'list') return many(() => schema(depth));
    if (shape !== undefined) return schema(depth);
    const candidates = Array.from({ length: 20 }, anything);
    return candidates.find((value) => VALUES['2020-12'][keyword]?.(value));
  }
  const definitions = { a: schema(2), b: schema(2) };
  const properties = { a: schema(3), b: schema(3), ...byName(() => schema(3)) };
  return { $schema: pick(DRAFTS), type: 'object', properties, definitions };
}

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
  let admitted = 0;
  await checkCases({ seed: 7, numRuns: ROUNDS }, async (choices) => {
    const form = admittedOrRefused(JSON.parse(JSON.stringify(randomSchema(choices))));
    if (form === undefined) return;
    admitted += 1;
    const data = { a: 'a', b: [{}] };
    await Promise.all([violationsOf(validator, form, data), validator.checkPrefill(form, data)]);
    assert.deepEqual(settled(form.schema), form.schema);
  });
  assert.ok(admitted > ROUNDS / 3, `only ${admitted} were admitted`);
});

/** What a second admission makes of it: nothing is left to drop. */
function settled(schema: FormSchema): FormSchema {
  const again = sanitizeSchema(schema);
  assert.deepEqual(again.changes, []);
  return again.schema;
}
