import { glob } from 'node:fs/promises';
import { countTests } from './count-tests.mjs';

const REPORTER = new URL('leaf-reporter.mjs', import.meta.url).href;

/** Longest time for one test. */
const TEST_LIMIT_MS = 120_000;

/**
 * Runs every `*.test.ts` below `folder`, one path or several, from source and resolves to
 * `{ passed, failed }`, each test counted once however deep it is nested. `files`: how many files run
 * at the same time. `forceExit` ends a file that leaks a handle; it may also end one before its last
 * results are told. `except`: folders below that are left out.
 */
export async function runNodeTests(folder, { files, forceExit = false, except = [] } = {}) {
  return countTests([
    '--conditions=source',
    '--test',
    `--test-timeout=${TEST_LIMIT_MS}`,
    ...(forceExit ? ['--test-force-exit'] : []),
    `--test-reporter=${REPORTER}`,
    '--test-reporter-destination=stdout',
    ...(files === undefined ? [] : [`--test-concurrency=${files}`]),
    ...(await testFiles([folder].flat(), except)),
  ]);
}

async function testFiles(folders, except) {
  const paths = [];
  const exclude = (name) => name === 'node_modules';
  const isIn = (path) => (folder) => path.startsWith(`${folder}/`);
  for (const folder of folders)
    for await (const path of glob(`${folder}/**/*.test.ts`, { exclude }))
      if (!except.some(isIn(path))) paths.push(path);
  if (paths.length === 0) throw new Error(`no test file below ${folders.join(', ')}`);
  return paths.sort();
}
