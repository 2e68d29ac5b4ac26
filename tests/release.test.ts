import assert from 'node:assert/strict';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ROOT } from 'precandidate-testing/repository.ts';
import { newFolder } from 'precandidate-testing/resources.ts';

const SCRIPT = pathToFileURL(join(ROOT, 'scripts/release.mjs')).href;
let releaseProblems: (root: string) => string[];
before(async () => {
  ({ releaseProblems } = await import(SCRIPT));
});

const FILES = [
  'package.json',
  'packages/proxy/package.json',
  'packages/widget/package.json',
  'CHANGELOG.md',
  'deploy/kubernetes/proxy.yaml',
];

/** A copy of the files that a release checks, with `changes` of their text. */
async function copyWith(
  t: TestContext,
  changes: Record<string, (text: string) => string> = {},
): Promise<string> {
  const folder = await newFolder(t);
  for (const file of FILES) {
    await cp(join(ROOT, file), join(folder, file));
    const change = changes[file];
    if (change === undefined) continue;
    const text = await readFile(join(folder, file), 'utf8');
    await writeFile(join(folder, file), change(text));
  }
  return folder;
}

/** The first release below `[Unreleased]` has a date. */
const dated = (text: string) => text.replace(/^(## \[\d.*?\]).*$/m, '$1 - 2026-12-01');

const emptyUnreleased = (text: string) =>
  text.replace(/(## \[Unreleased\]\n)[\s\S]*?(?=## \[)/, '$1\n');

test('one version, a dated entry in the changelog, and the image of that version: no problem', async (t) => {
  const folder = await copyWith(t, { 'CHANGELOG.md': (text) => dated(emptyUnreleased(text)) });
  assert.deepEqual(releaseProblems(folder), []);
});

test('names each thing that keeps a version from being released', async (t) => {
  const folder = await copyWith(t, {
    'packages/proxy/package.json': (text) => text.replace(/"version": ".*"/, '"version": "0.0.1"'),
    'CHANGELOG.md': (text) =>
      emptyUnreleased(text)
        .replace('## [Unreleased]\n', '## [Unreleased]\n\n- A change.\n\n')
        .replace(/^(## \[\d.*?\]).*$/m, '$1 – unreleased'),
    'deploy/kubernetes/proxy.yaml': (text) => text.replace(/(precandidate-proxy):\d.*/, '$1:0.0.1'),
  });
  const problems = releaseProblems(folder).join('\n');
  assert.match(problems, /packages\/proxy\/package\.json has version 0\.0\.1/);
  assert.match(problems, /entries under \[Unreleased\]/);
  assert.match(problems, /does not begin with "## \[\d/);
  assert.match(problems, /proxy\.yaml runs another version/);
});
