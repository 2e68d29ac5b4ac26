import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCandidate, eventCount, eventDetail } from '../stage/candidate.ts';
import { createCandidate, openDemo, openHr } from '../stage/demo.ts';
import { formIdOf, setStatus } from '../stage/sandbox-control.ts';

const stage = openDemo();

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
