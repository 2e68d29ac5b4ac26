import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { PATHS } from 'precandidate-contract';
import { startPair, WEBHOOK_SECRET } from 'precandidate-testing/pair.ts';
import { startProxyCommand } from 'precandidate-testing/proxy-process.ts';
import { newFolder } from 'precandidate-testing/resources.ts';
import { assertProblem } from 'precandidate-testing/service.ts';
import { until } from 'precandidate-testing/until.ts';

const run = promisify(execFile);
/** Maximum bytes of a file of the process: reached after some dozens of webhooks. */
const ROOM = 300_000;
const MOST_WEBHOOKS = 5_000;

/** Limits the file size of a process. Any user can set and lift it for their own processes. */
const limitFiles = (pid: number, bytes: string) =>
  run('prlimit', ['--pid', String(pid), `--fsize=${bytes}`]);

/** Settings of a command with a database of its own. */
async function settings(t: TestContext) {
  const { env, receiver } = await startPair(t);
  return { receiver, env: { ...env, DATA_DIR: await newFolder(t) } };
}

test('SQLite: acknowledges nothing that it cannot write, and continues once there is space', async (t) => {
  const { receiver, env } = await settings(t);
  const proxy = startProxyCommand(env, [], { isInstalled: true });
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
      // An event that names nobody is deleted once it is delivered, and its space used again.
      body: JSON.stringify({ webhook_request_id: `w-${id}`, person_id: `p-${id}` }),
    });
  let acknowledged = 0;
  let refused = await send(0);
  while (refused.ok && acknowledged < MOST_WEBHOOKS) {
    acknowledged += 1;
    refused = await send(acknowledged);
  }
  assert.ok(acknowledged > 0);
  await assertProblem(refused, 'database-unavailable');
  const ready = () => fetch(`${proxy.url}/readyz`);
  // A readiness result is reused for a second, and the proxy was ready when it started.
  await until(async () => !(await ready()).ok);
  await assertProblem(await ready(), 'database-unavailable');

  await limitFiles(proxy.pid, 'unlimited:unlimited');
  await until(async () => (await ready()).ok);
  assert.equal((await send(acknowledged)).status, 200);
  for (let id = 0; id <= acknowledged; id += 1)
    await receiver.next(({ text }) => text.includes(`"w-${id}"`));
});
