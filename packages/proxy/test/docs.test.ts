import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { PROBLEMS, RELAY_EVENTS } from 'precandidate-contract';
import { SETTINGS } from 'precandidate-proxy';
import { COMMANDS } from '../src/cli/command-list.ts';
import { openSqlite } from '../src/db/open-sqlite.ts';
import { referencePages } from '../generate.ts';
import { startPair } from './start-pair.ts';

const DOCS = fileURLToPath(new URL('../../../docs/', import.meta.url));
const readPage = (name: string) => readFileSync(DOCS + name, 'utf8');

/** Cells of a page's table rows whose first cell is in code marks. */
function rowsOf(markdown: string): string[][] {
  const rows = markdown.split('\n').filter((line) => line.startsWith('| `'));
  // A bar in code marks does not separate cells.
  return rows.map((line) =>
    line
      .replaceAll(/`[^`]*`/g, (code) => code.replaceAll('|', ' or '))
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}
const namesOf = (markdown: string) =>
  rowsOf(markdown).map(([name = '']) => name.replaceAll('`', ''));

test('the reference pages are up to date: npm run generate:docs', async () => {
  for (const [page, text] of await referencePages())
    assert.equal(readPage(`reference/${page}.md`), text, page);
});

test('the HTTP API page lists every path, and no other', async (t) => {
  const { url } = await startPair(t);
  const answer = await fetch(`${url}/openapi.json`);
  const { paths } = (await answer.json()) as { paths: Record<string, Record<string, unknown>> };
  const served = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const listed = namesOf(readPage('reference/http-api.md')).filter((name) =>
    /^[A-Z]+ \//.test(name),
  );
  assert.deepEqual(
    listed.toSorted(),
    served.filter((path) => !/\/widget/.test(path) && !path.startsWith('HEAD ')).toSorted(),
  );
});

test('the events page lists every relayed event', () => {
  assert.deepEqual(namesOf(readPage('reference/events.md')), [...RELAY_EVENTS]);
});

test('the retention page lists every table of the database', async (t) => {
  const [, section = ''] = readPage('trust/data.md').split('\n## What is stored\n');
  const [own = ''] = section.split('\n## ');
  const listed = [...own.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  const db = openSqlite(':memory:');
  t.after(() => db.close());
  await db.migrate();
  const tables = await db.query<{ name: string }>(
    "select name from sqlite_master where type = 'table'",
  );
  assert.deepEqual(listed.toSorted(), tables.map(({ name }) => name).toSorted());
});

test('the monitoring page names problems that exist', () => {
  const text = readPage('operate/monitor.md');
  for (const name of ['database-unavailable', 'service-refused-key', 'streams-exhausted'] as const)
    assert.ok(text.includes(name) && PROBLEMS[name]);
});

const PAGES = globSync('{start,guides,reference,operate,trust}/*.md', { cwd: DOCS });

test('the docs name only commands that exist', () => {
  for (const page of PAGES)
    for (const [text, command = ''] of readPage(page).matchAll(/precandidate-proxy ([a-z]+)/g))
      assert.ok(Object.hasOwn(COMMANDS, command), `${page}: ${text}`);
});

/** Variables of the examples and of other programs. */
const OTHER_VARIABLES =
  /^(PERSON_ID|FORM_ID|OTEL_.+|HTTPS_PROXY|NODE_OPTIONS|NODE_EXTRA_CA_CERTS|RLIMIT_FSIZE|CUSTOM_ELEMENTS_SCHEMA)$/;

test('the docs name only settings that exist', () => {
  for (const page of PAGES)
    for (const [, name = ''] of readPage(page).matchAll(/`([A-Z]+_[A-Z_]+)(?:=[^`]*)?`/g))
      assert.ok(
        Object.hasOwn(SETTINGS, name.replace(/_FILE$/, '')) || OTHER_VARIABLES.test(name),
        `${page}: ${name}`,
      );
});
