import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, violations } from 'precandidate-testing/browser.ts';
import { CHUNKS, openHost, type HostPage, type HostView } from 'precandidate-testing/host-page.ts';
import { serviceRecord } from 'precandidate-testing/sandbox-control.ts';
import { liveRegion } from 'precandidate-testing/short-form.ts';

// What a candidate does on a host's own page before the form is hydrated.

const stage = openHost();
let host: HostPage;

async function open(view: HostView): Promise<void> {
  host = await stage.open(view);
}

const form = (isPrerendered: boolean) => (isPrerendered ? 'prerendered' : 'script tag');
const cityField = () => host.page.getByLabel('Ciudad');
const documentField = () => host.page.getByLabel('Número de documento');
const button = () => host.page.getByRole('button', { name: 'Enviar' });

async function fill(): Promise<void> {
  await cityField().pressSequentially('PE LIM');
  await documentField().pressSequentially('41234561');
}

/** The service has this data, from one post. */
async function assertSentOnce(
  expected: object,
  heading: string | RegExp = '¡Listo!',
): Promise<void> {
  await host.page.getByRole('heading', { name: heading }).waitFor();
  const { data, form_posts } = await serviceRecord(stage.sandbox.url, host.person.precandidate_id);
  assert.deepEqual(data, expected);
  assert.equal(form_posts, 1);
}

const ANA = { document_id: '41234561', city_locode: 'PE LIM' };

const SANDBOX = 'sandbox allow-scripts allow-same-origin';

for (const policy of ['', SANDBOX])
  for (const [isPrerendered, way] of [
    [true, 'the button'],
    [false, 'the button'],
    [true, 'Enter'],
    [true, 'submit()'],
  ] as const)
    test(`sends what ${way} submits before hydration${policy && ' in a sandbox without allow-forms'} (${form(isPrerendered)})`, async () => {
      const isBeforeScripts = isPrerendered && policy === '' && way !== 'submit()';
      const held = isBeforeScripts ? CHUNKS.allButLoader : CHUNKS.form;
      await open({ isPrerendered, held, ...(policy && { policy }) });
      await host.bootstrapRequested;
      await fill();
      if (way === 'the button') await button().click();
      else if (way === 'Enter') await documentField().press('Enter');
      else {
        await elementDefined();
        await host.page.evaluate(() => document.querySelector('precandidate-form')?.submit());
      }
      await host.page.locator('[part=submit][aria-disabled=true]').waitFor();
      host.release();
      await assertSentOnce(ANA);
      assert.equal(host.page.url(), `${stage.origin}/`);
    });

for (const way of ['the button', 'Enter'] as const)
  test(`says that a submit waits when ${way} is pressed before any script has run, and sends it`, async () => {
    await open({ isPrerendered: true, nonce: 'none', held: /\/widget/ });
    await fill();
    await host.page.context().setOffline(true);
    if (way === 'the button') await button().click();
    else await documentField().press('Enter');
    await host.page.getByText('Revisando tus datos').waitFor();
    await assertAccessible(host.page, 'a submit before any script');
    await host.page.context().setOffline(false);
    host.release();
    await assertSentOnce(ANA);
  });

test('an edit withdraws a submit from before any script had run', async () => {
  await open({ isPrerendered: true, nonce: 'none', held: /\/widget\.js/ });
  await host.page.route(CHUNKS.allButLoader, () => new Promise(() => {}));
  await button().click();
  host.release();
  await host.page.locator('[part=submit][aria-disabled=true]').waitFor();
  await cityField().press('P');
  await host.page.getByText('Revisando tus datos').waitFor({ state: 'hidden' });
  assert.equal(await button().getAttribute('aria-disabled'), 'false');
});

test('an edit after hydration leaves the button of a submit that is under way disabled', async () => {
  await open({ isPrerendered: true, held: CHUNKS.allButLoader });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await host.page.route('**/submission/**', async (route) => {
    await released;
    await route.continue();
  });
  await host.bootstrapRequested;
  await fill();
  await button().click();
  await host.page.locator('[part=submit][aria-disabled=true]').waitFor();
  host.release();
  await host.page.locator('precandidate-form:state(checking)').waitFor();
  await cityField().press('End');
  await cityField().pressSequentially('A');
  assert.equal(await button().getAttribute('aria-disabled'), 'true');
  release();
});

