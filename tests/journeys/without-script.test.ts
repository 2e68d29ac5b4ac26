import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright';
import { isWide, openPlainHost, sendPlainly } from '../stage/open-plain-host.ts';
import { keptByService } from '../stage/service-side.ts';

const { service, open, assertAccessibleAsIs } = await openPlainHost();

/** As high as a finger needs it, so the sheet is there. */
const isStyled = async (page: Page) => {
  const button = page.getByRole('button', { name: /^(Enviar|Send)$/ });
  return ((await button.boundingBox())?.height ?? 0) >= 44;
};

test('without a script the pasted form is filled in, corrected and sent, and the service confirms it', async () => {
  const { page, form_id } = await open('peru_full', { width: 320 });
  assert.deepEqual([await isWide(page), await isStyled(page)], [false, true]);
  await assertAccessibleAsIs(page, 'the pasted form');
  await page.getByLabel('Número de DNI').fill('12345');
  await page.getByLabel('Nombre completo').fill('Ana <b>Quispe</b>');
  await page.getByLabel('Día').fill('31');
  await page.getByLabel('Mes').fill('mayo');
  await page.getByLabel('Ciudad').fill('Lima');
  await sendPlainly(page);

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

  await page.getByRole('heading', { name: /Recibimos tus datos|¡Listo!/ }).waitFor();
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
  // No question whether to send again: it is a page like any other, and it tells the newest.
  const methods: string[] = [];
  page.on('request', (request) => methods.push(request.method()));
  for (let tries = 0; tries < 100; tries += 1) {
    await page.reload();
    if ((await page.getByRole('heading', { name: '¡Listo!' }).count()) > 0) break;
  }
  assert.deepEqual(new Set(methods), new Set(['GET']));
  assert.equal(await page.title(), '¡Listo!');
  const again = await keptByService(service.sandbox.url, form_id);
  assert.deepEqual([again.form_posts, again.precandidate_status], [1, 'SUBMITTED']);
});

test('each kind of field is read, a list grows, and a question that an answer brings is asked', async () => {
  const { page, form_id } = await open('everything', { locale: 'en' });
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
  await sendPlainly(page);

  await page.getByRole('heading', { name: /We have your details|All done/ }).waitFor();
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
