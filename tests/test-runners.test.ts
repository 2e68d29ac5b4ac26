import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ROOT } from './stage/repository.ts';

const REPORTER = join(ROOT, 'scripts/test/leaf-reporter.mjs');
const RUNNERS = pathToFileURL(join(ROOT, 'scripts/test/test-runners.mjs')).href;
const IMPORTS = `import { before, describe, it, test } from 'node:test';`;
const TWO_TESTS = `test('a', () => {}); test('b', () => {});`;

/** Three files in two processes: `c` shares the one of `a`. */
const sharedProcess = (source: string) => ({
  'a.test.ts': source,
  'b.test.ts': TWO_TESTS,
  'c.test.ts': TWO_TESTS,
});

interface Counts {
  passed: number;
  failed: number;
}

/** Runs `source` as a test file; resolves to the counts of the reporter and its output. */
async function counted(t: TestContext, source: string) {
  const folder = await mkdtemp(join(tmpdir(), 'precandidate-reporter-'));
  t.after(() => rm(folder, { recursive: true }));
  const countsFile = join(folder, 'counts.json');
  await writeFile(join(folder, 'a.test.mjs'), `${IMPORTS}\n${source}`);
  const { NODE_TEST_CONTEXT: _outer, ...env } = process.env;
  const output = await new Promise<string>((resolve) => {
    const args = [
      '--test',
      `--test-reporter=${REPORTER}`,
      '--test-reporter-destination=stdout',
      'a.test.mjs',
    ];
    const options = { cwd: folder, env: { ...env, TEST_COUNTS_FILE: countsFile } };
    execFile(process.execPath, args, options, (_error, stdout) => resolve(stdout));
  });
  const kept = JSON.parse(await readFile(countsFile, 'utf8')) as { ended: { file: string }[] };
  const { ended, ...counts } = kept;
  return { counts, ended: ended.map(({ file }) => basename(file)), output };
}

/** Runs `files`, by name, as a suite; resolves to its counts and its output. */
async function runSuite(t: TestContext, files: Record<string, string>, limitMs = 10 * 60_000) {
  const folder = await mkdtemp(join(tmpdir(), 'precandidate-suite-'));
  t.after(() => rm(folder, { recursive: true }));
  for (const [name, source] of Object.entries(files))
    await writeFile(join(folder, name), `import { test } from 'node:test';\n${source}`);
  const script = `import { runNodeTests } from '${RUNNERS}';
    const counts = await runNodeTests('${folder}', { files: 1, limitMs: ${limitMs} });
    console.log('\\n' + JSON.stringify(counts));`;
  const { NODE_TEST_CONTEXT: _outer, ...env } = process.env;
  const output = await new Promise<string>((resolve) => {
    const args = ['--input-type=module', '--eval', script];
    execFile(process.execPath, args, { cwd: ROOT, env }, (_error, stdout) => resolve(stdout));
  });
  const counts = JSON.parse(output.trim().split('\n').at(-1) ?? '') as Counts;
  return { counts, output };
}

