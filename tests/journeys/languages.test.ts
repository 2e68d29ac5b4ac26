import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible } from '../stage/browser.ts';
import { openCandidate, eventDetail } from '../stage/candidate.ts';
import { createCandidate, openDemo, openHr } from '../stage/demo.ts';
import { fillDate } from '../stage/short-form.ts';

const stage = openDemo();

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
