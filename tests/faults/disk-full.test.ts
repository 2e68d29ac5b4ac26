import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { PATHS } from 'precandidate-contract';
import { startSandbox } from 'precandidate-sandbox';
import { freePorts } from '../stage/commands.ts';
import { startInstalledProxy } from '../stage/proxy-process.ts';
import { assertProblem, proxySettings } from '../stage/service.ts';
import { WEBHOOK_SECRET, startReceiver } from './fault-stage.ts';

const run = promisify(execFile);
/** Maximum bytes of a file of the process: reached after some dozens of webhooks. */
const ROOM = 300_000;
const MOST_WEBHOOKS = 5_000;

/** Limits the file size of a process. Any user can set and lift it for their own processes. */
const limitFiles = (pid: number, bytes: string) =>
  run('prlimit', ['--pid', String(pid), `--fsize=${bytes}`]);

async function settings(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'precandidate-full-'));
  const [sandbox, receiver] = [await startSandbox(), await startReceiver()];
  t.after(async () => {
    await Promise.all([sandbox.close(), receiver.close()]);
    await rm(folder, { recursive: true });
  });
  const RELAY_SECRET = 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=';
  const relay = { RELAY_URL: receiver.url, RELAY_SECRET, RELAY_ALLOW_PRIVATE: 'true' };
  return { receiver, env: { ...proxySettings(sandbox), ...relay, DATA_DIR: folder } };
}

test('SQLite: acknowledges nothing that it cannot write, and continues once there is space', async (t) => {
  const { receiver, env } = await settings(t);
  const [port = 0] = await freePorts(1);
  const proxy = startInstalledProxy(env, port);
  t.after(() => proxy.kill());
  await proxy.ready;
  const canLimit = await limitFiles(proxy.pid, `${ROOM}:unlimited`).then(
    () => true,
    () => false,
  );
  if (!canLimit) return t.skip('there is no prlimit here');

  const send = (id: number) =>
    fetch(proxy.url + PATHS.personCompleted, {
      method: 'POST',
      headers: { 'x-webhook-secret': WEBHOOK_SECRET },
      body: JSON.stringify({ webhook_request_id: `w-${id}` }),
    });
  let acknowledged = 0;
  let refused = await send(0);
  while (refused.ok && acknowledged < MOST_WEBHOOKS) {
    acknowledged += 1;
    refused = await send(acknowledged);
  }
  assert.ok(acknowledged > 0);
  await assertProblem(refused, 'database-unavailable');
  let notReady = await fetch(`${proxy.url}/readyz`);
  // A readiness result is reused for a second, and the proxy was ready when it started.
  for (; notReady.ok; notReady = await fetch(`${proxy.url}/readyz`)) await pause(50);
  await assertProblem(notReady, 'database-unavailable');

  await limitFiles(proxy.pid, 'unlimited:unlimited');
  while (!(await fetch(`${proxy.url}/readyz`)).ok) await pause(50);
  assert.equal((await send(acknowledged)).status, 200);
  for (let id = 0; id <= acknowledged; id += 1)
    await receiver.accepted(
      (event) => event.type === 'person.completed' && event.data.webhook_request_id === `w-${id}`,
    );
});

test('SQLite: reports in one sentence that DATA_DIR is not a folder', async (t) => {
  const { env } = await settings(t);
  const file = join(env.DATA_DIR, 'a-file');
  await writeFile(file, '');
  const proxy = startInstalledProxy({ ...env, DATA_DIR: join(file, 'data') }, 0);
  await assert.rejects(proxy.ready, /: This user may not write to DATA_DIR.*\n$/);
});