describe('the reporter of node tests', () => {
  test('counts leaves, not the suites that hold them', async (t) => {
    const { counts } = await counted(
      t,
      `test('a', async (t) => { await t.test('b', () => {}); await t.test('c', () => {}); });
     describe('d', () => { it('e', () => {}); });`,
    );
    assert.deepEqual(counts, { passed: 3, failed: 0 });
  });

  test('counts a failure once and prints its path', async (t) => {
    const { counts, output } = await counted(
      t,
      `describe('d', () => { it('e', () => { throw new Error('broken'); }); it('f', () => {}); });`,
    );
    assert.deepEqual(counts, { passed: 1, failed: 1 });
    assert.match(output, /d › e[\s\S]+Error: broken/);
  });

  test('counts a parent that fails after its subtests passed', async (t) => {
    const { counts } = await counted(
      t,
      `test('a', async (t) => { await t.test('b', () => {}); throw new Error('after'); });`,
    );
    assert.deepEqual(counts, { passed: 1, failed: 1 });
  });

  test('counts a file that breaks outside its tests, and not an empty one', async (t) => {
    const broken = await counted(t, `test('a', () => {}); process.exitCode = 3;`);
    assert.deepEqual(broken.counts, { passed: 1, failed: 1 });
    const empty = await counted(t, '');
    assert.deepEqual(empty.counts, { passed: 0, failed: 0 });
  });

  test('reports a file as ended when it ran to its end or counts as broken', async (t) => {
    const whole = await counted(t, `test('a', () => {});`);
    assert.deepEqual(whole.ended, ['a.test.mjs']);
    const broken = await counted(t, `throw new Error('broken');`);
    assert.deepEqual([broken.ended, broken.counts], [['a.test.mjs'], { passed: 0, failed: 1 }]);
    const cut = await counted(t, `test('a', () => {}); test('b', () => process.exit(0));`);
    assert.deepEqual(cut.ended, []);
  });

  test('prints skipped tests and does not count them', async (t) => {
    const { counts, output } = await counted(t, `test('a', { skip: true }, () => {});`);
    assert.deepEqual(counts, { passed: 0, failed: 0 });
    assert.match(output, /not run: a/);
  });
});

describe('a suite of node tests', () => {
  test('counts every test of files that run to their end', async (t) => {
    const { counts } = await runSuite(t, { 'a.test.ts': TWO_TESTS, 'b.test.ts': TWO_TESTS });
    assert.deepEqual(counts, { passed: 4, failed: 0 });
  });

  test('runs the hooks of a file for its own tests only', async (t) => {
    const hooks = `import { afterEach, before } from 'node:test';
      before(() => console.log('before')); afterEach(() => console.log('after each'));`;
    const { counts, output } = await runSuite(t, sharedProcess(hooks + TWO_TESTS));
    assert.deepEqual(counts, { passed: 6, failed: 0 });
    assert.equal(output.match(/before/g)?.length, 1);
    assert.equal(output.match(/after each/g)?.length, 2);
  });

  test('fails and names the files whose process ends before their tests', async (t) => {
    const cut = `test('a', () => {}); test('b', () => process.exit(0)); test('c', () => {});`;
    const { counts, output } = await runSuite(t, sharedProcess(cut));
    // What they had passed may be lost with them.
    assert.ok(counts.failed >= 2, output);
    for (const file of ['a', 'c'])
      assert.match(output, new RegExp(`did not run to its end: .*${file}\\.test\\.ts`));
  });

  test('fails for each file that cannot be loaded, and runs the others', async (t) => {
    const { counts, output } = await runSuite(t, sharedProcess(`throw new Error('broken');`));
    assert.deepEqual(counts, { passed: 4, failed: 1 });
    assert.match(output, /a\.test\.ts[\s\S]+Error: broken/);
  });

  test('fails for an error that no test awaits', async (t) => {
    const late = `test('a', () => void setImmediate(() => { throw new Error('late'); }));
      test('b', () => new Promise((resolve) => setTimeout(resolve, 50)));`;
    const { counts, output } = await runSuite(t, sharedProcess(late));
    assert.ok(counts.failed > 0, output);
    assert.match(output, /Error: late/);
  });

  test('fails for a file without a test', async (t) => {
    const { counts } = await runSuite(t, { 'a.test.ts': '', 'b.test.ts': TWO_TESTS });
    assert.deepEqual(counts, { passed: 2, failed: 1 });
  });

  test('at the time limit, fails and names a file that leaves a handle open', async (t) => {
    const open = `import { createServer } from 'node:http'; createServer().listen(0); ${TWO_TESTS}`;
    const { counts, output } = await runSuite(t, { 'a.test.ts': open }, 2_000);
    assert.ok(counts.failed > 0, output);
    assert.match(output, /did not run to its end: .*a\.test\.ts/);
  });
});
