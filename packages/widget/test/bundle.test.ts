import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import { LANGUAGE_FILES } from '../src/i18n/messages.build.ts';

const CONFIG = fileURLToPath(new URL('../../../vite.config.ts', import.meta.url));
const SOURCE = fileURLToPath(new URL('../src/', import.meta.url));

let files: Map<string, string>;

async function bundle(): Promise<Map<string, string>> {
  const { output } = (await build({
    configFile: CONFIG,
    logLevel: 'error',
    build: { write: false },
  })) as Rolldown.RolldownOutput;
  return new Map(
    output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : String(file.source)]),
  );
}

before(async () => {
  files = await bundle();
});

const nameOf = (file: string) => file.replace(/^.*\//, '').replace(/\..*$/, '');

test('only widget.js keeps its name; other files are named by version and content', () => {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const [licenses, evergreen, ...others] = [...files.keys()].sort();
  assert.equal(licenses, 'licenses.md');
  assert.equal(evergreen, 'widget.js');
  for (const file of others)
    assert.match(file, new RegExp(`^widget/${version}/[a-z0-9-]+\\.[A-Za-z0-9_-]{8}\\.(js|css)$`));
  assert.deepEqual(others.map(nameOf).sort(), [
    'check-digits',
    'combobox',
    'element',
    'form',
    'form-app',
    'host-overrides',
    ...LANGUAGE_FILES.map(({ language }) => `i18n-${language}`),
    'images',
    'phone-parser',
    'setup-reporter',
    'unavailable',
  ]);
});

test('builds are reproducible', async () => {
  const digest = (all: Map<string, string>) =>
    [...all]
      .map(([name, code]) => `${name} ${createHash('sha256').update(code).digest('hex')}`)
      .sort();
  assert.deepEqual(digest(await bundle()), digest(files));
});

test('no file evaluates text as code', () => {
  for (const [name, code] of files)
    assert.doesNotMatch(code, /\beval\(|\bnew Function\b|[^.\w]Function\(/, name);
});

test('no file is a development build', () => {
  for (const [name, code] of files) {
    assert.doesNotMatch(
      code,
      /Warning: |react-stack-bottom-frame.*validateDOMNesting|Lit is in dev mode/,
      name,
    );
    assert.doesNotMatch(code, /process\.env/, name);
  }
});

test('the loader names the element, what replaces it, and the style sheet only, without a preload helper', () => {
  const loader = files.get('widget.js') ?? '';
  const others = [...files.keys()].filter((file) => file !== 'widget.js');
  const named = others.filter((file) => loader.includes(file)).map(nameOf);
  assert.deepEqual(named.sort(), ['element', 'form', 'unavailable']);
  assert.doesNotMatch(loader, /modulepreload/);
});

test('no chunk imports another one statically', () => {
  for (const [name, code] of files)
    assert.doesNotMatch(
      code,
      /(?:^|;)\s*import\s*(?:[\w{*]|["'`])[^(]*?from\s*["'`]\.|^import["'`]/,
      name,
    );
});

/** Shows the form that the proxy prerendered: markup from the origin of the script itself. */
const SHOWS_PRERENDERED = 'loader.ts';

test('nothing sets inline styles, and only prerendered markup is set from text', () => {
  for (const file of readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }))
    if (/\.tsx?$/.test(file))
      assert.doesNotMatch(
        readFileSync(SOURCE + file, 'utf8'),
        file === SHOWS_PRERENDERED ? /\bstyle=/ : /\bstyle=|innerHTML|unsafeHTML|dangerouslySet/,
        file,
      );
});
