import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import type { Precandidate, Session } from 'precandidate-contract';
import type { Browser, Page } from 'playwright';
import { askProxy } from '../stage/ask-proxy.ts';
import { assertAccessible } from '../stage/assert-accessible.ts';
import { openBrowser } from '../stage/open-browser.ts';
import { openService } from '../stage/open-service.ts';
import { keptByService } from '../stage/service-side.ts';

/** Page of a host that pastes what it was given, under a policy that allows no script at all. */
const pages = new Map<string, string>();
const host = createServer((request, response) => {
  const { url: proxy } = service.proxy;
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src ${proxy}; form-action ${proxy}`,
  });
  response.end(pages.get(request.url ?? ''));
});
await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;

const service = openService({ ALLOWED_ORIGINS: origin });
let browser: Browser;

before(async () => {
  browser = await openBrowser();
});
after(async () => {
  await browser.close();
  host.close();
});

/** The page of a new candidate, in a browser that runs no script. */
async function openPage(
  pipeline_name: string,
  { locale = 'es-PE', width = 390 }: { locale?: string; width?: number } = {},
): Promise<{ page: Page; form_id: string }> {
  const { url } = service.proxy;
  const created = await askProxy(url, '/precandidate', {
    body: { country_code: 'PE', pipeline_name, email: 'ana@example.com', phone: '+51999888777' },
  });
  const { person_id, precandidate_id: form_id } = (await created.json()) as Precandidate;
  const body = { person_id, form_id, origin, locale };
  const html = await mintDrawn(body);
  pages.set(
    `/${form_id}`,
    `<!doctype html><html lang="es"><meta name="viewport" content="width=device-width"><title>Host</title><main><h1>Host</h1>${html}</main></html>`,
  );
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width, height: 800 },
  });
  const page = await context.newPage();
  await page.goto(`${origin}/${form_id}`);
  return { page, form_id };
}

/** What draws starts with the first form, and a session does not wait for it: then the next one does. */
async function mintDrawn(body: object): Promise<string> {
  for (let tries = 0; tries < 20; tries += 1) {
    const answer = await askProxy(service.proxy.url, '/sessions', { body });
    const { html } = (await answer.json()) as Session;
    if (html !== undefined) return html;
  }
  throw new Error('the form was not drawn');
}

/** axe needs scripts: it looks at the same page where they run, and there are none to run but its own. */
async function assertAccessibleAsIs(page: Page, state: string): Promise<void> {
  const context = await browser.newContext({ viewport: page.viewportSize() });
  const other = await context.newPage();
  if (page.url().startsWith(origin)) await other.goto(page.url());
  else await other.setContent(await page.content());
  await assertAccessible(other, state);
  await context.close();
}

const send = (page: Page) => page.getByRole('button', { name: /^(Enviar|Send)$/ }).click();
/** As high as a finger needs it, so the sheet is there. */
const isStyled = async (page: Page) => {
  const button = page.getByRole('button', { name: /^(Enviar|Send)$/ });
  return ((await button.boundingBox())?.height ?? 0) >= 44;
};
const isWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

test('without a script the pasted form is filled in, corrected and sent, and the service confirms it', async () => {
  const { page, form_id } = await openPage('peru_full', { width: 320 });
  assert.deepEqual([await isWide(page), await isStyled(page)], [false, true]);
  await assertAccessibleAsIs(page, 'the pasted form');
  await page.getByLabel('Número de DNI').fill('12345');
  await page.getByLabel('Nombre completo').fill('Ana <b>Quispe</b>');
  await page.getByLabel('Día').fill('31');
  await page.getByLabel('Mes').fill('mayo');
  await page.getByLabel('Ciudad').fill('Lima');
  await send(page);

  assert.equal(await page.title(), 'Error: Tus datos');
  assert.deepEqual([await isWide(page), await isStyled(page)], [false, true]);
  await assertAccessibleAsIs(page, 'the page with errors');
  const summary = page.getByRole('region', { name: 'Hay 2 datos por corregir' });
  const links = await summary.getByRole('link').allTextContents();
  assert.equal(links.length, 2, links.join());
  assert.equal(await page.getByLabel('Nombre completo').inputValue(), 'Ana <b>Quispe</b>');
  assert.equal(await page.getByLabel('Mes').inputValue(), '05');
  await summary.getByRole('link').last().click();
  assert.match(page.url(), /#f\.dob$/);
  await page.getByLabel('Número de DNI').fill('12.345.678');
  await page.getByLabel('Año').fill('1990');
  await page.getByLabel('Nombre completo').press('Enter');

  await page.getByRole('heading', { name: 'Recibimos tus datos' }).waitFor();
  await assertAccessibleAsIs(page, 'the confirmation');
  const { data, form_posts } = await keptByService(service.sandbox.url, form_id);
  assert.deepEqual(data, {
    document_id_type: 'DNI',
    document_id: '12345678',
    full_name: 'Ana <b>Quispe</b>',
    dob: '1990-05-31',
    city_locode: 'PE LIM',
  });
  assert.equal(form_posts, 1);
  await page.reload();
  await page.getByRole('heading', { name: /Recibimos tus datos|¡Listo!/ }).waitFor();
  const again = await keptByService(service.sandbox.url, form_id);
  assert.deepEqual([again.form_posts, again.precandidate_status], [1, 'SUBMITTED']);
});

test('each kind of field is read, a list grows, and a question that an answer brings is asked', async () => {
  const { page, form_id } = await openPage('everything', { locale: 'en' });
  await page.getByLabel('Full name').fill('Ana Quispe');
  await page.getByLabel('E-mail address').fill('ana@example.com');
  await page.getByRole('radio', { name: 'female' }).check();
  await page
    .getByRole('group', { name: /Date of birth/ })
    .getByLabel('Day')
    .fill('1');
  await page
    .getByRole('group', { name: /Date of birth/ })
    .getByLabel('Month')
    .fill('2');
  await page
    .getByRole('group', { name: /Date of birth/ })
    .getByLabel('Year')
    .fill('1990');
  await page.getByLabel('Years of experience').fill('7');
  await page.getByLabel('Expected salary').fill('1,234.5');
  await page.getByRole('checkbox', { name: 'I agree' }).check();
  await page.getByLabel('Street and number').fill('Av. Arequipa 1');
  await page
    .getByRole('radiogroup', { name: /job now/ })
    .getByText('Yes')
    .click();
  await page.getByRole('button', { name: 'Add Language' }).click();

  await page.getByText('The list has changed').waitFor();
  await page.getByLabel('Language 1').fill('Quechua');
  await page.getByRole('button', { name: 'Add Language' }).click();
  await page.getByLabel('Language 2').fill('Spanish');
  await page.getByRole('button', { name: 'Remove Language 1' }).click();
  assert.equal(await page.getByLabel('Language 1').inputValue(), 'Spanish');
  await page.getByLabel('Employer').fill('Quipu');
  await send(page);

  await page.getByRole('heading', { name: 'We have your details' }).waitFor();
  const { data } = await keptByService(service.sandbox.url, form_id);
  assert.deepEqual(data, {
    full_name: 'Ana Quispe',
    email: 'ana@example.com',
    gender: 'female',
    dob: '1990-02-01',
    years_of_experience: 7,
    expected_salary: 1_234.5,
    consent: true,
    address: { street: 'Av. Arequipa 1' },
    languages: ['Spanish'],
    employed: 'yes',
    employer: 'Quipu',
  });
});
