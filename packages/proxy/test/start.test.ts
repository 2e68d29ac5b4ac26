import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { proxySettings } from '../../../tests/stage/service.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const MANIFEST = JSON.parse(readFileSync(at('../package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
};

/**
 * What the proxy needs before its first request. Everything else is loaded when it is needed: database
 * drivers and rendering.
 */
const AT_ONCE = [
  '@fastify/swagger',
  '@opentelemetry/api',
  'ajv',
  'fastify',
  'fastify-plugin',
  'ipaddr.js',
  'jose',
  'lru-cache',
  'prom-client',
  'typebox',
  'undici',
];

/** What the command has loaded once the proxy is ready, or when it ends. */
async function loadedBy(t: TestContext, args: string[]) {
  const child = spawn(process.execPath, ['--import', at('list-loaded.mjs'), ...args], {
    env: proxySettings({ apiUrl: 'https://api.example/v3' }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill());
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('loaded '))
      return JSON.parse(line.slice('loaded '.length)) as { packages: string[] };
  }
  throw new Error('it ended');
}

test('--help loads no part of the server', async (t) => {
  const { packages } = await loadedBy(t, ['--conditions=source', at('../src/main.ts'), '--help']);
  assert.ok(!packages.includes('fastify'), packages.join(', '));
});

test('what the first request may not need is not loaded at the start', async (t) => {
  const { packages } = await loadedBy(t, ['--conditions=source', at('../src/main.ts')]);
  const own = packages.filter((name) => Object.hasOwn(MANIFEST.dependencies, name));
  assert.deepEqual(own.toSorted(), AT_ONCE);
});
