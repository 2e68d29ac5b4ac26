import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { after, before, test } from 'node:test';
import { compare, type Difference } from './parity/compare.ts';
import type { Outcome } from './parity/outcome.ts';
import { DATA_PER_SCHEMA, pairsOf } from './parity/pairs.ts';
import type { Range } from './parity/range.ts';
import { startAuthority } from './parity/start-authority.ts';
import { startBrowser } from './parity/start-browser.ts';

/** More pairs, or others: `PARITY_PAIRS=1000000 PARITY_SEED=7`. */
const PAIRS = Number(process.env['PARITY_PAIRS'] ?? 100_000);
const SEED = Number(process.env['PARITY_SEED'] ?? 20261121);
const SCHEMAS = PAIRS / DATA_PER_SCHEMA;
const SCHEMAS_AT_ONCE = 50;
/** How many schemas AJV may get wrong: its faults depend on the schema, not on the pair. */
const MOST_EXCUSED = SCHEMAS / 100;
const KEYWORDS =
  'type const enum not anyOf oneOf if maximum minimum exclusiveMaximum exclusiveMinimum multipleOf ' +
  'maxLength minLength pattern format maxItems minItems additionalItems items contains uniqueItems ' +
  'maxProperties minProperties required propertyNames additionalProperties ' +
  'dependencies dependentRequired';

let browser: Awaited<ReturnType<typeof startBrowser>>;
const differences: Difference[] = [];
const violated = new Map<string, number>();
let valid = 0;

/** A minute on an idle machine; beside other suites on a slow one, many times as long. */
const LIMIT = { timeout: 40 * 60_000 };

/** Runs the built validator in a page, and the proxy's validator in threads, on the same pairs. */
before(async () => {
  browser = await startBrowser();
  const authority = startAuthority(Math.min(4, availableParallelism()));
  const ranges: Range[] = [];
  for (let from = 0; from < SCHEMAS; from += SCHEMAS_AT_ONCE)
    ranges.push({ seed: SEED, from, to: Math.min(SCHEMAS, from + SCHEMAS_AT_ONCE) });
  try {
    await Promise.all(
      ranges.map(async (range) => {
        const theirs = await authority.outcomesOf(range);
        const ours = await browser.outcomesOf(range);
        differences.push(...compare(range, ours, theirs));
        count(theirs.flat());
      }),
    );
  } finally {
    await authority.close();
  }
}, LIMIT);
after(() => browser.close());

function count(outcomes: readonly Outcome[]): void {
  valid += outcomes.filter((outcome) => outcome.length === 0).length;
  for (const [, keyword] of outcomes.flat())
    violated.set(keyword, (violated.get(keyword) ?? 0) + 1);
}

function shown({ schema, item, ...difference }: Difference) {
  const pairs = pairsOf(SEED, schema);
  return {
    ...difference,
    schema: JSON.stringify(pairs.schema),
    data: JSON.stringify(pairs.data[item]),
  };
}

// The first test includes the comparison.
test('the page cannot run new Function', LIMIT, async () => {
  assert.equal(await browser.canMakeCode(), false);
});

test(`${PAIRS} pairs of seed ${SEED} have the same verdict in the browser and the proxy`, (t) => {
  const verdicts = differences.filter(({ kind }) => kind === 'verdict');
  const differing = verdicts.filter(({ excuse }) => excuse === undefined);
  assert.deepEqual(differing.slice(0, 3).map(shown), [], `${differing.length} differ`);
  const excused = new Set(verdicts.map(({ schema }) => schema)).size;
  t.diagnostic(`${verdicts.length} pairs of ${excused} schemas differ with an excuse`);
  assert.ok(excused <= MOST_EXCUSED, `${excused} schemas differ with an excuse`);
});

test('their errors have the same keywords, pointers, and params', (t) => {
  const excuses = new Map<string, number>();
  for (const { excuse } of differences)
    if (excuse !== undefined) excuses.set(excuse, (excuses.get(excuse) ?? 0) + 1);
  for (const [excuse, times] of excuses) t.diagnostic(`${times} of ${PAIRS}: ${excuse}`);
  const differing = differences.filter(({ excuse }) => excuse === undefined);
  assert.deepEqual(differing.slice(0, 3).map(shown), [], `${differing.length} differ`);
  assert.ok(differences.length < PAIRS / 50, `${differences.length} differ with an excuse`);
});

test('many pairs are valid, many are not, and each keyword is violated many times', () => {
  assert.ok(valid > PAIRS / 20, `${valid} valid`);
  assert.ok(valid < PAIRS / 2, `${valid} valid`);
  const seldom = KEYWORDS.split(' ').filter(
    (keyword) => (violated.get(keyword) ?? 0) < PAIRS / 5_000,
  );
  assert.deepEqual(seldom, []);
});
