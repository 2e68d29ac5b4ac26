import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SETTINGS } from 'precandidate-proxy';
import { openBrowser } from 'precandidate-testing/browser.ts';
import { freePorts, waitForLine } from 'precandidate-testing/commands.ts';
import { sharedPair } from 'precandidate-testing/pair.ts';
import { readPage } from 'precandidate-testing/repository.ts';
import { snippetOf, startSnippet } from 'precandidate-testing/snippets.ts';

const QUICKSTART = 'docs/start/quickstart.md';
const portalCode = snippetOf(QUICKSTART, 'js');
const given = settingsOf('npm run proxy');

/** The `NAME=value` pairs of the command that contains `text`. */
function settingsOf(text: string): Record<string, string> {
  const pairs = [...snippetOf(QUICKSTART, 'sh', text).matchAll(/\b([A-Z_]+)=(\S+)/g)];
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, value]));
}

let PORT = '';
const service = sharedPair(async () => {
  // The proxy must know it before the portal listens.
  PORT = String((await freePorts(1))[0]);
  const { UPSTREAM_URL: _url, PORT: _port, DATA_DIR: _folder, ...env } = given;
  return { env: { ...env, ALLOWED_ORIGINS: `http://127.0.0.1:${PORT}` } };
});

test('the quickstart’s commands use existing settings consistently', () => {
  for (const name of Object.keys(given)) assert.ok(Object.hasOwn(SETTINGS, name), name);
  const ofPortal = settingsOf('node portal.mjs');
  const { SANDBOX_PORT } = settingsOf('npm run sandbox');
  assert.equal(given['UPSTREAM_URL'], `http://127.0.0.1:${SANDBOX_PORT}/v3`);
  assert.equal(ofPortal['PROXY_URL'], `http://127.0.0.1:${given['PORT']}`);
  assert.equal(ofPortal['BACKEND_KEY'], given['BACKEND_KEYS']);
  assert.equal(given['ALLOWED_ORIGINS'], `http://127.0.0.1:${ofPortal['PORT']}`);
});

test('the quickstart’s policy is the one in docs/guides/csp.md', () => {
  const [, explained = ''] = /\n(default-src.*)\n/.exec(readPage('docs/guides/csp.md')) ?? [];
  const [, used = ''] = /`(default-src.*)`/.exec(portalCode) ?? [];
  const host = (policy: string) =>
    policy
      .replaceAll('https://forms.hr.example', '${PROXY_URL}')
      .replace('nonce-…', 'nonce-${nonce}');
  assert.equal(used, host(explained));
});

test('the quickstart’s portal confirms a candidate without a policy violation', async (t) => {
  const env = { PROXY_URL: service.url, BACKEND_KEY: given['BACKEND_KEYS'] ?? '', PORT };
  const portal = await startSnippet(t, 'portal.mjs', portalCode, env);
  const [address] = await waitForLine(portal.child, /^http:\S+$/);
  const browser = await openBrowser();
  t.after(() => browser.close());
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
