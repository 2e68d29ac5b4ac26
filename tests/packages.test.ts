import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { startCommand, waitForLine } from './stage/commands.ts';
import { ROOT } from './stage/repository.ts';

const run = promisify(execFile);
const PACKAGES = ['contract', 'widget', 'sandbox', 'proxy'];

/** A setting of each kind that the proxy cannot do without. */
const PROXY_SETTINGS = {
  UPSTREAM_API_KEY: 'sandbox-key',
  BACKEND_KEYS: 'a-key-of-the-back-end',
  SESSION_SECRETS: 'a-secret-of-at-least-thirty-two-characters',
  ALLOWED_ORIGINS: 'https://hr.example',
  DATA_DIR: ':memory:',
  PORT: '0',
};

describe('the packages, packed and installed in an empty folder', () => {
  let folder = '';

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'precandidate-packages-'));
    for (const name of PACKAGES)
      await run('npx', ['-y', 'pnpm@12.21.0', 'pack', '--pack-destination', folder], {
        cwd: join(ROOT, 'packages', name),
      });
    const tarballs = (await readdir(folder)).filter((file) => file.endsWith('.tgz'));
    assert.equal(tarballs.length, PACKAGES.length);
    await writeFile(join(folder, 'package.json'), '{ "private": true }');
    const files = tarballs.map((file) => `./${file}`);
    await run('npm', ['install', '--no-audit', '--no-fund', ...files], { cwd: folder });
  });

  after(() => rm(folder, { recursive: true, force: true }));

  test('each package has what it needs to run, and no source or test', async () => {
    for (const name of [
      'precandidate-contract',
      'precandidate-form',
      'precandidate-sandbox',
      'precandidate-proxy',
    ]) {
      const files = await readdir(join(folder, 'node_modules', name));
      assert.ok(files.includes('dist'), name);
      assert.deepEqual(
        files.filter((file) => file === 'src' || file === 'test'),
        [],
        name,
      );
    }
    // The proxy's command has other people's code in it.
    const licences = join(folder, 'node_modules/precandidate-proxy/dist/LICENCES.txt');
    for (const name of ['fastify', 'jose', 'undici'])
      assert.match(await readFile(licences, 'utf8'), new RegExp(`^${name}$`, 'm'));
  });

  test('npx precandidate-sandbox and npx precandidate-proxy run, and the widget is served', async (t) => {
    const sandbox = startCommand('npx', ['precandidate-sandbox'], {
      cwd: folder,
      env: { SANDBOX_PORT: '0' },
    });
    t.after(() => sandbox.stop());
    const [, upstream = ''] = await waitForLine(sandbox.child, /ready\s+(http\S+)/);
    const env = { ...PROXY_SETTINGS, UPSTREAM_URL: upstream };
    const proxy = startCommand('npx', ['precandidate-proxy'], { cwd: folder, env });
    t.after(() => proxy.stop());
    const [, url = ''] = await waitForLine(proxy.child, /ready\s+(http\S+)/);
    assert.equal((await fetch(`${url}/readyz`)).status, 200);
    const loader = await fetch(`${url}/widget.js`);
    assert.equal(loader.status, 200);
    assert.match(loader.headers.get('content-type') ?? '', /javascript/);
    const version = JSON.parse(
      await readFile(join(folder, 'node_modules/precandidate-form/package.json'), 'utf8'),
    ).version;
    assert.match(await loader.text(), new RegExp(`widget/${version}/`));
  });

  test('npx precandidate-proxy lists every missing setting at once', async () => {
    const { UPSTREAM_URL: _none, ...env } = process.env;
    await assert.rejects(
      run('npx', ['precandidate-proxy'], { cwd: folder, env }),
      (error: { stderr: string }) => {
        for (const name of [
          'UPSTREAM_URL',
          'UPSTREAM_API_KEY',
          'BACKEND_KEYS',
          'SESSION_SECRETS',
          'ALLOWED_ORIGINS',
        ])
          assert.match(error.stderr, new RegExp(name));
        return true;
      },
    );
  });
});
