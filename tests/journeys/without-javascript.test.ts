import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright';
import { newCandidate, openDemo } from '../stage/demo.ts';

const stage = openDemo();

/** The renderer starts with the first form; a page that was faster has no fields yet. */
async function openPrerendered(page: Page, address: string): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1) {
    await page.goto(address);
    if ((await page.content()).includes('rendered=')) return;
  }
  throw new Error('the form was not rendered');
}

test('without JavaScript, the page links to the hosted form', async () => {
  const id = await newCandidate(stage, 'peru_basic');
  const context = await stage.browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await openPrerendered(page, `${stage.portal.url}/candidates/${id}`);
  const link = page.getByRole('link', { name: 'Abrir el formulario' });
  assert.match((await link.getAttribute('href')) ?? '', /\/forms\//);
  assert.equal(await page.getByLabel('Número de documento').isVisible(), false);
  await context.close();
});

test('a press before the script listens neither navigates nor puts a value into the URL', async () => {
  const id = await newCandidate(stage, 'peru_basic');
  const context = await stage.browser.newContext();
  const page = await context.newPage();
  await page.route('**/widget.js', (route) => route.abort());
  const address = `${stage.portal.url}/candidates/${id}`;
  await openPrerendered(page, address);
  const navigations: string[] = [];
  page.on('framenavigated', (frame) => navigations.push(frame.url()));
  const document = page.getByLabel('Número de documento');
  await document.fill('44556671');
  await document.press('Enter');
  await page.getByRole('button', { name: 'Enviar' }).click();
  assert.equal(await document.inputValue(), '44556671');
  assert.deepEqual([navigations, page.url()], [[], address]);
  await context.close();
});
