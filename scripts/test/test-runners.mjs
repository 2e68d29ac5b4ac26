import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runWithLimit } from '../processes.mjs';

const NODE_REPORTER = new URL('leaf-reporter.mjs', import.meta.url).href;
const BROWSER_RUNNER = fileURLToPath(new URL('web-test-runner.mjs', import.meta.url));

/** Node's default on two cores is one, although most tests wait for half of their time. */
const FILES_AT_A_TIME = 2;
/** Ends a test that hangs; a busy machine may need ten times as long as a quiet one. */
const TEST_LIMIT_MS = 30 * 60_000;
/** Where Node keeps compiled modules. */
const COMPILE_CACHE = '.build/compile-cache';
/** Starting a process for each file would take as long as its tests: it loads hundreds of modules. */
const FILES_PER_PROCESS = 12;
/** Files that need a process of their own. */
const ALONE = new Set([
  // They take as long as a dozen others.
  'tests/faults/faults.test.ts',
  'tests/frameworks/frameworks.test.ts',
  'tests/hostile-schemas.test.ts',
  'tests/packages.test.ts',
]);
const SUITE_LIMIT_MS = 60 * 60_000;

/**
 * Runs every `*.test.ts` below `folder` (one path or several) from source. Resolves to
 * `{ passed, failed }`: each test counts once, however deep it is nested, and each file that does not
 * run to its end is one failure.
 *
 * - `files`: how many files run at the same time (2)
 * - `filesPerProcess`: 12; fewer where files change the process
 * - `except`: folders to leave out
 * - `limitMs`: time limit for all of them
 */
export async function runNodeTests(
  folder,
  { files = FILES_AT_A_TIME, filesPerProcess = FILES_PER_PROCESS, except = [], limitMs } = {},
) {
  const paths = await testFiles([folder].flat(), except);
  const entries = mkdtempSync(join(tmpdir(), 'precandidate-test-'));
  try {
    const processes = groupsOf(paths, filesPerProcess, 2 * files).map((group, index) => ({
      group,
      entry: group.length === 1 ? group[0] : writeEntry(join(entries, `${index}.test.mjs`), group),
    }));
    const args = [
      '--conditions=source',
      '--test',
      `--test-timeout=${TEST_LIMIT_MS}`,
      `--test-reporter=${NODE_REPORTER}`,
      '--test-reporter-destination=stdout',
      `--test-concurrency=${files}`,
      ...processes.map(({ entry }) => entry),
    ];
    const { passed, failed, ended } = await runCounted(args, { limitMs });
    // Each file, not the processes that ran several.
    printTimes(ended.filter(({ file }) => file.endsWith('.ts')));
    const hasEnded = (path) => ended.some(({ file }) => resolve(file) === resolve(path));
    const unfinished = processes.flatMap(({ group, entry }) => {
      const missing = group.filter((path) => !hasEnded(path));
      // All tests have run, but something keeps the process alive.
      return missing.length === 0 && !hasEnded(entry) ? [group.join(' or ')] : missing;
    });
    for (const path of unfinished) console.log(`✖ did not run to its end: ${path}`);
    return { passed, failed: failed + unfinished.length };
  } finally {
    rmSync(entries, { recursive: true, force: true });
  }
}

/**
 * The files of each process: at least `fewest` processes, so that those that run at the same time end
 * together. Neighbors, which often take equally long, are in different ones.
 */
function groupsOf(paths, filesPerProcess, fewest) {
  const alone = paths.filter((path) => ALONE.has(path));
  const others = paths.filter((path) => !ALONE.has(path));
  const count = Math.min(
    others.length,
    Math.max(fewest, Math.ceil(others.length / filesPerProcess)),
  );
  const groups = Array.from({ length: count }, (_, group) =>
    others.filter((_path, index) => index % count === group),
  );
  return [...alone.map((path) => [path]), ...groups];
}

/** Writes a test file in which each file of `group` is a suite, so that hooks stay within their file. */
function writeEntry(entry, group) {
  const suites = group.map((path) => {
    const [name, file] = [JSON.stringify(path), JSON.stringify(resolve(path))];
    return `describe(${name}, () => void require(${file}));`;
  });
  const source = `import { createRequire } from 'node:module';
    import { describe } from 'node:test';
    const require = createRequire(import.meta.url);
    ${suites.join('\n')}`;
  writeFileSync(entry, source);
  return entry;
}

/** Runs the widget's tests in a real browser; resolves to `{ passed, failed }`. */
export async function runBrowserTests() {
  const counts = await runCounted(['--conditions=source', BROWSER_RUNNER], {
    cwd: 'packages/widget',
  });
  printTimes(counts.ended);
  return counts;
}

/** `TEST_TIMES=1 npm test` prints the duration of each file. */
function printTimes(ended) {
  if (process.env.TEST_TIMES === undefined) return;
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

/**
 * Runs Node with `args`, whose reporter writes `{ passed, failed, ended }` to the file that
 * `TEST_COUNTS_FILE` names, and resolves to them. An exit code without a failed test, for example
 * after a crash at the end, counts as a failure.
 */
async function runCounted(args, { cwd = process.cwd(), limitMs = SUITE_LIMIT_MS } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'precandidate-test-'));
  const file = join(folder, 'counts.json');
  try {
    const env = { TEST_COUNTS_FILE: file, NODE_COMPILE_CACHE: resolve(COMPILE_CACHE) };
    const code = await runWithLimit(process.execPath, args, { env, cwd, limitMs });
    const counts = existsSync(file)
      ? JSON.parse(readFileSync(file, 'utf8'))
      : { passed: 0, failed: 0, ended: [] };
    if (code === 0 || counts.failed > 0) return counts;
    console.log(`✖ no test failed, but the exit code is ${code}: ${args.at(-1)}`);
    return { ...counts, failed: 1 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
