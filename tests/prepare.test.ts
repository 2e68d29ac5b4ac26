import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { startCommand, waitForLine } from 'precandidate-testing/commands.ts';
import { ROOT } from 'precandidate-testing/repository.ts';
import { newFolder } from 'precandidate-testing/resources.ts';

const SCRIPT = pathToFileURL(join(ROOT, 'scripts/prepare.mjs')).href;

/** Builds once the file `go` exists, and counts the builds in `builds`. */
const BUILD = `
import { appendFileSync, existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { unlessUnchanged } from '${SCRIPT}';
await unlessUnchanged({ stamp: '.build/stamp', inputs: ['input'] }, async () => {
  appendFileSync('builds', 'one\\n');
  console.log('builds');
  while (!existsSync('go')) await pause(20);
});
console.log('uses what was built');
`;

function startBuild(t: TestContext, cwd: string) {
  const build = startCommand(process.execPath, ['--input-type=module', '-e', BUILD], { cwd });
  t.after(() => build.stop());
  return build.child;
}

test('two first commands at once build once, and both go on', async (t) => {
  const folder = await newFolder(t);
  const first = startBuild(t, folder);
  await waitForLine(first, /^builds$/);
  const second = startBuild(t, folder);
  await waitForLine(second, new RegExp(`^waiting for process ${first.pid}`));
  const both = [first, second].map((child) => waitForLine(child, /^uses what was built$/));
  await writeFile(join(folder, 'go'), '');
  await Promise.all(both);
  assert.equal(await readFile(join(folder, 'builds'), 'utf8'), 'one\n');
});

test('a command that was killed while it built keeps no other out', async (t) => {
  const folder = await newFolder(t);
  const first = startBuild(t, folder);
  await waitForLine(first, /^builds$/);
  const ended = once(first, 'exit');
  first.kill('SIGKILL');
  await ended;
  await writeFile(join(folder, 'go'), '');
  await waitForLine(startBuild(t, folder), /^uses what was built$/);
  assert.equal(await readFile(join(folder, 'builds'), 'utf8'), 'one\none\n');
});
