import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { PROBLEMS } from 'precandidate-contract';
import { SETTINGS } from 'precandidate-proxy';
import { COMMANDS } from '../src/cli/command-list.ts';
import { generatedPages } from '../generate.ts';

const DOCS = fileURLToPath(new URL('../../../docs/', import.meta.url));
const readPage = (name: string) => readFileSync(DOCS + name, 'utf8');

test('the generated tables are up to date: npm run generate:docs', async () => {
  for (const [page, text] of await generatedPages())
    assert.equal(readPage(`${page}.md`), text, page);
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
  /^(PERSON_ID|FORM_ID|FORM_URL|PROXY_URL|PUBLIC_PROXY_URL|OTEL_.+|HTTPS_PROXY|NODE_OPTIONS|NODE_EXTRA_CA_CERTS|RLIMIT_FSIZE|CUSTOM_ELEMENTS_SCHEMA)$/;

test('the docs name only settings that exist', () => {
  for (const page of PAGES)
    for (const [, name = ''] of readPage(page).matchAll(/`([A-Z]+_[A-Z_]+)(?:=[^`]*)?`/g))
      assert.ok(
        Object.hasOwn(SETTINGS, name.replace(/_FILE$/, '')) || OTHER_VARIABLES.test(name),
        `${page}: ${name}`,
      );
});
