import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { startProxy } from 'precandidate-proxy';
import { startSandbox } from 'precandidate-sandbox';
import { openBrowser } from '../stage/browser.ts';
import { startCommand, waitForLine } from '../stage/commands.ts';
import { ROOT } from '../stage/repository.ts';
import { BUSY_MACHINE, newPrecandidate, newSession, proxySettings } from '../stage/service.ts';

const WIDGET = join(ROOT, 'packages/widget');
const OLDER_VERSION = '0.1.9';

async function startServer(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The build of the widget as another version would have it: other folder, other file names. */
async function copyAsOlder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'precandidate-older-'));
  t.after(() => rm(folder, { recursive: true }));
  const manifest = JSON.parse(await readFile(join(WIDGET, 'package.json'), 'utf8')) as {
    version: string;
  };
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ ...manifest, version: OLDER_VERSION }),
  );
  const browser = join(folder, 'dist/browser');
  await cp(join(WIDGET, 'dist/browser'), browser, {
    recursive: true,
    filter: (path) => !/\.(br|gz)$/.test(path),
  });
  const chunks = join(browser, 'widget', OLDER_VERSION);
  await rename(join(browser, 'widget', manifest.version), chunks);
  const names = new Map<string, string>([
    [`widget/${manifest.version}/`, `widget/${OLDER_VERSION}/`],
  ]);
  for (const file of await readdir(chunks))
    names.set(file, file.replace(/^([\w-]+)\.[\w-]+\.(js|css)$/, '$1.older_00.$2'));
  for (const file of await readdir(chunks)) {
    const older = names.get(file) ?? file;
    await rename(join(chunks, file), join(chunks, older));
    await renameIn(join(chunks, older), names);
  }
  await renameIn(join(browser, 'widget.js'), names);
  return folder;
}

async function renameIn(path: string, names: ReadonlyMap<string, string>): Promise<void> {
  let text = await readFile(path, 'utf8');
  for (const [name, older] of names) text = text.replaceAll(name, older);
  await writeFile(path, text);
}

async function startOlderProxy(t: TestContext, env: Record<string, string>): Promise<string> {
  const hooks = new URL('../stage/older-widget.mjs', import.meta.url).href;
  const main = join(ROOT, 'packages/proxy/src/main.ts');
  const command = startCommand(
    process.execPath,
    ['--conditions=source', `--import=${hooks}`, main],
    { cwd: ROOT, env: { ...env, OLDER_WIDGET: await copyAsOlder(t) } },
  );
  t.after(() => command.stop());
  const [, url = ''] = await waitForLine(command.child, /^ready {2}(\S+)$/);
  return url;
}

/** Sends each request to the next proxy. */
const balanceOver = (urls: readonly string[]): RequestListener => {
  let turn = 0;
  return (incoming, response) => {
    const url = urls[turn++ % urls.length] ?? '';
    const { method, headers } = incoming;
    const outgoing = request(url + (incoming.url ?? ''), { method, headers }, (received) => {
      response.writeHead(received.statusCode ?? 502, received.headers);
      received.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    response.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  };
};

test('while two versions run behind one balancer, every fresh page opens the form', async (t) => {
  const sandbox = await startSandbox();
  t.after(() => sandbox.close());
  let page = '';
  const portal = await startServer(t, (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
  });
  const proxies: string[] = [];
  const balancer = await startServer(t, balanceOver(proxies));
  const settings = {
    ...proxySettings(sandbox),
    ALLOWED_ORIGINS: portal,
    PUBLIC_URL: balancer,
  };
  const current = await startProxy(settings, BUSY_MACHINE);
  t.after(() => current.close());
  proxies.push(current.url, await startOlderProxy(t, settings));
  const loaders = await Promise.all(
    proxies.map(async (url) => (await fetch(`${url}/widget.js`)).text()),
  );
  assert.deepEqual(
    loaders.map((loader) => loader.includes(`widget/${OLDER_VERSION}/`)),
    [false, true],
  );

  const browser = await openBrowser();
  t.after(() => browser.close());
  for (let load = 0; load < 6; load += 1) {
    // An odd number of requests, so that loads begin at either version.
    if (load % 2 === 1) await fetch(`${balancer}/healthz`);
    const person = await newPrecandidate(current.url);
    const token = await newSession(current.url, person, { origin: portal });
    page = `<!doctype html><html lang="es-PE"><title>Portal</title><precandidate-form session="${token}"></precandidate-form><script type="module" src="${balancer}/widget.js"></script></html>`;
    const context = await browser.newContext();
    const tab = await context.newPage();
    const failed: string[] = [];
    tab.on('response', (response) => {
      if (response.url().includes('/widget') && !response.ok()) failed.push(response.url());
    });
    await tab.goto(portal);
    await tab.getByLabel('Número de documento').waitFor();
    assert.deepEqual(failed, [], `load ${load}`);
    await context.close();
  }
});
