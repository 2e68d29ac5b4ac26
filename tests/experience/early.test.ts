import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Browser } from 'playwright';
import { startProxy, type Proxy } from 'precandidate-proxy';
import { startSandbox, type Sandbox } from 'precandidate-sandbox';
import { assertAccessible, openBrowser } from '../stage/browser.ts';
import { violations } from '../stage/candidate.ts';
import {
  openHostPage,
  startHost,
  type Host,
  type HostPage,
  type HostView,
} from '../stage/host-page.ts';
import { serviceRecord } from '../stage/sandbox-control.ts';
import { proxySettings } from '../stage/service.ts';

/** What a candidate does before the script has come, on a host's own page. */
let sandbox: Sandbox;
let proxy: Proxy;
let portal: Host;

const CONDUCT_AND_FORM = /\/(conduct|island)\.[^/]+\.js/;
const ALL_BUT_LOADER = /\/widget\/.*\.js/;

let browser: Browser;
let host: HostPage;

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

async function open(view: HostView): Promise<void> {
  host = await openHostPage(browser, portal, proxy.url, view);
}

const cityField = () => host.page.getByLabel('Ciudad');
const documentField = () => host.page.getByLabel('Número de documento');
const button = () => host.page.getByRole('button', { name: 'Enviar' });

async function fill(): Promise<void> {
  await cityField().pressSequentially('PE LIM');
  await documentField().pressSequentially('41234561');
}

/** What the service has, and how often it was sent. */
async function assertSentOnce(
  expected: object,
  heading: string | RegExp = '¡Listo!',
): Promise<void> {
  await host.page.getByRole('heading', { name: heading }).waitFor();
  const { data, form_posts } = await serviceRecord(sandbox.url, host.person.precandidate_id);
  assert.deepEqual(data, expected);
  assert.equal(form_posts, 1);
}

const ANA = { document_id: '41234561', city_locode: 'PE LIM' };

test('the script tag alone: fields are there before what listens to them, and keep what is typed', async () => {
  await open({ held: CONDUCT_AND_FORM });
  await fill();
  await button().click();
  assert.equal(await button().getAttribute('aria-disabled'), 'true');
  host.release();
  await assertSentOnce(ANA);
});

test('pasted by the host: fields are there before any script, and Enter is kept', async () => {
  await open({ isPrerendered: true, held: ALL_BUT_LOADER });
  await fill();
  // The loader itself has come; without it the form would be posted as HTML.
  await host.asked;
  await documentField().press('Enter');
  await host.page.locator('[part=submit][aria-disabled=true]').waitFor();
  host.release();
  await assertSentOnce(ANA);
  assert.equal(host.page.url(), `${portal.origin}/`);
});

for (const isPrerendered of [true, false])
  test(`nothing of the host moves when the form ${isPrerendered ? 'pasted' : 'painted'} begins to listen`, async () => {
    await open({ isPrerendered, held: CONDUCT_AND_FORM });
    await cityField().fill('PE CUZ');
    const place = () => host.page.locator('#below').boundingBox();
    const atFirst = await place();
    await host.page.evaluate(() => {
      const shifts: number[] = [];
      Object.assign(globalThis, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.push((entry as PerformanceEntry & { value: number }).value);
      }).observe({ type: 'layout-shift' });
    });
    host.release();
    await host.page.locator('precandidate-form:state(ready)').waitFor();
    assert.deepEqual(await place(), atFirst);
    assert.equal(await cityField().inputValue(), 'PE CUZ');
    const shifts = await host.page.evaluate(
      () => (globalThis as unknown as { shifts: number[] }).shifts,
    );
    assert.deepEqual(shifts, []);
  });

for (const isPrerendered of [true, false])
  test(`the strictest policy: ${isPrerendered ? 'a pasted form' : 'the script tag'} works before the script, too`, async () => {
    const { url } = proxy;
    await open({
      isPrerendered,
      held: CONDUCT_AND_FORM,
      policy: `default-src 'none'; script-src ${url}; connect-src ${url}; style-src ${isPrerendered ? url : "'none'"}; require-trusted-types-for 'script'; trusted-types lit-html`,
    });
    await fill();
    host.release();
    await button().click();
    await assertSentOnce(ANA);
    assert.deepEqual(await violations(host.page), []);
  });

/** Of the button: from our styles alone. */
const colour = () => button().evaluate((node) => getComputedStyle(node).backgroundColor);

