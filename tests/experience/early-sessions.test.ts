import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Browser } from 'playwright';
import { PATHS, type Precandidate, type Session } from 'precandidate-contract';
import { startProxy, type Proxy } from 'precandidate-proxy';
import { startSandbox, type Sandbox } from 'precandidate-sandbox';
import { openBrowser } from '../stage/browser.ts';
import { openHostPage, startHost, type Host, type HostPage } from '../stage/host-page.ts';
import { serviceRecord } from '../stage/sandbox-control.ts';
import { requestProxy, proxySettings } from '../stage/service.ts';

/** What a page may do with the element's attributes before, and while, its script comes. */
let sandbox: Sandbox;
let proxy: Proxy;
let portal: Host;
let browser: Browser;
let host: HostPage;

const CONDUCT_AND_FORM = /\/(conduct|island)\.[^/]+\.js/;
const ALL_BUT_LOADER = /\/widget\/.*\.js/;

before(async () => {
  portal = await startHost();
  sandbox = await startSandbox();
  proxy = await startProxy({ ...proxySettings(sandbox), ALLOWED_ORIGINS: portal.origin });
  browser = await openBrowser();
});
after(async () => {
  await browser.close();
  await proxy.close();
  await sandbox.close();
  await portal.close();
});
afterEach(() => host.page.context().close());

const isReady = () => host.page.locator('precandidate-form:state(ready)').waitFor();
const cityField = () => host.page.getByLabel('Ciudad');

async function ask<Body>(path: string, body: unknown): Promise<Body> {
  return (await (await requestProxy(proxy.url, path, { body })).json()) as Body;
}

/** Somebody else of the same pipeline, and a session for their form. */
async function somebodyElse() {
  const who = { country_code: 'PE', pipeline_name: 'peru_basic', email: 'rui@example.com' };
  const { person_id, precandidate_id } = await ask<Precandidate>(PATHS.precandidates, who);
  const wish = { person_id, form_id: precandidate_id, html: false, locale: 'es-PE' };
  return { precandidate_id, ...(await ask<Session>(PATHS.sessions, wish)) };
}

const giveSession = (token: string) =>
  host.page.evaluate(
    (session) => document.querySelector('precandidate-form')?.setAttribute('session', session),
    token,
  );

test('an address that is empty is that of the script', async () => {
  host = await openHostPage(browser, portal, proxy.url, { attributes: 'proxy-url=""' });
  await isReady();
});

test('an address that is none is told in its place, and stops no other form of the page', async () => {
  const other = await somebodyElse();
  const attributes = `proxy-url="http://"></precandidate-form><precandidate-form session="${other.token}"`;
  host = await openHostPage(browser, portal, proxy.url, { attributes });
  await isReady();
  await host.page.locator('precandidate-form:state(problem)').waitFor();
});

test('an address needs no slash at its end', async () => {
  const attributes = `proxy-url="${proxy.url}/hr/forms"`;
  host = await openHostPage(browser, portal, proxy.url, { attributes });
  await host.page.route(/\/hr\//, async (route) => {
    const url = route.request().url();
    const headers = { 'access-control-allow-origin': portal.origin };
    if (!url.includes('/hr/forms/')) return route.fulfill({ status: 404, headers });
    return route.continue({ url: url.replace('/hr/forms/', '/') });
  });
  await host.page.reload();
  await isReady();
});

for (const [held, when] of [
  [ALL_BUT_LOADER, 'the element'],
  [CONDUCT_AND_FORM, 'what conducts it'],
] as const)
  for (const isPrerendered of [true, false])
    test(`somebody else’s session before ${when} has come: nothing of the first passes on, ${isPrerendered ? 'pasted' : 'painted'}`, async () => {
      host = await openHostPage(browser, portal, proxy.url, { isPrerendered, held });
      await host.asked;
      if (isPrerendered || held === CONDUCT_AND_FORM) {
        await cityField().fill('PE LIM');
        await host.page.getByLabel('Número de documento').fill('41234561');
        await host.page.getByRole('button', { name: 'Enviar' }).click();
      }
      const other = await somebodyElse();
      const askedAnew = host.page.waitForRequest(
        (request) => request.postData()?.includes(other.token) ?? false,
      );
      await giveSession(other.token);
      host.release();
      await isReady();
      await askedAnew;
      assert.equal(await cityField().inputValue(), '');
      for (const { precandidate_id } of [host.person, other])
        assert.equal((await serviceRecord(sandbox.url, precandidate_id)).form_posts, 0);
    });

test('another session of the same form keeps what was typed', async () => {
  host = await openHostPage(browser, portal, proxy.url, { held: CONDUCT_AND_FORM });
  await cityField().fill('PE LIM');
  const { person_id, precandidate_id: form_id } = host.person;
  const wish = { person_id, form_id, html: false, locale: 'es-PE' };
  await giveSession((await ask<Session>(PATHS.sessions, wish)).token);
  host.release();
  await isReady();
  assert.match(await cityField().inputValue(), /^(?:PE LIM|Lima)$/);
});
