import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { test, type TestContext } from 'node:test';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** Runs the command with only the given settings; it ends with the test. */
function run(t: TestContext, env: Record<string, string>, args: string[] = []) {
  const child = spawn(process.execPath, ['--conditions=source', MAIN, ...args], { env });
  t.after(() => child.kill('SIGKILL'));
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  return { child, output };
}

const ended = async (child: ChildProcess) => (await once(child, 'close'))[0] as number | null;

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`prints one line when ready, responds, and exits cleanly on ${signal}`, async (t) => {
    const { child, output } = run(t, { SANDBOX_PORT: '0' });
    await once(child.stdout, 'data');
    const url = /^precandidate-sandbox ready {2}(http:\/\/127\.0\.0\.1:\d+)\/v3\n$/.exec(
      output.stdout,
    );
    assert.ok(url, output.stdout + output.stderr);
    assert.equal((await fetch(`${url[1]}/readyz`)).status, 200);
    child.kill(signal);
    assert.equal(await ended(child), 0);
    assert.equal(output.stderr, '');
    assert.equal(output.stdout.split('\n').length, 2);
  });
}

test('--help prints every setting', async (t) => {
  const { child, output } = run(t, {}, ['--help']);
  assert.equal(await ended(child), 0);
  for (const name of ['PORT', 'HOST', 'API_KEY', 'DATABASE', 'LOG_LEVEL'])
    assert.match(output.stdout, new RegExp(`SANDBOX_${name}`));
});

test('lists all invalid settings and does not start', async (t) => {
  const { child, output } = run(t, { SANDBOX_PORT: 'x', SANDBOX_LOG_LEVEL: 'loud' });
  assert.equal(await ended(child), 1);
  assert.match(output.stderr, /^Wrong settings:\nSANDBOX_PORT .+\nSANDBOX_LOG_LEVEL .+\n$/);
  assert.equal(output.stdout, '');
});

test('explains a taken port in one sentence', async (t) => {
  const first = run(t, { SANDBOX_PORT: '0' });
  await once(first.child.stdout, 'data');
  const port = /:(\d+)\//.exec(first.output.stdout)?.[1] ?? '';
  const second = run(t, { SANDBOX_PORT: port });
  assert.equal(await ended(second.child), 1);
  assert.equal(second.output.stderr, 'The port is taken by another program; set SANDBOX_PORT.\n');
});

test('the trace log contains no key, no value, and no person’s URL', async (t) => {
  const { child, output } = run(t, {
    SANDBOX_PORT: '0',
    SANDBOX_API_KEY: 'hidden-key',
    SANDBOX_LOG_LEVEL: 'trace',
  });
  while (!output.stdout.includes('ready  ')) await once(child.stdout, 'data');
  const url = /ready {2}(\S+)/.exec(output.stdout)?.[1] ?? '';
  const headers = { 'x-api-key': 'hidden-key', 'content-type': 'application/json' };
  const body = JSON.stringify({ pipeline_name: 'peru_basic', email: 'hidden@example.com' });
  const created = await fetch(`${url}/precandidate`, { method: 'POST', headers, body });
  const { person_id } = (await created.json()) as { person_id: string };
  await fetch(`${url}/precandidate/${person_id}`, { headers });
  await fetch(`${url}/precandidate`, { method: 'POST', headers, body: '{"hidden' });
  child.kill('SIGTERM');
  assert.equal(await ended(child), 0);
  assert.match(output.stdout, /v3\/precandidate\/:person_id/);
  assert.doesNotMatch(output.stdout + output.stderr, new RegExp(`hidden|${person_id}`));
});