test('with the page’s nonce: styled before any request is answered, once, and under the strictest policy', async () => {
  const { url } = proxy;
  const nonce = 'q83vEjRWeJCrze8SNFZ4kA==';
  await open({
    isPrerendered: true,
    nonce,
    held: /\/widget/,
    policy: `default-src 'none'; script-src ${url}; connect-src ${url}; style-src 'nonce-${nonce}'; require-trusted-types-for 'script'; trusted-types lit-html`,
  });
  const asked: string[] = [];
  const bootstraps: unknown[] = [];
  host.page.on('request', (request) => {
    asked.push(request.url());
    if (request.url().endsWith('/bootstrap')) bootstraps.push(request.postDataJSON());
  });
  await fill();
  const atFirst = await colour();
  assert.equal(atFirst, 'rgb(11, 92, 107)');
  host.release();
  await host.page.locator('precandidate-form:state(ready)').waitFor();
  assert.equal(await colour(), atFirst);
  const sheets = await host.page.evaluate(() => {
    const root = document.querySelector('precandidate-form')?.shadowRoot;
    const rules = [...(root?.styleSheets ?? []), ...(root?.adoptedStyleSheets ?? [])].flatMap(
      ({ cssRules }) => [...cssRules].map(({ cssText }) => cssText),
    );
    return { rules: rules.length, unlike: new Set(rules).size };
  });
  assert.equal(sheets.rules, sheets.unlike);
  // What stands is not asked for again.
  assert.deepEqual(
    bootstraps.map((each) => (each as { fields: boolean }).fields),
    [false],
  );
  assert.deepEqual(
    asked.filter((file) => file.endsWith('.css')),
    [],
  );
  await button().click();
  await assertSentOnce(ANA);
  assert.deepEqual(await violations(host.page), []);
});

test('a policy that stops the sheet costs the looks until the script brings them', async () => {
  await open({
    isPrerendered: true,
    nonce: 'another',
    held: CONDUCT_AND_FORM,
    policy: `script-src ${proxy.url}; style-src 'none'`,
  });
  await host.page.locator('precandidate-form:defined').waitFor();
  assert.equal(await colour(), 'rgb(11, 92, 107)');
  host.release();
  await fill();
  await button().click();
  await assertSentOnce(ANA);
});

test('a form that does not come leaves the fields, and comes when it is asked for again', async () => {
  await open({ isPrerendered: true });
  await host.page.route(/\/island\.[^/]+\.js/, (route) => route.abort());
  await host.page.reload();
  await fill();
  await host.page.getByText('No pudimos conectarnos', { exact: true }).waitFor();
  assert.equal(await cityField().inputValue(), 'PE LIM');
  await host.page.unroute(/\/island\.[^/]+\.js/);
  await host.page.getByRole('button', { name: 'Intentar de nuevo' }).click();
  await host.page.locator('precandidate-form:state(ready)').waitFor();
  await button().click();
  await assertSentOnce(ANA);
});

/** Why what listens never does, though the proxy can be reached. */
const LOST: readonly { why: string; policy?: (url: string) => string; aborted?: RegExp }[] = [
  {
    why: 'may make no template',
    policy: (url) =>
      `default-src 'none'; script-src ${url}; connect-src ${url}; style-src ${url}; require-trusted-types-for 'script'; trusted-types 'none'`,
  },
  {
    why: 'may not be loaded',
    policy: (url) =>
      `default-src 'none'; script-src ${url}/widget.js; connect-src ${url}; style-src ${url}`,
  },
  { why: 'does not come whole', aborted: /\/conduct\.[^/]+\.js/ },
];
for (const { why, policy, aborted } of LOST)
  test(`a pasted form whose script ${why} is posted by the browser itself, once`, async () => {
    await open({
      isPrerendered: true,
      held: ALL_BUT_LOADER,
      ...(policy && { policy: policy(proxy.url) }),
    });
    if (aborted) await host.page.route(aborted, (route) => route.abort());
    await fill();
    await host.asked;
    const posts: string[] = [];
    host.page.on('request', (request) => {
      if (request.isNavigationRequest()) posts.push(request.method());
    });
    await button().click();
    await host.page.getByText('Revisando tus datos').waitFor();
    host.release();
    await assertSentOnce(ANA, /Recibimos tus datos|¡Listo!/);
    assert.match(host.page.url(), new RegExp(`^${proxy.url}/precandidate/`));
    assert.deepEqual(posts, ['POST', 'GET']);
  });

/** What listens hangs; it comes when it is asked for anew. */
async function hangConduct(): Promise<void> {
  await host.page.route(/\/conduct\.[^/]+\.js/, (route) =>
    route.request().url().includes('?retry=') ? route.continue() : new Promise(() => {}),
  );
  await host.page.clock.install();
}
const unreachable = () =>
  host.page.getByRole('alert').filter({ hasText: 'No pudimos conectarnos' });
const retry = () => host.page.getByRole('button', { name: 'Intentar de nuevo' });
const elementThere = () =>
  host.page.waitForFunction(() => customElements.get('precandidate-form') !== undefined);

