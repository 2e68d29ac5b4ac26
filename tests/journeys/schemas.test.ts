import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright';
import { assertAccessible } from '../stage/browser.ts';
import { openCandidate, eventDetail } from '../stage/candidate.ts';
import { createCandidate, openDemo, openHr } from '../stage/demo.ts';
import { formIdOf, serviceRecord } from '../stage/sandbox-control.ts';
import { fillField, fillDate } from '../stage/short-form.ts';

const stage = openDemo();

async function openForm(name: string, pipeline: string, lang: 'es' | 'en'): Promise<Page> {
  const hr = await openHr(stage);
  const id = await createCandidate(hr, { name, pipeline, phone: '+51 999 888 777' });
  const page = await openCandidate(stage, id, { lang });
  await eventDetail(page, 'precandidate-ready');
  return page;
}

test('two list entries arrive as a list', async () => {
  const page = await openForm('Ana Quispe', 'reference_check', 'es');
  const fill = async (n: number, name: string) => {
    await page.getByLabel('Nombre y apellido').nth(n).fill(name);
    await page.getByLabel('Teléfono').nth(n).fill('+51 987 654 321');
    await page.getByLabel('Empresa').nth(n).fill('Molinos del Sur');
    await fillField(page.getByLabel('Relación laboral').nth(n), 'Colega');
  };
  await fill(0, 'Luisa Prado');
  await page.getByRole('button', { name: /^Agregar/ }).click();
  await page.getByText('Referencia 2', { exact: true }).waitFor();
  await fill(1, 'Raúl Soto');
  await assertAccessible(page, 'two referees');
  await page.getByRole('button', { name: 'Enviar' }).click();
  await page.getByRole('heading', { name: '¡Listo!' }).waitFor();
  const kept = await serviceRecord(stage.sandbox.url, await formIdOf(page));
  const referee = { phone: '+51987654321', company: 'Molinos del Sur', relationship: 'Colega' };
  assert.deepEqual(kept.data, {
    referees: [
      { name: 'Luisa Prado', ...referee },
      { name: 'Raúl Soto', ...referee },
    ],
  });
});

test('property names with quotes, slashes, dots, and spaces reach the service unchanged', async () => {
  const page = await openForm('Carla Ruiz', 'odd_names', 'en');
  await page.getByRole('button', { name: 'Send' }).click();
  const { errors } = await eventDetail(page, 'precandidate-invalid');
  assert.deepEqual(
    errors.map(({ pointer }) => pointer),
    ['/mother\'s "full" name', '/city~1state', '/a.b', '/date of birth'],
  );
  await assertAccessible(page, 'odd names with errors');
  await page.getByLabel('Mother\'s "full" name').fill('Juana');
  await page.getByLabel('City/state').fill('Lima');
  await page.getByLabel('A.b').fill('with a dot');
  await page.getByLabel('A b').fill('with an underscore');
  await fillDate(page, 'Date of birth', '1999-04-01');
  await page.getByLabel('bold & co').fill('bold');
  await page.getByLabel('Constructor').fill('builder');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('heading', { name: 'All done' }).waitFor();
  const kept = await serviceRecord(stage.sandbox.url, await formIdOf(page));
  assert.deepEqual(kept.data, {
    'mother\'s "full" name': 'Juana',
    'city/state': 'Lima',
    'a.b': 'with a dot',
    a_b: 'with an underscore',
    'date of birth': '1999-04-01',
    '<b>bold</b> & co': 'bold',
    constructor: 'builder',
  });
});

test('confirms a form without fields', async () => {
  const page = await openForm('Beto Díaz', 'no_fields', 'es');
  await page.getByText('No falta ningún dato').waitFor();
  await assertAccessible(page, 'no fields');
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await page.getByRole('heading', { name: '¡Listo!' }).waitFor();
  const kept = await serviceRecord(stage.sandbox.url, await formIdOf(page));
  assert.deepEqual([kept.precandidate_status, kept.data], ['SUBMITTED', {}]);
});
