import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { assertAccessible } from '../stage/browser.ts';
import { eventCount, eventDetail, openCandidate } from '../stage/candidate.ts';
import { createCandidate, openDemo, openHr } from '../stage/demo.ts';
import { formIdOf, setStatus } from '../stage/sandbox-control.ts';

const stage = openDemo();
afterEach(async () => {
  for (const context of stage.browser.contexts()) await context.close();
});

test('shows that the data was collected by phone', async () => {
  const hr = await openHr(stage);
  const id = await createCandidate(hr, {
    name: 'Ana Quispe',
    pipeline: 'peru_basic',
    phone: '+51 999 888 777',
  });
  const page = await openCandidate(stage, id);
  await eventDetail(page, 'precandidate-ready');
  await page.getByLabel('Ciudad').fill('PE LIM');

  await hr.getByRole('button', { name: 'Phone call' }).click();

  await page.getByRole('heading', { name: 'Ya tenemos tus datos' }).waitFor();
  assert.equal((await eventDetail(page, 'precandidate-submitted')).by, 'elsewhere');
  assert.equal(await eventCount(page, 'precandidate-submitted'), 1);
  await assertAccessible(page, 'collected elsewhere');
  await hr.locator('[data-by="elsewhere"]').waitFor();
});

test('shows that the hosted form was used in another tab', async () => {
  const hr = await openHr(stage);
  const id = await createCandidate(hr, { name: 'Beto Díaz', pipeline: 'peru_basic' });
  const page = await openCandidate(stage, id);
  await eventDetail(page, 'precandidate-ready');

  const [hosted] = await Promise.all([
    hr.waitForEvent('popup'),
    hr.getByRole('link', { name: 'Hosted form' }).click(),
  ]);
  await hosted.locator('[name="document_id"]').fill('41234561');
  await hosted.locator('[name="city_locode"]').fill('PE LIM');
  await hosted.locator('button').click();

  await page.getByRole('heading', { name: 'Ya tenemos tus datos' }).waitFor();
  assert.equal((await eventDetail(page, 'precandidate-submitted')).by, 'elsewhere');
});

test('forwards an undocumented status without effect', async () => {
  const hr = await openHr(stage);
  const id = await createCandidate(hr, { name: 'Ana Quispe', pipeline: 'peru_basic' });
  const page = await openCandidate(stage, id);
  await eventDetail(page, 'precandidate-ready');
  await page.getByLabel('Número de documento').fill('41234561');

  await setStatus(stage.sandbox.url, await formIdOf(page), 'ON_HOLD');
  await page
    .locator('[data-event="precandidate-status"][data-detail*="ON_HOLD"]')
    .waitFor({ state: 'attached' });
  await hr.locator('#status [data-status="ON_HOLD"]').waitFor();

  assert.equal(await page.getByLabel('Número de documento').inputValue(), '41234561');
  assert.equal(await eventCount(page, 'precandidate-submitted'), 0);
  await page.getByLabel('Ciudad').fill('PE LIM');
  await page.getByRole('button', { name: 'Enviar' }).click();
  await page.getByRole('heading', { name: '¡Listo!' }).waitFor();
});
