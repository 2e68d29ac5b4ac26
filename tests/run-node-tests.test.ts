import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { test, type TestContext } from 'node:test';
import { ROOT } from './stage/root.ts';

const RUNNER = pathToFileURL(join(ROOT, 'scripts/test/run-node-tests.mjs')).href;
const WHOLE = `test('a', () => {}); test('b', () => {});`;

interface Counts {
  passed: number;
  failed: number;
}

/** Runs `files`, by name, as a suite; what it resolved to, and what it printed. */
async function runSuite(t: TestContext, files: Record<string, string>, limitMs = 60_000) {
  const folder = await mkdtemp(join(tmpdir(), 'precandidate-suite-'));
  t.after(() => rm(folder, { recursive: true }));
  for (const [name, source] of Object.entries(files))
    await writeFile(join(folder, name), `import { test } from 'node:test';\n${source}`);
  const script = `import { runNodeTests } from '${RUNNER}';
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

test('files that run to their end are counted whole', async (t) => {
  const { counts } = await runSuite(t, { 'a.test.ts': WHOLE, 'b.test.ts': WHOLE });
  assert.deepEqual(counts, { passed: 4, failed: 0 });
});

test('a file whose process ends before its tests do fails the suite, and is named', async (t) => {
  const cut = `test('a', () => {}); test('b', () => process.exit(0)); test('c', () => {});`;
  const { counts, output } = await runSuite(t, { 'a.test.ts': cut, 'b.test.ts': WHOLE });
  // What it had passed may be lost with it.
  assert.equal(counts.failed, 1);
  assert.match(output, /did not run to its end: .*a\.test\.ts/);
});

test('a file without a test fails the suite', async (t) => {
  const { counts } = await runSuite(t, { 'a.test.ts': '', 'b.test.ts': WHOLE });
  assert.deepEqual(counts, { passed: 2, failed: 1 });
});

test('a file that leaves a handle open fails the suite at its limit, and is named', async (t) => {
  const open = `import { createServer } from 'node:http'; createServer().listen(0); ${WHOLE}`;
  const { counts, output } = await runSuite(t, { 'a.test.ts': open }, 2_000);
  assert.ok(counts.failed > 0, output);
  assert.match(output, /did not run to its end: .*a\.test\.ts/);
});
