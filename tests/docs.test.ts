import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { SETTINGS, startProxy, type Proxy } from 'precandidate-proxy';
import { startSandbox, type Sandbox } from 'precandidate-sandbox';
import { openBrowser } from './stage/browser.ts';
import { freePorts, startCommand, waitForLine } from './stage/commands.ts';
import { readPage, ROOT } from './stage/repository.ts';
import { BUSY_MACHINE } from './stage/service.ts';

const quickstart = readPage('docs/start/quickstart.md');
const [sandboxCommand, proxyCommand, portalCommand] = blocksOf('sh');
const [portalCode = ''] = blocksOf('js');
const given = settingsOf(proxyCommand);

function blocksOf(kind: string): string[] {
  const fences = quickstart.split('```').filter((_, index) => index % 2 === 1);
  return fences
    .filter((block) => block.startsWith(`${kind}\n`))
    .map((block) => block.slice(kind.length));
}

/** The `NAME=value` pairs of a command. */
function settingsOf(command = ''): Record<string, string> {
  const pairs = [...command.matchAll(/\b([A-Z_]+)=(\S+)/g)];
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, value]));
}

let sandbox: Sandbox;
let proxy: Proxy;
let port: number;
before(async () => {
  // The proxy must know it before the portal listens.
  [port = 0] = await freePorts(1);
  sandbox = await startSandbox();
  const settings = {
    ...given,
    UPSTREAM_URL: sandbox.apiUrl,
    ALLOWED_ORIGINS: `http://127.0.0.1:${port}`,
    PORT: '0',
    DATA_DIR: ':memory:',
    LOG_LEVEL: 'silent',
  };
  proxy = await startProxy(settings, BUSY_MACHINE);
});
after(async () => {
  await proxy.close();
  await sandbox.close();
});

test('the quickstart’s commands use existing settings consistently', () => {
  for (const name of Object.keys(given)) assert.ok(Object.hasOwn(SETTINGS, name), name);
  const ofSandbox = settingsOf(sandboxCommand);
  const ofPortal = settingsOf(portalCommand);
  assert.equal(given['UPSTREAM_URL'], `http://127.0.0.1:${ofSandbox['SANDBOX_PORT']}/v3`);
  assert.equal(ofPortal['PROXY_URL'], `http://127.0.0.1:${given['PORT']}`);
  assert.equal(ofPortal['BACKEND_KEY'], given['BACKEND_KEYS']);
  assert.equal(given['ALLOWED_ORIGINS'], `http://127.0.0.1:${ofPortal['PORT']}`);
});

test('the quickstart’s policy is the one in docs/guides/csp.md', async () => {
  const csp = await readFile(join(ROOT, 'docs/guides/csp.md'), 'utf8');
  const [, explained = ''] = /\n(default-src.*)\n/.exec(csp) ?? [];
  const [, used = ''] = /`(default-src.*)`/.exec(portalCode) ?? [];
  const host = (policy: string) =>
    policy
      .replaceAll('https://forms.hr.example', '${PROXY_URL}')
      .replace('nonce-…', 'nonce-${nonce}');
  assert.equal(used, host(explained));
});

test('the quickstart’s portal confirms a candidate without a policy violation', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'quickstart-'));
  await writeFile(join(folder, 'portal.mjs'), portalCode);
  const env = { PROXY_URL: proxy.url, BACKEND_KEY: given['BACKEND_KEYS'] ?? '', PORT: `${port}` };
  const portal = startCommand(process.execPath, ['portal.mjs'], { cwd: folder, env });
  const browser = await openBrowser();
  t.after(async () => {
    await browser.close();
    await portal.stop();
    await rm(folder, { recursive: true });
  });
  const [address] = await waitForLine(portal.child, /^http:\S+$/);

  const page = await browser.newPage();
  const stopped: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) stopped.push(message.text());
  });
  await page.goto(address);
  await page.getByLabel(/document/i).fill('70456123');
  await page.getByLabel(/city/i).fill('PE LIM');
  await page.locator('precandidate-form').getByRole('button').click();
  await page.waitForFunction(() => document.title.startsWith('Confirmed: '));
  assert.deepEqual(stopped, []);
});