for (const isPrerendered of [true, false])
  test(`hydration moves nothing on the host page (${form(isPrerendered)})`, async () => {
    await open({ isPrerendered, held: CHUNKS.form });
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
  test(`works before hydration under the strictest policy (${form(isPrerendered)})`, async () => {
    const { url } = stage.proxy;
    await open({
      isPrerendered,
      held: CHUNKS.form,
      policy: `default-src 'none'; script-src ${url}; connect-src ${url}; style-src ${isPrerendered ? url : "'none'"}; require-trusted-types-for 'script'; trusted-types lit-html`,
    });
    await fill();
    host.release();
    await button().click();
    await assertSentOnce(ANA);
    assert.deepEqual(await violations(host.page), []);
  });

/** The button's background, which only our styles set. */
const color = () => button().evaluate((node) => getComputedStyle(node).backgroundColor);

test('with a nonce: has styles before any response, once, under the strictest policy', async () => {
  const { url } = stage.proxy;
  const nonce = 'q83vEjRWeJCrze8SNFZ4kA==';
  await open({
    isPrerendered: true,
    nonce,
    held: /\/widget/,
    policy: `default-src 'none'; script-src ${url}; connect-src ${url}; style-src 'nonce-${nonce}'; require-trusted-types-for 'script'; trusted-types lit-html`,
  });
  const requests: string[] = [];
  const bootstraps: unknown[] = [];
  host.page.on('request', (request) => {
    requests.push(request.url());
    if (request.url().endsWith('/bootstrap')) bootstraps.push(request.postDataJSON());
  });
  await fill();
  const atFirst = await color();
  assert.equal(atFirst, 'rgb(11, 92, 107)');
  host.release();
  await host.page.locator('precandidate-form:state(ready)').waitFor();
  assert.equal(await color(), atFirst);
  const sheets = await host.page.evaluate(() => {
    const root = document.querySelector('precandidate-form')?.shadowRoot;
    const rules = [...(root?.styleSheets ?? []), ...(root?.adoptedStyleSheets ?? [])].flatMap(
      ({ cssRules }) => [...cssRules].map(({ cssText }) => cssText),
    );
    return { rules: rules.length, unlike: new Set(rules).size };
  });
  assert.equal(sheets.rules, sheets.unlike);
  // The prerendered fields are not requested again.
  assert.deepEqual(
    bootstraps.map((each) => (each as { fields: boolean }).fields),
    [false],
  );
  assert.deepEqual(
    requests.filter((file) => file.endsWith('.css')),
    [],
  );
  await button().click();
  await assertSentOnce(ANA);
  assert.deepEqual(await violations(host.page), []);
});

test('has no styles until the script runs when a policy blocks the style sheet', async () => {
  await open({
    isPrerendered: true,
    nonce: 'another',
    held: CHUNKS.form,
    policy: `script-src ${stage.proxy.url}; style-src 'none'`,
  });
  await host.page.locator('precandidate-form:defined').waitFor();
  assert.equal(await color(), 'rgb(11, 92, 107)');
  host.release();
  await fill();
  await button().click();
  await assertSentOnce(ANA);
});

const problem = () =>
  host.page.locator('[part=notice], [part=card]', {
    hasText: /No pudimos conectarnos|No podemos continuar|Este formulario no está disponible/,
  });
/** A busy machine may take so long to press it that the element retries by itself before. */
const retry = () => host.page.getByRole('button', { name: 'Intentar de nuevo' });
const elementDefined = () =>
  host.page.waitForFunction(() => customElements.get('precandidate-form') !== undefined);

for (const [file, pattern] of Object.entries({
  'the bootstrap': /\/bootstrap$/,
  'the form app': CHUNKS.form,
}))
  test(`keeps the input and retries when ${file} hangs`, async () => {
    await open({ isPrerendered: true });
    let isOver = false;
    // A file that hangs is requested again under another address.
    const isAnswered = (url: string) =>
      isOver && (file === 'the bootstrap' || url.includes('?retry='));
    await host.page.route(pattern, (route) =>
      isAnswered(route.request().url()) ? route.continue() : new Promise(() => {}),
    );
    await host.page.clock.install();
    await host.page.reload();
    await fill();
    await button().click();
    await host.page.getByText('Revisando tus datos').waitFor();
    await elementDefined();
    await host.page.clock.fastForward(10_000);
    await problem().waitFor();
    assert.equal(await host.page.getByText('Revisando tus datos').isVisible(), false);
    await assertAccessible(host.page, `${file} hangs`);
    assert.equal(await cityField().inputValue(), 'PE LIM');
    isOver = true;
    const isSent = assertSentOnce(ANA);
    await Promise.race([retry().click(), isSent]);
    await isSent;
  });

test('does not announce a pressed submit twice', async () => {
  await open({ isPrerendered: true, held: CHUNKS.element });
  await host.page.route(CHUNKS.form, () => new Promise(() => {}));
  await fill();
  await host.bootstrapRequested;
  await button().click();
  await host.page.locator('.pending-notices', { hasText: 'Revisando tus datos' }).waitFor();
  host.release();
  await elementDefined();
  assert.equal(await liveRegion(host.page).textContent(), '');
});
