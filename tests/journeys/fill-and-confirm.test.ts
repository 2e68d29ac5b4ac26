import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible } from '../stage/browser.ts';
import { focusOn, focused, openCandidate, eventCount, eventDetail } from '../stage/candidate.ts';
import { createCandidate, openDemo, openHr, hrStatus } from '../stage/demo.ts';
import { formIdOf, serviceRecord } from '../stage/sandbox-control.ts';

const stage = openDemo();

test('a candidate corrects an empty field, and both pages show the confirmation', async () => {
  const hr = await openHr(stage);
  const id = await createCandidate(hr, { name: 'Ana Quispe', pipeline: 'peru_basic' });
  await hrStatus(hr, 'Waiting for the candidate');
  const page = await openCandidate(stage, id);

  assert.deepEqual(await eventDetail(page, 'precandidate-ready'), {
    fields: 2,
    required: 2,
    missing: 2,
  });
  assert.notEqual(await focused(page), 'Número de documento', 'focus is not stolen on load');
  await assertAccessible(page, 'ready');

  await page.getByLabel('Ciudad').fill('PE LIM');
  await page.getByRole('button', { name: 'Enviar' }).click();
  await page.getByRole('heading', { name: 'Falta 1 dato' }).waitFor();
  await focusOn(page, 'Falta 1 dato');
  const invalid = await eventDetail(page, 'precandidate-invalid');
  assert.deepEqual(invalid, { errors: [{ pointer: '/document_id', keyword: 'required' }] });
  await assertAccessible(page, 'with an error');

  await page.getByRole('link', { name: 'Ingresa tu número de documento' }).click();
  await focusOn(page, 'Número de documento');
  await page.waitForFunction(() =>
    [...document.querySelectorAll('precandidate-form')].some((form) =>
      [...(form.shadowRoot?.querySelectorAll('input') ?? [])].some(({ value }) => value === 'Lima'),
    ),
  );
  await page.keyboard.type('41234561');
  await page.keyboard.press('Enter');

  await page.getByRole('heading', { name: '¡Listo!' }).waitFor();
  await page.getByText('Gracias. Te escribiremos').waitFor();
  await assertAccessible(page, 'submitted');
  const submitted = await eventDetail(page, 'precandidate-submitted');
  assert.equal(submitted.by, 'form');
  assert.equal(await eventCount(page, 'precandidate-submitted'), 1);

  await hr.locator('[data-by="form"]').waitFor();
  await hr
    .locator('[data-event="precandidate.submitted"]')
    .getByText('signature verified')
    .waitFor();
  const kept = await serviceRecord(stage.sandbox.url, await formIdOf(page));
  assert.deepEqual(kept.data, { document_id: '41234561', city_locode: 'PE LIM' });
  assert.equal(kept.form_posts, 1);
  await hrStatus(hr, 'Passed');
});

test('a reload after the confirmation shows it again, without a form', async () => {
  const hr = await openHr(stage);
  const id = await createCandidate(hr, { name: 'Beto Díaz', pipeline: 'no_fields' });
  const page = await openCandidate(stage, id);
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await page.getByRole('heading', { name: '¡Listo!' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: '¡Listo!' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Confirmar' }).count(), 0);
});
