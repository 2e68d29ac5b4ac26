import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missingTests, readPage } from './stage/repository.ts';

const PAGE = 'docs/trust/accessibility.md';
const rows = readPage(PAGE)
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split(' | '));

test('every test that the accessibility page names exists', () => {
  const gone = rows.flatMap(([criterion = '', , shown = '']) =>
    missingTests(shown).map((one) => `${criterion}: ${one}`),
  );
  assert.deepEqual(gone, []);
});

test('every criterion has a row with a test, or a reason for having none', () => {
  assert.ok(rows.length > 30, `${rows.length} rows`);
  for (const [criterion = '', how = ''] of rows) assert.ok(how.length > 20, criterion);
  const without = rows.filter(([, , shown = '']) => !shown.includes('`'));
  assert.deepEqual(
    without.map(([criterion]) => criterion),
    ['| 3.3.8 Accessible Authentication (AA)'],
  );
});
