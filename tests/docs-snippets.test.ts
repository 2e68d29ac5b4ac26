import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { SETTINGS } from 'precandidate-proxy';
import { parse } from 'yaml';
import { PAGES, blocksOf, readPage } from 'precandidate-testing/repository.ts';

const BLOCKS = PAGES.flatMap((page) =>
  blocksOf(readPage(page)).map((block) => ({ page, ...block })),
);

/** Passes `text` to a program that exits with 0 when it is well-formed. */
function checkWith(program: string, options: string[], text: string): void {
  const { status, stderr } = spawnSync(program, options, { input: text, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
}

/** Each line sets a setting of the proxy that is no secret. */
function checkSettings(text: string): void {
  for (const line of text.trim().split('\n')) {
    const [name = ''] = line.split('=');
    const setting = (SETTINGS as Record<string, { secret: boolean } | undefined>)[name];
    assert.equal(setting?.secret, false, line);
  }
}

/** Language → throws when the text is not well-formed. Those without a check have other tests. */
const CHECKS: Record<string, ((text: string) => unknown) | undefined> = {
  json: JSON.parse,
  yaml: parse,
  sh: (text) => checkWith('bash', ['-n'], text),
  python: (text) =>
    checkWith('python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], text),
  php: (text) => checkWith('php', ['-l'], text),
  html: undefined,
  css: undefined,
  // packages.test.ts and frameworks.test.ts compile these.
  js: undefined,
  ts: undefined,
  tsx: undefined,
  vue: undefined,
  svelte: undefined,
  // back-ends.test.ts runs or compiles these.
  ruby: undefined,
  java: undefined,
  csharp: undefined,
  mermaid: undefined,
  text: undefined,
  ini: checkSettings,
};

const isMissing = (program: string) => spawnSync(program, ['--version']).error !== undefined;
const SKIPPED: Record<string, string | false> = {
  python: isMissing('python3') && 'needs python3',
  php: isMissing('php') && 'needs php',
};

for (const [language, check] of Object.entries(CHECKS)) {
  const blocks = BLOCKS.filter((block) => block.language === language);
  if (check === undefined || blocks.length === 0) continue;
  test(`every ${language} block is well-formed`, { skip: SKIPPED[language] ?? false }, () => {
    for (const { page, text } of blocks)
      assert.doesNotThrow(() => check(text), `${page}:\n${text}`);
  });
}

test('every block names a known language', () => {
  const unknown = BLOCKS.filter(({ language }) => language !== '' && !(language in CHECKS));
  assert.deepEqual(unknown, []);
});

/** A command that gets one of our packages from npm. */
const FROM_NPM = /\b(?:npm install (?:--\S+ )*|npx )(?:[\w-]+ )*precandidate-/;
const NOTICE =
  /^> \*\*Not on npm yet:\*\* run `npm run pack` in a clone, then install the `\.tgz` files from its `dist\/` \(\[how\]\((?:\S*install\.md)?#from-a-clone\)\)\.$/m;

// Until the first release: then this test and the notices go.
test('every page that gets our packages from npm says that they are not there yet', () => {
  const pages = PAGES.filter((page) => FROM_NPM.test(readPage(page)));
  assert.ok(pages.length > 10, `${pages.length}`);
  assert.deepEqual(
    pages.filter((page) => !NOTICE.test(readPage(page))),
    [],
  );
});
