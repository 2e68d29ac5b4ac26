import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missingTests, readPage } from './stage/repository.ts';

const [, section = ''] = readPage('docs/trust/security.md').split('\n## Threats\n');
const rows = (section.split('\n## ')[0] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| who /i.test(line))
  .map((line) => line.split(' | '));

test('every test that the security page names exists', () => {
  const missing = rows.flatMap(([who = '', , , shown = '']) =>
    missingTests(shown).map((one) => `${who}: ${one}`),
  );
  assert.deepEqual(missing, []);
});

test('every threat has a countermeasure and a test', () => {
  assert.ok(rows.length > 25, `${rows.length} rows`);
  for (const [who = '', what = '', how = '', shown = ''] of rows) {
    assert.ok(what.length > 10 && how.length > 20, `${who}: ${what}`);
    assert.match(shown, /`(tests|packages)\/[^`]+\.test\.ts` “/, `${who}: ${what}`);
  }
});
