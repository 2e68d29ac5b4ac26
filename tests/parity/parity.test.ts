import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compileChecker } from 'precandidate-proxy';
import { check, isValid } from '../../packages/widget/src/validation/validator.ts';
import { type Json, dataFor } from './data.ts';
import { type RandomForm, forms } from './schemas.ts';

/** More schemas, or others: `PARITY_SCHEMAS=20000 PARITY_SEED=7`; one of them again: `PARITY_PATH`. */
const {
  PARITY_SCHEMAS: schemas = '800',
  PARITY_SEED: seed = '20261123',
  PARITY_PATH: path,
} = process.env;
const DATA_PER_SCHEMA = 80;
const KEYWORDS =
  'type const enum not anyOf oneOf if maximum minimum exclusiveMaximum exclusiveMinimum multipleOf ' +
  'maxLength minLength pattern format maxItems minItems additionalItems items contains uniqueItems ' +
  'maxProperties minProperties required propertyNames additionalProperties ' +
  'dependencies dependentRequired';

interface Violation {
  instancePath: string;
  keyword: string;
  params: Record<string, unknown>;
}

/** Keywords whose params name the matching branches, which no message uses. */
const WITHOUT_PARAMS = new Set(['oneOf', 'if', 'propertyNames', 'uniqueItems']);

/** AJV does not say whether `contains` has too few matches, or too many. */
const isOfAjv = (param: string) => param !== 'isOver';

function textOf({ instancePath, keyword, params }: Violation): string {
  const names = WITHOUT_PARAMS.has(keyword) ? [] : Object.keys(params).filter(isOfAjv).sort();
  return [instancePath, keyword, ...names.map((name) => JSON.stringify([name, params[name]]))].join(
    ' ',
  );
}

interface Odd {
  isOurs: boolean;
  keyword: string;
  isVerdict: boolean;
}

/** Faults of AJV. */
const EXCUSES: readonly {
  because: string;
  explains: (odd: Odd, schema: string, data: string) => boolean;
}[] = [
  {
    because: 'it skips items of a wrong type, by the type of `items`, when it looks for duplicates',
    // It is the wrong type for items that `prefixItems` validates.
    explains: ({ isOurs, keyword, isVerdict }, schema) =>
      isOurs && keyword === 'uniqueItems' && (!isVerdict || schema.includes('"prefixItems"')),
  },
  {
    because: 'it does not notice two items `__proto__`',
    explains: ({ isOurs, keyword }, _schema, data) =>
      isOurs && keyword === 'uniqueItems' && data.split('"__proto__"').length > 2,
  },
  {
    because: 'it returns the verdict of the previous item for an empty list in `contains`',
    explains: ({ isOurs, keyword }, schema) =>
      (isOurs && keyword === 'contains') ||
      (!isOurs && keyword === 'not' && schema.includes('"contains"')),
  },
];

/** Errors that only one of the two reports, and that no fault of AJV explains. */
function differences(
  schema: object,
  data: Json,
  ours: readonly Violation[],
  theirs: readonly Violation[],
): { onlyInBrowser: string[]; onlyInProxy: string[]; isExcused: boolean } {
  const without = (errors: readonly Violation[], others: readonly Violation[]) => {
    const texts = new Set(others.map(textOf));
    return errors.filter((error) => !texts.has(textOf(error)));
  };
  const [onlyOurs, onlyTheirs] = [without(ours, theirs), without(theirs, ours)];
  const isVerdict = (ours.length === 0) !== (theirs.length === 0);
  const [schemaText, dataText] = [JSON.stringify(schema), JSON.stringify(data)];
  const isExplained = (isOurs: boolean) => (error: Violation) =>
    EXCUSES.some(({ explains }) =>
      explains({ isOurs, keyword: error.keyword, isVerdict }, schemaText, dataText),
    );
  return {
    onlyInBrowser: onlyOurs.map(textOf),
    onlyInProxy: onlyTheirs.map(textOf),
    isExcused: onlyOurs.every(isExplained(true)) && onlyTheirs.every(isExplained(false)),
  };
}

test(`${schemas} random schemas of seed ${seed}: the browser's validator finds what AJV finds`, (t) => {
  const violated = new Map<string, number>();
  const counts = { pairs: 0, valid: 0, excused: 0 };
  const pairs = forms.chain((form) =>
    dataFor(form, DATA_PER_SCHEMA).map((data): [RandomForm, Json[]] => [form, data]),
  );
  const property = fc.property(pairs, ([{ schema }, data]) => {
    const checker = compileChecker(schema);
    for (const item of data) {
      const ours = check(schema, item);
      const theirs = checker(item);
      assert.equal(isValid(schema, item), ours.length === 0, 'isValid differs from check');
      const { onlyInBrowser, onlyInProxy, isExcused } = differences(schema, item, ours, theirs);
      const none = { onlyInBrowser: [], onlyInProxy: [] };
      if (!isExcused) assert.deepEqual({ onlyInBrowser, onlyInProxy }, none);
      counts.pairs += 1;
      if (theirs.length === 0) counts.valid += 1;
      if (onlyInBrowser.length + onlyInProxy.length > 0) counts.excused += 1;
      for (const { keyword } of theirs) violated.set(keyword, (violated.get(keyword) ?? 0) + 1);
    }
  });
  fc.assert(property, { seed: Number(seed), numRuns: Number(schemas), ...(path && { path }) });
  t.diagnostic(JSON.stringify(counts));
  if (path !== undefined) return;
  // Many pairs are valid, many are not, and each keyword is violated many times.
  const { pairs: all, valid, excused } = counts;
  assert.ok(valid > all / 20 && valid < all / 2, `${valid} of ${all} are valid`);
  assert.ok(excused < all / 50, `${excused} of ${all} differ with an excuse`);
  const seldom = KEYWORDS.split(' ').filter((each) => (violated.get(each) ?? 0) < all / 5_000);
  assert.deepEqual(seldom, []);
});