for (const isPrerendered of [true, false])
  test(`what listens hangs: fields ${isPrerendered ? 'pasted' : 'painted'} say so, keep what is typed, and ask again`, async () => {
    await open({ isPrerendered });
    await hangConduct();
    await host.page.reload();
    await fill();
    await button().click();
    await host.page.getByText('Revisando tus datos').waitFor();
    await elementThere();
    assert.equal(await unreachable().count(), 0);
    await host.page.clock.fastForward(10_000);
    await unreachable().waitFor();
    await assertAccessible(host.page, 'what listens does not come');
    assert.equal(await cityField().inputValue(), 'PE LIM');
    await retry().click();
    await assertSentOnce(ANA);
    assert.equal(await unreachable().count(), 0);
  });

for (const file of ['bootstrap', 'island'])
  test(`${file} hangs: what was typed stays, and it is asked for anew`, async () => {
    await open({ isPrerendered: true });
    let isOver = false;
    await host.page.route(new RegExp(`/${file}(?:$|\\..*\\.js)`), (route) =>
      isOver || route.request().url().includes('?retry=')
        ? route.continue()
        : new Promise(() => {}),
    );
    await host.page.clock.install();
    await host.page.reload();
    await fill();
    await button().click();
    await host.page.locator('[part=notice]', { hasText: 'Revisando tus datos' }).waitFor();
    await host.page.clock.fastForward(10_000);
    await host.page.locator('[part=notice]', { hasText: 'No pudimos conectarnos' }).waitFor();
    assert.equal(await cityField().inputValue(), 'PE LIM');
    isOver = file === 'bootstrap';
    await retry().click();
    await assertSentOnce(ANA);
  });

test('nothing comes but the element: the place of the form says so, and the form follows', async () => {
  await open({});
  await hangConduct();
  await host.page.route(/\/bootstrap$/, (route) => route.abort());
  await host.page.reload();
  await elementThere();
  await host.page.clock.fastForward(10_000);
  await unreachable().waitFor();
  await host.page.unroute(/\/bootstrap$/);
  await retry().focus();
  await host.page.keyboard.press('Enter');
  await fill();
  await button().click();
  await assertSentOnce(ANA);
});

test('what the markup said of a kept submit is not read out once more', async () => {
  await open({ isPrerendered: true, held: /\/conduct\.[^/]+\.js/ });
  await host.page.route(/\/island\.[^/]+\.js/, () => new Promise(() => {}));
  await fill();
  await host.asked;
  await button().click();
  await host.page.getByRole('status').filter({ hasText: 'Revisando tus datos' }).waitFor();
  host.release();
  await host.page.locator('[part=notice]', { hasText: 'Revisando tus datos' }).waitFor();
  assert.equal(await host.page.locator('p[role=status]').textContent(), '');
});

const isKept = () => host.page.waitForFunction(() => sessionStorage.length > 0);

for (const isPrerendered of [true, false])
  test(`a page that is loaded again while the form ${isPrerendered ? 'pasted' : 'painted'} waits keeps what was typed`, async () => {
    await open({ isPrerendered, held: /\/island\.[^/]+\.js/ });
    await cityField().fill('PE LIM');
    await isKept();
    await host.page.reload();
    await documentField().pressSequentially('41234561');
    host.release();
    await host.page.getByText('Recuperamos lo que habías escrito', { exact: true }).waitFor();
    assert.equal(await cityField().inputValue(), 'PE LIM');
    await button().click();
    await assertSentOnce(ANA);
  });

/** The network goes while one of the files is on its way. */
const PHASES: readonly [file: string, isPrerendered: boolean][] = [
  ['element', true],
  ['island', true],
  ['conduct', false],
  ['es', false],
  ['island', false],
];
for (const [file, isPrerendered] of PHASES)
  test(`the network goes before ${file} has come to a form ${isPrerendered ? 'pasted' : 'painted'}, and comes back`, async () => {
    const held = new RegExp(`/${file}\\.[^/]+\\.js`);
    await open({ isPrerendered, held });
    const lost = host.page.waitForEvent('requestfailed', (request) => held.test(request.url()));
    await host.asked;
    await fill();
    await host.page.context().setOffline(true);
    host.release();
    await lost;
    await button().click();
    await host.page.locator('[part=submit][aria-disabled=true]').waitFor();
    assert.equal(await cityField().inputValue(), 'PE LIM');
    await host.page.context().setOffline(false);
    await assertSentOnce(ANA);
    assert.equal(host.page.url(), `${portal.origin}/`);
  });

test('slow 3G: a form is filled in and its button pressed before it listens, and sent once', async () => {
  await open({ held: ALL_BUT_LOADER });
  const wire = await host.page.context().newCDPSession(host.page);
  const speed = { latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
  await wire.send('Network.emulateNetworkConditions', { offline: false, ...speed });
  await host.asked;
  host.release();
  await fill();
  await button().click();
  assert.equal(await button().getAttribute('aria-disabled'), 'true');
  await assertSentOnce(ANA);
  assert.equal(host.page.url(), `${portal.origin}/`);
});
