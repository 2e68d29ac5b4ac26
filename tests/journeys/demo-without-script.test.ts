import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newCandidate } from '../stage/new-candidate.ts';
import { openDemo } from '../stage/open-demo.ts';

const stage = openDemo();

test('the portal’s page works where no script runs', async () => {
  const id = await newCandidate(stage, 'peru_basic');
  const context = await stage.browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const address = `${stage.portal.url}/candidates/${id}`;
  // What draws starts with the first form; a page that was faster has none yet.
  for (let tries = 0; tries < 20; tries += 1) {
    await page.goto(address);
    if ((await page.getByLabel('Ciudad').count()) > 0) break;
  }
  await page.getByLabel('Número de documento').fill('12345678');
  await page.getByLabel('Ciudad').fill('Lima');
  await page.getByRole('button', { name: 'Enviar' }).click();
  await page.getByRole('heading', { name: /Recibimos tus datos|¡Listo!/ }).waitFor();
  assert.ok(page.url().startsWith(stage.proxy.url));
});
