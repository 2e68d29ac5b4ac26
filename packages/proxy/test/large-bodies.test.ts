import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { test, type TestContext } from 'node:test';
import { startPair } from 'precandidate-testing/pair.ts';
import { newFolder } from 'precandidate-testing/resources.ts';
import { submittedBy } from './submission-helpers.ts';

const FILE = { type: 'string', format: 'data-url' };
const fileOf = (characters: number) => `data:application/pdf;base64,${'A'.repeat(characters)}`;
const MAIN = new URL('../src/main.ts', import.meta.url).pathname;
const PRELOAD = new URL('preload-work-counter.ts', import.meta.url).href;

/** A proxy process that counts what its main thread reads, writes, and encrypts. */
async function startCounted(t: TestContext, env: Record<string, string>) {
  const process = fork(MAIN, {
    env: { ...env, DATA_DIR: await newFolder(t) },
    execArgv: ['--conditions=source', `--import=${PRELOAD}`],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  t.after(async () => {
    process.kill();
    await once(process, 'exit');
  });
  assert.ok(process.stdout);
  for await (const line of createInterface(process.stdout)) {
    const [, url] = /^ready {2}(\S+)/.exec(line) ?? [];
    if (url !== undefined) return { process, url };
  }
  throw new Error('the proxy ended');
}

test('threads read, check, and encrypt a body of megabytes, not the event loop', async (t) => {
  const pair = await startPair(t);
  const { process, url } = await startCounted(t, pair.env);
  pair.url = url;
  const ana = await pair.candidateOf({ cv: FILE, photo: FILE });
  const answer = await ana.submit({ cv: fileOf(3_900_000), photo: fileOf(3_900_000) });
  assert.ok(answer.ok, await answer.text());
  await submittedBy(ana);
  process.send({});
  const [counted] = (await once(process, 'message')) as [Record<string, number>];
  assert.ok(Object.keys(counted).length > 0);
  for (const [work, most] of Object.entries(counted)) assert.ok(most < 100_000, `${work}: ${most}`);
});
