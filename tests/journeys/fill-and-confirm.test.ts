import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible } from 'precandidate-testing/browser.ts';
import {
  focusOn,
  focused,
  openCandidate,
  eventCount,
  eventDetail,
} from 'precandidate-testing/candidate.ts';
import { createCandidate, openDemo, openHr, hrStatus } from 'precandidate-testing/demo.ts';
import { assertSentOnce } from 'precandidate-testing/short-form.ts';

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

  await page.getByRole('link', { name: 'Escribe tu número de documento' }).click();
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
  await assertSentOnce(stage, page);
  await hrStatus(hr, 'Passed');
});
