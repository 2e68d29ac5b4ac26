import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { ROOT } from './stage/root.ts';

const REPORTER = join(ROOT, 'scripts/test/leaf-reporter.mjs');
const IMPORTS = `import { before, describe, it, test } from 'node:test';`;

/** Runs `source` as a test file; what the reporter counted, and what it printed. */
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

test('leaves are counted, what holds them is not', async (t) => {
  const { counts } = await counted(
    t,
    `test('a', async (t) => { await t.test('b', () => {}); await t.test('c', () => {}); });
     describe('d', () => { it('e', () => {}); });`,
  );
  assert.deepEqual(counts, { passed: 3, failed: 0 });
});

test('a failure is counted once and shown with the way to it', async (t) => {
  const { counts, output } = await counted(
    t,
    `describe('d', () => { it('e', () => { throw new Error('broken'); }); it('f', () => {}); });`,
  );
  assert.deepEqual(counts, { passed: 1, failed: 1 });
  assert.match(output, /d › e[\s\S]+Error: broken/);
});

test('a parent that fails after its subtests passed is a failure', async (t) => {
  const { counts } = await counted(
    t,
    `test('a', async (t) => { await t.test('b', () => {}); throw new Error('after'); });`,
  );
  assert.deepEqual(counts, { passed: 1, failed: 1 });
});

test('a file that breaks outside its tests is a failure, an empty one is nothing', async (t) => {
  const broken = await counted(t, `test('a', () => {}); process.exitCode = 3;`);
  assert.deepEqual(broken.counts, { passed: 1, failed: 1 });
  const empty = await counted(t, '');
  assert.deepEqual(empty.counts, { passed: 0, failed: 0 });
});

test('a file is said to have ended when it ran to its end, or is counted as broken', async (t) => {
  const whole = await counted(t, `test('a', () => {});`);
  assert.deepEqual(whole.ended, ['a.test.mjs']);
  const broken = await counted(t, `throw new Error('broken');`);
  assert.deepEqual([broken.ended, broken.counts], [['a.test.mjs'], { passed: 0, failed: 1 }]);
  const cut = await counted(t, `test('a', () => {}); test('b', () => process.exit(0));`);
  assert.deepEqual(cut.ended, []);
});

test('what is skipped is not counted, and said', async (t) => {
  const { counts, output } = await counted(t, `test('a', { skip: true }, () => {});`);
  assert.deepEqual(counts, { passed: 0, failed: 0 });
  assert.match(output, /not run: a/);
});
