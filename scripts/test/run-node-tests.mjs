import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProcess } from '../processes/run-process.mjs';

const REPORTER = new URL('leaf-reporter.mjs', import.meta.url).href;

/** Longest time for one file of tests. */
const FILE_TIMEOUT_MS = 300_000;

/**
 * Runs every `*.test.ts` below `folders` from source and resolves to `{ passed, failed }`, each test
 * counted once however deep it is nested. `files`: how many files run at the same time.
 */
export async function runNodeTests(folders, { files } = {}) {
  const paths = await testFiles(folders);
  const folder = mkdtempSync(join(tmpdir(), 'precandidate-test-'));
  const countsFile = join(folder, 'counts.json');
  try {
    const code = await runProcess(process.execPath, [
      '--conditions=source',
      '--test',
      `--test-timeout=${FILE_TIMEOUT_MS}`,
      `--test-reporter=${REPORTER}`,
      '--test-reporter-destination=stdout',
      ...(files === undefined ? [] : [`--test-concurrency=${files}`]),
      ...paths,
    ], { TEST_COUNTS_FILE: countsFile });
    return verdict(JSON.parse(readFileSync(countsFile, 'utf8')), code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function testFiles(folders) {
  const paths = [];
  for (const folder of folders)
    for await (const path of glob(`${folder}/**/*.test.ts`, { exclude: (name) => name === 'node_modules' }))
      paths.push(path);
  if (paths.length === 0) throw new Error(`no test file below ${folders.join(', ')}`);
  return paths.sort();
}

/** A run that ends badly without a failed test (a crash after the last one) is a failure too. */
function verdict(counts, code) {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}
