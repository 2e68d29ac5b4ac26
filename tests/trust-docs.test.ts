import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { missingTests, readPage } from 'precandidate-testing/repository.ts';

/** The cells of each row of a page whose line matches. */
const rowsOf = (text: string, pattern: RegExp) =>
  text
    .split('\n')
    .filter((line) => pattern.test(line))
    .map((line) => line.split(' | '));

const [, threats = ''] = readPage('docs/trust/security.md').split('\n## Threats\n');
const PAGES = {
  'docs/trust/security.md': {
    rows: rowsOf(threats.split('\n## ')[0] ?? '', /^\| (?!attack)/i),
    test: /\]\(\.\.\/\.\.\/(tests|packages)\/[^ )]+\.test\.ts "“/,
    without: [],
  },
  'docs/trust/accessibility.md': {
    rows: rowsOf(readPage('docs/trust/accessibility.md'), /^\| \d/),
    test: /\]\(/,
    without: ['| 3.3.8 Accessible Authentication (AA)'],
  },
};

for (const [page, { rows, test: shown, without }] of Object.entries(PAGES))
  describe(page, () => {
    test('every test that a row names exists', () => {
      const missing = rows.flatMap((cells) =>
        missingTests(cells.at(-1) ?? '').map((one) => `${cells[0]}: ${one}`),
      );
      assert.deepEqual(missing, []);
    });

    test('every row says how, and names a test or is an exception', () => {
      assert.ok(rows.length > 25, `${rows.length} rows`);
      for (const cells of rows) assert.ok((cells.at(-2) ?? '').length > 20, cells[0]);
      const bare = rows.filter((cells) => !shown.test(cells.at(-1) ?? ''));
      assert.deepEqual(
        bare.map(([first]) => first),
        without,
      );
    });
  });
