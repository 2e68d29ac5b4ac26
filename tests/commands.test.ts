import assert from 'node:assert/strict';
import { execFile, type ExecFileException } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { startCommand, waitForLine } from 'precandidate-testing/commands.ts';
import { ROOT } from 'precandidate-testing/repository.ts';

const run = promisify(execFile);
const FREE_PORTS = { PORTAL_PORT: '0', PROXY_PORT: '0', SANDBOX_PORT: '0' };

const READY = /^ready {2}(http:\/\/127\.0\.0\.1:\d+\/)$/;

test('npm start prints the portal’s address, serves it, and leaves no process behind after Ctrl-C', async () => {
  const start = startCommand('npm', ['start'], { cwd: ROOT, env: FREE_PORTS });
  const [, url = ''] = await waitForLine(start.child, READY);
  assert.equal((await fetch(url)).status, 200);
  // A terminal sends Ctrl-C to npm, its shell and us alike; the pipe closes with the last of them.
  const closed = once(start.child, 'close');
  await start.stop('SIGINT');
  await closed;
  await assert.rejects(fetch(url));
});

test('npm start exits with 0 on SIGINT and on SIGTERM', async () => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const start = startCommand('node', ['scripts/run.mjs', 'start'], {
      cwd: ROOT,
      env: FREE_PORTS,
    });
    await waitForLine(start.child, READY);
    start.child.kill(signal);
    assert.deepEqual(await once(start.child, 'exit'), [0, null], signal);
  }
});

test('npm start says in one sentence which port is taken', async (t) => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  t.after(() => taken.close());
  const { port } = taken.address() as { port: number };
  const env = { ...process.env, ...FREE_PORTS, PROXY_PORT: String(port) };
  await assert.rejects(run('npm', ['start'], { cwd: ROOT, env }), (error: { stderr: string }) => {
    assert.match(
      error.stderr,
      new RegExp(`Port ${port} is taken by another program. Set PROXY_PORT to another.`),
    );
    assert.doesNotMatch(error.stderr, /\n\s+at /);
    return true;
  });
});

test('npm run sandbox takes arguments after --', async () => {
  const { stdout } = await run('npm', ['run', 'sandbox', '--', '--help'], { cwd: ROOT });
  assert.match(stdout, /SANDBOX_PORT/);
});

test('an unknown task prints the list of tasks', async () => {
  await assert.rejects(
    run('node', ['scripts/run.mjs', 'nonsense'], { cwd: ROOT }),
    (error: { stderr: string; code: number }) => {
      assert.match(error.stderr, /start \| proxy \| sandbox/);
      return error.code === 2;
    },
  );
});

test('npm start ends with npm, even when only npm receives the signal', async () => {
  const start = startCommand('npm', ['start'], { cwd: ROOT, env: FREE_PORTS });
  const [, url = ''] = await waitForLine(start.child, READY);
  start.child.kill('SIGTERM');
  await once(start.child, 'close');
  await assert.rejects(fetch(url));
});

test('every npm script explains itself with --help', async () => {
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  for (const name of Object.keys(scripts)) {
    const { stdout } = await run('node', ['scripts/run.mjs', name, '--help'], { cwd: ROOT });
    assert.match(stdout, new RegExp(`npm run ${name}\\b|precandidate-${name}`), name);
  }
});

test('an argument that a script does not take is reported with its usage', async () => {
  for (const name of ['load', 'bench:proxy', 'bench', 'torture', 'fuzz', 'explore']) {
    const ended = run('node', ['scripts/run.mjs', name, '--bogus'], { cwd: ROOT });
    const { code, stderr } = await ended.then(
      () => assert.fail(name),
      (error: ExecFileException) => error,
    );
    assert.equal(code, 2, name);
    assert.match(stderr ?? '', /^Unknown option '--bogus'/, name);
    assert.doesNotMatch(stderr ?? '', /^\s+at /m, name);
  }
});
