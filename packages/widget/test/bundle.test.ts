import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';

const CONFIG = fileURLToPath(new URL('../../../vite.config.ts', import.meta.url));
const SOURCE = fileURLToPath(new URL('../src/', import.meta.url));

/** Bytes after gzip; a step over one of these is a decision, not an accident. */
const BUDGETS: Record<string, number> = {
  widget: 590,
  element: 8_600,
  conduct: 16_120,
  draft: 2_500,
  island: 90_100,
  es: 3_700,
  pt: 3_700,
  en: 3_700,
  'with-host-words': 1_200,
  dates: 2_000,
  'all-of': 4_600,
  'check-digits': 4_200,
  combobox: 3_500,
  form: 2_840,
  page: 2_900,
};

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

test('there is one evergreen file, and the rest is named by version and content', () => {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const [evergreen, ...others] = [...files.keys()].sort();
  assert.equal(evergreen, 'widget.js');
  for (const file of others)
    assert.match(file, new RegExp(`^widget/${version}/[a-z-]+\\.[A-Za-z0-9_-]{8}\\.(js|css)$`));
  assert.deepEqual(others.map(nameOf).sort(), [
    'all-of',
    'check-digits',
    'combobox',
    'conduct',
    'dates',
    'draft',
    'element',
    'en',
    'es',
    'form',
    'island',
    'page',
    'pt',
    'with-host-words',
  ]);
});

test('the same source gives the same files', async () => {
  const digest = (all: Map<string, string>) =>
    [...all]
      .map(([name, code]) => `${name} ${createHash('sha256').update(code).digest('hex')}`)
      .sort();
  assert.deepEqual(digest(await bundle()), digest(files));
});

test('nothing in it makes code from text', () => {
  for (const [name, code] of files)
    assert.doesNotMatch(code, /\beval\(|\bnew Function\b|[^.\w]Function\(/, name);
});

test('no development build ships', () => {
  for (const [name, code] of files) {
    assert.doesNotMatch(
      code,
      /Warning: |react-stack-bottom-frame.*validateDOMNesting|Lit is in dev mode/,
      name,
    );
    assert.doesNotMatch(code, /process\.env/, name);
  }
});

test('the loader starts what every form needs itself, without a helper, and links nothing else', () => {
  const loader = files.get('widget.js') ?? '';
  const named = [...files.keys()].filter((file) => loader.includes(file)).map(nameOf);
  assert.deepEqual(named.sort(), ['conduct', 'element', 'island']);
  assert.doesNotMatch(loader, /modulepreload|createElement/);
});

test('no chunk waits for another: none imports one statically', () => {
  for (const [name, code] of files)
    assert.doesNotMatch(
      code,
      /(?:^|;)\s*import\s*(?:[\w{*]|["'`])[^(]*?from\s*["'`]\.|^import["'`]/,
      name,
    );
});

test('each file keeps to its budget', () => {
  for (const [file, code] of files) {
    const bytes = gzipSync(code, { level: 9 }).length;
    const budget = BUDGETS[nameOf(file)] ?? 0;
    assert.ok(bytes <= budget, `${file} has ${bytes} bytes of ${budget}`);
  }
});

test('only the island, and the server that draws it, know React and RJSF', () => {
  const outside = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/^(island|checker|server)[\\/]/.test(file),
  );
  for (const file of outside)
    assert.doesNotMatch(
      readFileSync(SOURCE + file, 'utf8'),
      /import (?!type).* from '(?:react|@rjsf)/,
      file,
    );
});

/** Whoever paints what the proxy drew: markup of the origin that the script itself comes from. */
const PAINTER = 'element/drawn-fields.ts';

test('nothing sets an inline style, or markup as text but what the proxy drew', () => {
  for (const file of readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }))
    if (/\.tsx?$/.test(file))
      assert.doesNotMatch(
        readFileSync(SOURCE + file, 'utf8'),
        file === PAINTER ? /\bstyle=/ : /\bstyle=|innerHTML|unsafeHTML|dangerouslySet/,
        file,
      );
});
