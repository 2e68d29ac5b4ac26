import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextFrame, violations } from 'precandidate-testing/browser.ts';
import {
  eventDetail,
  openCandidate,
  reloadUntilPrerendered,
} from 'precandidate-testing/candidate.ts';
import { createCandidate, newCandidate, openDemo, openHr } from 'precandidate-testing/demo.ts';
import { fillShortForm, submitOnce } from 'precandidate-testing/short-form.ts';

const stage = openDemo();

test('the link’s language applies to the page and to the form; changing it keeps the input', async () => {
  const id = await newCandidate(stage);
  const page = await openCandidate(stage, id, { lang: 'en' });
  await page.getByRole('heading', { name: 'Complete your details' }).waitFor();
  await eventDetail(page, 'precandidate-ready');
  await page.getByLabel('Document number').fill('41234561');
  await page.getByRole('link', { name: 'Español' }).click();
  await page.getByRole('heading', { name: 'Completa tus datos' }).waitFor();
  await page.getByRole('button', { name: 'Enviar' }).waitFor();
  assert.equal(await page.getByLabel('Número de documento').inputValue(), '41234561');
  assert.equal(await page.locator('html').getAttribute('lang'), 'es');
  assert.match(page.url(), /lang=es$/);
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

test('works under the strictest policy, which blocks an inline style', async () => {
  const id = await newCandidate(stage);
  const response = await fetch(`${stage.portal.url}/strict/${id}`);
  const policy = response.headers.get('content-security-policy') ?? '';
  assert.match(policy, strictPolicy(stage.proxy.url));

  const page = await openCandidate(stage, id, { strict: true });
  await fillShortForm(page);
  await submitOnce(stage, page);
  assert.deepEqual(await violations(page), []);
  await page.evaluate(() => document.body.setAttribute('style', 'color: red'));
  await page.evaluate(nextFrame);
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
});
