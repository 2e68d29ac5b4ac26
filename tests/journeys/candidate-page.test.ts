import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { assertAccessible, violations } from '../stage/browser.ts';
import { eventDetail, openCandidate, reloadUntilPrerendered } from '../stage/candidate.ts';
import { createCandidate, newCandidate, openDemo, openHr } from '../stage/demo.ts';
import { fillDate } from '../stage/short-form.ts';

const stage = openDemo();
afterEach(async () => {
  for (const context of stage.browser.contexts()) await context.close();
});

test('a candidate in Brazil sees only Portuguese', async () => {
  const hr = await openHr(stage);
  const id = await createCandidate(hr, { name: 'João da Silva', pipeline: 'brazil_full' });
  const page = await openCandidate(stage, id, { colorScheme: 'dark' });
  await page.getByRole('heading', { name: 'Complete seus dados', level: 1 }).waitFor();
  await eventDetail(page, 'precandidate-ready');
  await page.getByRole('button', { name: 'Enviar' }).click();
  await page.getByRole('link', { name: /^Informe .*CPF/ }).waitFor();
  await assertAccessible(page, 'errors in Portuguese, dark');
  await page.getByLabel('CPF').fill('529.982.247-25');
  await fillDate(page, 'Data de nascimento', '1990-12-31');
  await page.getByLabel('Nome completo', { exact: true }).fill('João da Silva');
  await page.getByLabel('Nome completo da mãe').fill('Maria da Silva');
  await page.getByLabel('Cidade').fill('BR CWB');
  await page.getByRole('button', { name: 'Enviar' }).click();
  await page.getByRole('heading', { name: 'Pronto!' }).waitFor();
  await assertAccessible(page, 'submitted in Portuguese, dark');
});

test('the link’s language applies to the page and to the form', async () => {
  const hr = await openHr(stage);
  const id = await createCandidate(hr, { name: 'Ana Quispe', pipeline: 'no_fields' });
  const page = await openCandidate(stage, id, { lang: 'en' });
  await page.getByRole('heading', { name: 'Complete your details' }).waitFor();

  await page.getByText('Nothing is missing').waitFor();
  await page.getByRole('link', { name: 'Español' }).click();
  await page.getByRole('heading', { name: 'Completa tus datos' }).waitFor();
  await page.getByText('No falta ningún dato').waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), 'es');
});

test('changing the language keeps the input', async () => {
  const hr = await openHr(stage);
  const id = await createCandidate(hr, { name: 'Ana Quispe', pipeline: 'peru_basic' });
  const page = await openCandidate(stage, id);
  await eventDetail(page, 'precandidate-ready');
  await page.getByLabel('Número de documento').fill('41234561');
  await page.getByRole('link', { name: 'English' }).click();
  await page.getByRole('heading', { name: 'Complete your details' }).waitFor();
  await page.getByRole('button', { name: 'Send' }).waitFor();
  assert.equal(await page.locator('input').first().inputValue(), '41234561');
  assert.equal(await page.locator('html').getAttribute('lang'), 'en');
  assert.match(page.url(), /lang=en$/);
});

test('the longest name without a space widens no page', async () => {
  const hr = await openHr(stage);
  const id = await createCandidate(hr, { name: 'M'.repeat(120), pipeline: 'peru_basic' });
  const candidate = await openCandidate(stage, id);
  const person = hr.url();
  for (const width of [320, 1280])
    for (const [page, url] of [
      [hr, person],
      [hr, stage.portal.url],
      [candidate, candidate.url()],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(url);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${url} at ${width}: ${over} px`);
    }
});

const strictPolicy = (proxy: string) =>
  new RegExp(
    `^default-src 'none'; script-src ${proxy} 'nonce-[^']+'; connect-src ${proxy}; style-src 'none'; ` +
      `require-trusted-types-for 'script'; trusted-types lit-html$`,
  );

test('works under the strictest policy without a violation', async () => {
  const hr = await openHr(stage);
  const id = await createCandidate(hr, { name: 'Ana Quispe', pipeline: 'peru_full' });
  const answer = await fetch(`${stage.portal.url}/strict/${id}`);
  assert.match(answer.headers.get('content-security-policy') ?? '', strictPolicy(stage.proxy.url));

  const page = await openCandidate(stage, id, { strict: true });
  await eventDetail(page, 'precandidate-ready');
  await page.getByRole('button', { name: 'Enviar' }).click();
  await eventDetail(page, 'precandidate-invalid');
  await page.getByLabel('Número de DNI').fill('41234561');
  await page.getByLabel('Nombre completo').fill('Ana Quispe Mamani');
  // The first part takes the whole date.
  const birth = page.getByRole('group', { name: 'Fecha de nacimiento' });
  await birth.getByLabel('Día').fill('1999-04-01');
  await page.getByLabel('Ciudad').fill('PE LIM');
  await page.getByRole('button', { name: 'Enviar' }).click();
  await page.getByRole('heading', { name: '¡Listo!' }).waitFor();

  assert.deepEqual(await violations(page), []);
});

test('the strictest policy blocks an inline style', async () => {
  const hr = await openHr(stage);
  const id = await createCandidate(hr, { name: 'Beto Díaz', pipeline: 'peru_basic' });
  const page = await openCandidate(stage, id, { strict: true });
  await page.evaluate(() => document.body.append(document.createElement('style')));
  await page.evaluate(() => document.body.setAttribute('style', 'color: red'));
  await page.evaluate(() => new Promise(requestAnimationFrame));
  assert.ok((await violations(page)).some((each) => each.startsWith('style-src')));
});

test('without JavaScript, the page links to the hosted form', async () => {
  const id = await newCandidate(stage, 'peru_basic');
  const context = await stage.browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${stage.portal.url}/candidates/${id}`);
  await reloadUntilPrerendered(page);
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
  await page.goto(address);
  await reloadUntilPrerendered(page);
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
