import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { ROOT } from './stage/root.ts';
import { startCommand } from './stage/start-command.ts';
import { waitForLine } from './stage/wait-for-line.ts';

const run = promisify(execFile);
const FREE_PORTS = { PORTAL_PORT: '0', PROXY_PORT: '0', SANDBOX_PORT: '0' };

test('npm start prints where the portal is, serves it, and ends cleanly on Ctrl-C', async () => {
  const start = startCommand('npm', ['start'], { cwd: ROOT, env: FREE_PORTS });
  const [, url = ''] = await waitForLine(start.child, /^ready {2}(http:\/\/127\.0\.0\.1:\d+\/)$/);
  assert.equal((await fetch(url)).status, 200);
  assert.equal(await start.stop('SIGINT'), 0);
  await assert.rejects(fetch(url));
});

test('npm start says in a sentence which port is taken', async (t) => {
  const taken = createServer().listen(0, '127.0.0.1');
  t.after(() => taken.close());
  const { port } = taken.address() as { port: number };
  const env = { ...process.env, ...FREE_PORTS, PROXY_PORT: String(port) };
  await assert.rejects(run('npm', ['start'], { cwd: ROOT, env }), (error: { stderr: string }) => {
    assert.match(error.stderr, new RegExp(`Port ${port} is taken by another program. Set PROXY_PORT to another.`));
    assert.doesNotMatch(error.stderr, /\n\s+at /);
    return true;
  });
});

test('npm run sandbox takes arguments after --', async () => {
  const { stdout } = await run('npm', ['run', 'sandbox', '--', '--help'], { cwd: ROOT });
  assert.match(stdout, /SANDBOX_PORT/);
});

test('an unknown task is answered by the list of those that exist', async () => {
  await assert.rejects(run('node', ['scripts/run.mjs', 'nonsense'], { cwd: ROOT }), (error: { stderr: string; code: number }) => {
    assert.match(error.stderr, /start \| proxy \| sandbox/);
    return error.code === 2;
  });
});
