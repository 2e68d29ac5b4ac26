import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { readPage, ROOT } from 'precandidate-testing/repository.ts';
import { newFolder } from 'precandidate-testing/resources.ts';

const REPORTER = join(ROOT, 'scripts/test/leaf-reporter.mjs');
const RUNNERS = pathToFileURL(join(ROOT, 'scripts/test/test-runners.mjs')).href;
const IMPORTS = `import { afterEach, before, describe, it, test } from 'node:test';\n`;
const TWO_TESTS = `test('a', () => {}); test('b', () => {});`;

/** A test file, and what comes of it. */
interface Case {
  source: string;
  passed?: number;
  /** Absent: at least one. What had passed before may then be lost. */
  failed?: number;
  /** Patterns of the output. */
  prints?: string[];
  /** Whether the file is reported as ended: it ran to its end, or counts as broken. */
  isEnded?: boolean;
  limitMs?: number;
}

const { files, suites } = JSON.parse(readPage('tests/test-runners.json')) as Record<
  'files' | 'suites',
  Record<string, Case>
>;

/** Runs Node with `args`; resolves to its output. */
function runNode(args: readonly string[], cwd: string, more: Record<string, string> = {}) {
  const { NODE_TEST_CONTEXT: _outer, ...env } = process.env;
  return new Promise<string>((resolve) => {
    const options = { cwd, env: { ...env, ...more } };
    execFile(process.execPath, args, options, (_error, stdout) => resolve(stdout));
  });
}

async function folderWith(t: TestContext, sources: Record<string, string>): Promise<string> {
  const folder = await newFolder(t);
  for (const [name, source] of Object.entries(sources))
    await writeFile(join(folder, name), source && IMPORTS + source);
  return folder;
}

describe('the reporter of node tests', () => {
  for (const [title, { source, passed, failed, prints = [], isEnded }] of Object.entries(files))
    test(title, async (t) => {
      const folder = await folderWith(t, { 'a.test.mjs': source });
      const TEST_COUNTS_FILE = join(folder, 'counts.json');
      const reporter = [`--test-reporter=${REPORTER}`, '--test-reporter-destination=stdout'];
      const args = ['--test', ...reporter, 'a.test.mjs'];
      const output = await runNode(args, folder, { TEST_COUNTS_FILE });
      const { ended, ...counts } = JSON.parse(await readFile(TEST_COUNTS_FILE, 'utf8')) as {
        ended: { file: string }[];
      };
      const names = ended.map(({ file }) => basename(file));
      if (isEnded !== undefined) assert.deepEqual(names, isEnded ? ['a.test.mjs'] : []);
      if (passed !== undefined) assert.deepEqual(counts, { passed, failed });
      for (const pattern of prints) assert.match(output, new RegExp(pattern));
    });
});

describe('a suite of node tests', () => {
  for (const [title, { source, passed, failed, prints = [], limitMs = 600_000 }] of Object.entries(
    suites,
  ))
    test(title, async (t) => {
      // Three files in two processes: `c` shares the one of `a`.
      const sources = { 'a.test.ts': source, 'b.test.ts': TWO_TESTS, 'c.test.ts': TWO_TESTS };
      const folder = await folderWith(t, sources);
      const script = `import { runNodeTests } from '${RUNNERS}';
        const counts = await runNodeTests('${folder}', { files: 1, limitMs: ${limitMs} });
        console.log('\\n' + JSON.stringify(counts));`;
      const output = await runNode(['--input-type=module', '--eval', script], ROOT);
      const counts = JSON.parse(output.trim().split('\n').at(-1) ?? '') as Record<string, number>;
      if (failed === undefined) assert.ok((counts['failed'] ?? 0) > 0, output);
      else assert.deepEqual(counts, { passed, failed }, output);
      for (const pattern of prints) assert.match(output, new RegExp(pattern));
    });
});
