import { glob } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { countTests } from './count-tests.mjs';

const REPORTER = new URL('leaf-reporter.mjs', import.meta.url).href;

/** Longest time for one test. */
const TEST_LIMIT_MS = 120_000;

/**
 * Runs every `*.test.ts` below `folder`, one path or several, from source and resolves to
 * `{ passed, failed }`, each test counted once however deep it is nested, and each file that did not
 * run to its end as one failure. `files`: how many files run at the same time. `except`: folders
 * below that are left out. `limitMs`: longest time for all of them.
 */
export async function runNodeTests(folder, { files, except = [], limitMs } = {}) {
  const paths = await testFiles([folder].flat(), except);
  const args = [
    '--conditions=source',
    '--test',
    `--test-timeout=${TEST_LIMIT_MS}`,
    `--test-reporter=${REPORTER}`,
    '--test-reporter-destination=stdout',
    ...(files === undefined ? [] : [`--test-concurrency=${files}`]),
    ...paths,
  ];
  const { passed, failed, ended } = await countTests(args, { limitMs });
  if (process.env.TEST_TIMES !== undefined) printTimes(ended);
  const missing = paths.filter((path) => !ended.some(({ file }) => file === resolve(path)));
  for (const path of missing) console.log(`✖ did not run to its end: ${path}`);
  return { passed, failed: failed + missing.length };
}

/** `TEST_TIMES=1 npm test` says how long each file took. */
function printTimes(ended) {
  for (const { file, seconds } of ended.toSorted((a, b) => b.seconds - a.seconds))
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${relative('.', file)}`);
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
