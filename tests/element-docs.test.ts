import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright';
import { PATHS, type Precandidate, type Session } from 'precandidate-contract';
import { startProxy, type Proxy } from 'precandidate-proxy';
import { startSandbox, type Sandbox } from 'precandidate-sandbox';
import { openBrowser } from './stage/browser.ts';
import { startHost, type Host } from './stage/host-page.ts';
import { blocksOf, readPage } from './stage/repository.ts';
import { requestProxy, newPrecandidate, proxySettings } from './stage/service.ts';

// The examples of docs/element.md, run as they stand there.

const blocks = blocksOf(readPage('docs/element.md'));
const exampleOf = (holding: string): string => {
  const found = blocks.filter(({ text }) => text.includes(holding));
  assert.equal(found.length, 1, `${holding}: in one example`);
  return found[0]?.text ?? '';
};

let sandbox: Sandbox;
let proxy: Proxy;
let host: Host;
let browser: Browser;
before(async () => {
  sandbox = await startSandbox();
  host = await startHost();
  proxy = await startProxy({ ...proxySettings(sandbox), ALLOWED_ORIGINS: host.origin });
  browser = await openBrowser();
});
after(async () => {
  await browser.close();
  await proxy.close();
  await host.close();
  await sandbox.close();
});

const ask = async (path: string, body: object) =>
  (await (await requestProxy(proxy.url, path, { body })).json()) as Session;
const SCRIPT = () => `<script type="module" src="${proxy.url}/widget.js"></script>`;
const moduleOf = (code: string) => `<script type="module">${code}</script>`;

async function sessionFor({ person_id, precandidate_id }: Precandidate): Promise<string> {
  const wish = { person_id, form_id: precandidate_id, locale: 'es-PE', html: false };
  return (await ask(PATHS.sessions, wish)).token;
}

async function open(markup: string): Promise<Page> {
  host.show(`<!doctype html><html lang="es"><title>Portal</title>${markup}`, undefined);
  const page = await browser.newPage();
  await page.goto(`${host.origin}/`);
  return page;
}

async function submit(page: Page, button: string): Promise<void> {
  await page.getByLabel('Ciudad').fill('PE LIM');
  await page.locator('precandidate-form').getByRole('button', { name: button }).click();
}

test('the element by itself, with the listener and the words of the host', async () => {
  const tag = exampleOf('widget.js').replace('https://forms.hr.example', proxy.url);
  const session = await sessionFor(await newPrecandidate(proxy.url));
  const page = await open(
    tag.replace('eyJ…', session) +
      moduleOf(exampleOf('event.detail.by')) +
      moduleOf(exampleOf('whenDefined')),
  );
  const told = page.waitForEvent('console', (line) => line.text().endsWith(' form'));
  await page.getByLabel('DNI').fill('70456123');
  await submit(page, 'Mandar mis datos');
  await told;
});

test('the fields that the proxy drew, pasted, and with a further attribute', async () => {
  const record = await newPrecandidate(proxy.url);
  const code = `${exampleOf('element = html ??')}\nexport { element };`;
  const given = `const { ask, person_id, form_id, origin, nonce } = globalThis.example;`;
  const example = {
    ask: (path: string, body: object) => ask(path, body),
    origin: host.origin,
    nonce: 'bm9uY2U=',
  };
  const ids = { person_id: record.person_id, form_id: record.precandidate_id };
  Object.assign(globalThis, { example: { ...example, ...ids } });
  const source = `data:text/javascript,${encodeURIComponent(given + code)}`;
  const { element } = (await import(source)) as { element: string };
  const [, replacing = ''] = /`html(\.replace\(.*?\))`/.exec(readPage('docs/element.md')) ?? [];
  const [, before_ = '', after_ = ''] = /'(.*?)', '(.*?)'/.exec(replacing) ?? [];
  const page = await open(element.replace(before_, after_) + SCRIPT());
  await page.getByLabel('Número de documento').fill('70456123');
  await page.locator('precandidate-form:state(ready)[session-url="/session"]').waitFor();
  await submit(page, 'Enviar');
  await page.locator('precandidate-form:state(submitted)').waitFor();
});

test('inside a form of the host’s, in the place that it keeps', async () => {
  const record = await newPrecandidate(proxy.url);
  const form = exampleOf('<button>Apply').replace('eyJ…', await sessionFor(record));
  const page = await open(`<style>${exampleOf('min-block-size')}</style>${form}`);
  const element = page.locator('precandidate-form');
  assert.equal((await element.boundingBox())?.height, 320);
  await page.addScriptTag({ type: 'module', url: `${proxy.url}/widget.js` });
  await page.getByLabel('Número de documento').fill('70456123');
  await submit(page, 'Enviar');
  await page.locator('precandidate-form:state(submitted)').waitFor();
  const sent = page.waitForRequest('**/applications');
  await page.getByRole('button', { name: 'Apply' }).click();
  assert.equal((await sent).postData(), `precandidate_id=${record.precandidate_id}`);
});
