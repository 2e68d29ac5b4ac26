import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright';
import { openHost } from 'precandidate-testing/host-page.ts';
import { newPrecandidate } from 'precandidate-testing/service.ts';
import { curlBodyOf, snippetOf } from 'precandidate-testing/snippets.ts';

// Runs the examples of the README, of the element's reference page, and of the guides about it.

const ELEMENT = 'docs/reference/element.md';
const PRERENDER = 'docs/guides/prerender.md';

const stage = openHost();

const scriptTag = () => `<script type="module" src="${stage.proxy.url}/widget.js"></script>`;
const moduleOf = (code: string) => `<script type="module">${code}</script>`;
const open = (markup: string) =>
  stage.openMarkup(`<!doctype html><html lang="es"><title>Portal</title>${markup}`);

async function submit(page: Page, button: string): Promise<void> {
  await page.getByLabel('Ciudad').fill('PE LIM');
  await page.locator('precandidate-form').getByRole('button', { name: button }).click();
}

test('runs the element with a listener and custom messages', async () => {
  const tag = snippetOf(ELEMENT, 'html', 'widget.js').replace(
    'https://forms.hr.example',
    stage.proxy.url,
  );
  const { token } = await stage.newSession(await newPrecandidate(stage.proxy.url));
  const page = await open(
    tag.replace('eyJ…', token) +
      moduleOf(snippetOf(ELEMENT, 'js', 'event.detail.by')) +
      moduleOf(snippetOf('docs/guides/texts.md', 'js')),
  );
  const logged = page.waitForEvent('console', (line) => line.text().endsWith(' form'));
  await page.getByLabel('DNI').fill('70456123');
  await submit(page, 'Mandar mis datos');
  await logged;
});

test('runs the element with the page’s own function for sessions', async () => {
  const set = moduleOf(snippetOf('docs/guides/sessions.md', 'js', 'fetchSession'));
  const json = await stage.newSession(await newPrecandidate(stage.proxy.url));
  for (const [status, text] of [
    [200, 'Número de documento'],
    [401, 'Abre tu enlace para continuar'],
    [503, 'No podemos continuar en este momento'],
  ] as const) {
    const page = await stage.openMarkup(
      `<!doctype html><html lang="es"><title>Portal</title>${scriptTag()}<precandidate-form></precandidate-form>${set}`,
      undefined,
      (portal) =>
        portal.route(`${stage.origin}/session`, (route) => route.fulfill({ status, json })),
    );
    await page.locator('precandidate-form').getByText(text, { exact: true }).first().waitFor();
  }
});

test('runs a prerendered form with a further attribute', async () => {
  const person = await newPrecandidate(stage.proxy.url);
  const html = await stage.elementFor(person, { isPrerendered: true });
  const replacement = snippetOf(PRERENDER, 'js', 'html.replace');
  const [, before_ = '', after_ = ''] = /html\.replace\('(.*?)', '(.*?)'\)/.exec(replacement) ?? [];
  const page = await open(html.replace(before_, after_) + scriptTag());
  await page.getByLabel('Número de documento').fill('70456123');
  await page.locator('precandidate-form:state(ready)[session-url="/session"]').waitFor();
  await submit(page, 'Enviar');
  await page.locator('precandidate-form:state(submitted)').waitFor();
});

test('runs the element inside a form, in its reserved space', async () => {
  const record = await newPrecandidate(stage.proxy.url);
  const form = snippetOf(ELEMENT, 'html', '<button>Apply').replace(
    'eyJ…',
    (await stage.newSession(record)).token,
  );
  const page = await open(
    `<style>${snippetOf('docs/guides/theming.md', 'css', 'min-block-size')}</style>${form}`,
  );
  const element = page.locator('precandidate-form');
  assert.equal((await element.boundingBox())?.height, 320);
  await page.addScriptTag({ type: 'module', url: `${stage.proxy.url}/widget.js` });
  await page.getByLabel('Número de documento').fill('70456123');
  await submit(page, 'Enviar');
  await page.locator('precandidate-form:state(submitted)').waitFor();
  const sent = page.waitForRequest('**/applications');
  await page.getByRole('button', { name: 'Apply' }).click();
  assert.equal((await sent).postData(), `precandidate_id=${record.precandidate_id}`);
});

test('the README’s embed has at most ten lines and works with the session of its request', async () => {
  const person = await newPrecandidate(stage.proxy.url);
  const ids = { PERSON_ID: person.person_id, FORM_ID: person.precandidate_id };
  const request = curlBodyOf(snippetOf('README.md', 'sh', '/sessions'), ids) as object;
  // Nothing but the request of the README.
  const exact = { locale: undefined, html: undefined, ...request, origin: stage.origin };
  const { token } = await stage.newSession(person, exact);

  const embed = snippetOf('README.md', 'html', '<precandidate-form').trim();
  assert.ok(embed.split('\n').length <= 10);
  const markup = embed.replace('https://forms.hr.example', stage.proxy.url).replace('eyJ…', token);
  const page = await stage.openMarkup(
    `<!doctype html><html lang="en"><title>Portal</title>${markup}`,
  );
  const confirmed = page.waitForEvent('console', (line) => line.text().startsWith('confirmed'));
  await page.getByLabel(/document/i).fill('70456123');
  await page.getByLabel(/city/i).fill('PE LIM');
  await page.locator('precandidate-form').getByRole('button').click();
  assert.match((await confirmed).text(), /^confirmed by the service \S+ form$/);
});
