import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright';
import { PATHS, type Session } from 'precandidate-contract';
import { startSandbox, type Sandbox } from 'precandidate-sandbox';
import { openBrowser } from 'precandidate-testing/browser.ts';
import { startCommand, waitForLine, type Command } from 'precandidate-testing/commands.ts';
import { startPageServer, type PageServer } from 'precandidate-testing/host-page.ts';
import { ROOT } from 'precandidate-testing/repository.ts';
import {
  newPrecandidate,
  proxySettings,
  requestProxy,
  untilPrerendered,
} from 'precandidate-testing/service.ts';

const run = promisify(execFile);
const TAG = 'eo';
const COPIED = ['packages', 'vite.config.ts', 'package.json', 'tsconfig.base.json'];

let folder: string;
let sandbox: Sandbox;
let proxy: Command;
let proxyUrl: string;
let browser: Browser;
let host: PageServer;

/** A language whose texts are the English ones in angle brackets. */
async function madeUpLanguage(): Promise<string> {
  const english = await readFile(join(ROOT, 'packages/widget/src/i18n/en.json'), 'utf8');
  const bracketed = (name: string, value: unknown) => {
    const isText = typeof value === 'string' && !['language', 'dir', 'plural'].includes(name);
    return isText ? `⟨${value}⟩` : value;
  };
  const file = JSON.parse(english, bracketed) as Record<string, unknown>;
  const months = ['qa', 'qe', 'qi', 'qo', 'qu', 'xa', 'xe', 'xi', 'xo', 'xu', 'wa', 'we'];
  const own = { language: TAG, plural: 'intl', months: months.map((start) => `${start}nu`) };
  return JSON.stringify({ ...file, ...own });
}

/** A copy of the repository in which the language's file is the only difference, built. */
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'precandidate-language-'));
  const filter = (path: string) => !/\/(?:dist|test)$/.test(path);
  for (const name of COPIED)
    await cp(join(ROOT, name), join(folder, name), {
      recursive: true,
      verbatimSymlinks: true,
      filter,
    });
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, `packages/widget/src/i18n/${TAG}.json`), await madeUpLanguage());
  const vite = join(folder, 'node_modules/vite/bin/vite.js');
  for (const flags of [[], ['--ssr']])
    await run(process.execPath, [vite, 'build', ...flags], { cwd: folder });

  sandbox = await startSandbox();
  host = await startPageServer();
  proxy = startCommand(process.execPath, ['--conditions=source', 'packages/proxy/src/main.ts'], {
    cwd: folder,
    env: { ...proxySettings(sandbox), ALLOWED_ORIGINS: host.origin },
  });
  [, proxyUrl = ''] = await waitForLine(proxy.child, /^ready {2}(\S+)$/);
  browser = await openBrowser();
});

after(async () => {
  await browser?.close();
  await host?.close();
  await proxy?.stop();
  await sandbox?.close();
  await rm(folder, { recursive: true, force: true });
});

async function newSession(request: object): Promise<Session> {
  const { person_id, precandidate_id: form_id } = await newPrecandidate(proxyUrl);
  const body = { person_id, form_id, origin: host.origin, ...request };
  return (await (await requestProxy(proxyUrl, PATHS.sessions, { body })).json()) as Session;
}

test('one file adds a language: the proxy prerenders it, without JavaScript too', async () => {
  const { html = '' } = await untilPrerendered(
    () => newSession({ locale: TAG }),
    (session) => session.html !== undefined,
  );
  assert.match(
    html,
    /<noscript><div class="base" lang="eo" dir="ltr"><p>⟨Your browser cannot show/,
  );
  assert.match(html, /<div class="base" part="base" lang="eo"/);
  assert.match(html, /⟨Send⟩/);
});

/** Opens a page in the language, with the element. */
async function openPage(unavailable?: RegExp): Promise<Page> {
  const { token } = await newSession({ html: false });
  const page = await browser.newPage();
  if (unavailable) await page.route(unavailable, (route) => route.abort());
  host.show(
    `<!doctype html><html lang="${TAG}"><title>Portal</title><precandidate-form session="${token}"></precandidate-form><script type="module" src="${proxyUrl}/widget.js"></script></html>`,
  );
  await page.goto(`${host.origin}/`);
  return page;
}

test('one file adds a language: the page’s language chooses it, and the form speaks it', async () => {
  const page = await openPage();
  await page.getByRole('button', { name: '⟨Send⟩' }).click();
  await page.getByText('⟨Enter ⟨your document number⟩⟩').first().waitFor();
  assert.equal(await page.locator('precandidate-form .base').getAttribute('lang'), TAG);
});

test('one file adds a language: a failed first load is explained in it', async () => {
  const page = await openPage(/\/bootstrap$|i18n-/);
  await page.getByRole('heading', { name: '⟨We could not connect⟩' }).waitFor();
});
