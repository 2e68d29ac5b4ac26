import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { newFolder } from 'precandidate-testing/resources.ts';

const run = promisify(execFile);

interface Outcome {
  ms: number;
  code: string | undefined;
}

/** Only root may answer at the port of DNS and give a process a `resolv.conf` of its own. */
const canReplaceDns = (() => {
  try {
    execFileSync('unshare', ['--mount', 'true'], { stdio: 'ignore' });
    return process.getuid?.() === 0;
  } catch {
    return false;
  }
})();

const ADDRESS = '127.99.0.53';

/** A name server that never answers; resolves to a `resolv.conf` that names it. */
async function startSilentDns(t: TestContext): Promise<string> {
  const server = createSocket('udp4');
  server.bind(53, ADDRESS);
  await once(server, 'listening');
  t.after(() => server.close());
  const file = join(await newFolder(t), 'resolv.conf');
  await writeFile(
    file,
    `nameserver ${ADDRESS}\noptions timeout:${TIMEOUT_S} attempts:${ATTEMPTS}\n`,
  );
  return file;
}

const TIMEOUT_S = 4;
const ATTEMPTS = 2;
/** How long a look-up waits for silent name servers. */
const GIVES_UP_AFTER_MS = TIMEOUT_S * ATTEMPTS * 1_000;

test(
  'a name that does not resolve holds up no look-up of another one',
  { skip: !canReplaceDns && 'needs root, to replace the DNS of a process' },
  async (t) => {
    const script = new URL('silent-dns.ts', import.meta.url).pathname;
    const node = [process.execPath, '--conditions=source', script];
    const mount = 'mount --bind "$0" /etc/resolv.conf && exec "$@"';
    const { stdout } = await run('unshare', [
      '--mount',
      'sh',
      '-c',
      mount,
      await startSilentDns(t),
      ...node,
    ]);
    const { first, second, silent, later } = JSON.parse(stdout) as Record<
      string,
      Outcome & Outcome[]
    >;
    assert.ok(first && second && silent && later);
    for (const { ms, code } of [first, second]) {
      assert.equal(code, undefined);
      assert.ok(ms < GIVES_UP_AFTER_MS, `localhost took ${ms} ms`);
    }
    assert.deepEqual(new Set(silent.map(({ code }) => code)), new Set(['EAI_AGAIN']));
    assert.deepEqual(new Set(later.map(({ code }) => code)), new Set(['ETIMEOUT']));
  },
);
