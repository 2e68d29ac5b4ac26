import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newPrecandidate } from 'precandidate-testing/service.ts';
import { until } from 'precandidate-testing/until.ts';
import { CHUNKS, openHost, type HostPage } from 'precandidate-testing/host-page.ts';

// Files of the widget that do not arrive at first, and arrive once the network or the tab is back.

const stage = openHost();

/** Fails each request for a file, until {@link leaveAndReturn}. Resolves when three have failed. */
async function loseFile({ page }: HostPage, file: RegExp, cause: () => Promise<unknown>) {
  const tries = new Set<string>();
  await page.route(file, (route) => {
    tries.add(route.request().url());
    return route.abort();
  });
  await cause();
  await until(async () => tries.size >= 3);
}

/** @param lost - a file that arrives from now on */
async function leaveAndReturn({ page }: HostPage, lost?: RegExp): Promise<void> {
  if (lost) await page.unroute(lost);
  await page.context().setOffline(true);
  await page.context().setOffline(false);
}

const isReady = ({ page }: HostPage) => page.locator('precandidate-form:state(ready)').waitFor();

test('messages that the page set while their script failed are shown when the network is back', async () => {
  const host = await stage.open();
  await isReady(host);
  const setMessages = () =>
    host.page.evaluate(() => {
      document.querySelector('precandidate-form')!.messages = { es: { submit: 'Mandar' } };
    });
  await loseFile(host, /host-overrides/, setMessages);
  await leaveAndReturn(host, /host-overrides/);
  await host.page.getByRole('button', { name: 'Mandar' }).waitFor();
});

test('another language whose file failed is shown when the network is back, and none of it before', async () => {
  const host = await stage.open();
  const { page } = host;
  await isReady(host);
  const setLocale = () =>
    page.evaluate(() => {
      const element = document.querySelector('precandidate-form')!;
      addEventListener('precandidate-problem', ({ detail }) => (document.title += detail.type));
      element.setAttribute('locale', 'en-US');
    });
  await loseFile(host, /i18n-en/, setLocale);
  await page.waitForFunction(
    () => document.title === 'Portalurn:precandidate:problem:proxy-unreachable',
  );
  assert.equal(await page.locator('precandidate-form .base').getAttribute('lang'), 'es');
  await page.route('**/submission/**', (route) => route.abort());
  await page.getByLabel('Número de documento').fill('41234561');
  await page.getByRole('combobox', { name: 'Ciudad' }).fill('PE LIM');
  await page.getByRole('button', { name: 'Enviar' }).click();
  await page.getByRole('button', { name: 'Intentar de nuevo' }).waitFor();
  await page
    .getByText(/Lo intentaremos de nuevo en \d/)
    .first()
    .waitFor();
  await leaveAndReturn(host, /i18n-en/);
  await page.getByRole('button', { name: 'Send' }).waitFor();
  assert.equal(await page.locator('precandidate-form .base').getAttribute('lang'), 'en');
});

test('a field whose combobox failed gets it when the network is back', async () => {
  const host = await stage.open({ held: CHUNKS.form });
  await loseFile(host, /combobox/, async () => host.release());
  await isReady(host);
  assert.equal(await host.page.getByRole('combobox', { name: 'Ciudad' }).count(), 0);
  await leaveAndReturn(host, /combobox/);
  await host.page.getByRole('combobox', { name: 'Ciudad' }).waitFor();
});

test('an element whose file failed is a problem for the page, which has no state before', async () => {
  const person = await newPrecandidate(stage.proxy.url);
  const page = await stage.openMarkup(
    stage.pageOf(await stage.elementFor(person)),
    undefined,
    async (empty) => {
      await empty.addInitScript(() =>
        addEventListener('precandidate-problem', ({ target, detail }) => {
          document.title += ` ${detail.type} ${(target as HTMLElementTagNameMap['precandidate-form']).state}`;
        }),
      );
      await empty.route(CHUNKS.element, (route) => route.abort());
    },
  );
  const title = 'Portal urn:precandidate:problem:form-broken undefined';
  await page.waitForFunction((expected) => document.title === expected, title);
  await page.unroute(CHUNKS.element);
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await page.locator('precandidate-form:state(ready)').waitFor();
});

test('a form app that hangs is requested again when the network is back', async () => {
  const host = await stage.open({ held: CHUNKS.allButLoader });
  await host.page.clock.install();
  await host.page.reload();
  await host.page.route(CHUNKS.form, (route) =>
    route.request().url().includes('?retry=') ? route.continue() : new Promise(() => {}),
  );
  host.release();
  await host.page.waitForFunction(() => customElements.get('precandidate-form') !== undefined);
  await host.page.clock.fastForward(5_000);
  await leaveAndReturn(host);
  await isReady(host);
});

test('a form app that an optimizer has rewritten is named, and is no problem of the connection', async () => {
  const host = await stage.open({ held: CHUNKS.allButLoader });
  const logged: string[] = [];
  host.page.on('console', (line) => logged.push(line.text()));
  await host.page.route(CHUNKS.form, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'window.delayed = 1;' }),
  );
  host.release();
  const ours = /No podemos continuar en este momento\s*No es tu culpa/;
  await host.page.locator('precandidate-form', { hasText: ours }).waitFor();
  assert.match(logged.join('\n'), /form-app\S+ cannot be loaded\. Something has rewritten it/);
});
