import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { LONGEST_TEXT, PROBLEMS, UI_SCHEMA_BYTES } from 'precandidate-contract';
import { SETTINGS } from 'precandidate-proxy';
import { COMMANDS } from '../src/cli/command-list.ts';
import { generatedPages } from '../../../docs/generate.ts';
import { LONGEST_TTL_S } from '../src/auth/session-tokens.ts';
import { LARGEST_BODY_BYTES, PLAIN_BODY_BYTES } from '../src/sanitizer/sanitize-schema.ts';
import { SCHEMA_LIMITS } from '../src/sanitizer/schema-rules.ts';

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
  /^(PERSON_ID|FORM_ID|FORM_URL|PROXY_URL|PUBLIC_PROXY_URL|VITE_PROXY_URL|CHROMIUM_PATH|OTEL_.+|HTTPS_PROXY|NODE_OPTIONS|NODE_EXTRA_CA_CERTS|RLIMIT_FSIZE|CUSTOM_ELEMENTS_SCHEMA)$/;

test('the docs name only settings that exist', () => {
  for (const page of PAGES)
    for (const [, name = ''] of readPage(page).matchAll(/`([A-Z]+_[A-Z_]+)(?:=[^`]*)?`/g))
      assert.ok(
        Object.hasOwn(SETTINGS, name.replace(/_FILE$/, '')) || OTHER_VARIABLES.test(name),
        `${page}: ${name}`,
      );
});

test('the page of limits has those of the code', () => {
  const text = readPage('reference/limits.md');
  const {
    characters,
    depth,
    unfolded,
    enum: options,
    rows,
    fields,
    pattern_characters,
  } = SCHEMA_LIMITS;
  const number = (value: number) => value.toLocaleString('en-US');
  for (const limit of [
    `to ${number(LONGEST_TTL_S)}`,
    `ui_schema\` in \`POST /sessions\` | ${UI_SCHEMA_BYTES / 1024} kB`,
    `files | ${PLAIN_BODY_BYTES / 1024} kB`,
    `at most ${LARGEST_BODY_BYTES / 1024 / 1024} MB in all`,
    `maxLength\` | ${LONGEST_TEXT / 1024} kB`,
    `${number(characters)} characters, ${depth} levels`,
    `resolved | ${number(unfolded)} |`,
    `\`enum\` | ${number(options)} |`,
    `minProperties\` | ${rows}, ${number(fields)} |`,
    `more than ${pattern_characters} characters`,
  ])
    assert.ok(text.includes(limit), limit);
});
