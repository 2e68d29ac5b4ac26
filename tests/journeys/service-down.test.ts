import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible } from '../stage/browser.ts';
import { openCandidate, eventDetail } from '../stage/candidate.ts';
import { createCandidate, openDemo, openHr } from '../stage/demo.ts';
import { formIdOf, serviceRecord, addFault } from '../stage/sandbox-control.ts';

const stage = openDemo();

const DOWN = { kind: 'status', status: 503, match: { path: '/' }, times: 0 } as const;

test('the service is down at submit: the answers are stored and the page can be closed, and they arrive later', async () => {
  const hr = await openHr(stage);
  const id = await createCandidate(hr, { name: 'Ana Quispe', pipeline: 'peru_basic' });
  const page = await openCandidate(stage, id);
  await eventDetail(page, 'precandidate-ready');
  await page.getByLabel('Número de documento').fill('41234561');
  await page.getByLabel('Ciudad').fill('PE LIM');

  await addFault(stage.sandbox.url, DOWN);
  await page.getByRole('button', { name: 'Enviar' }).click();
  await page
    .getByText(/cerrar esta página/)
    .first()
    .waitFor();
  await assertAccessible(page, 'service down');

  await fetch(`${stage.sandbox.url}/_control/faults`, { method: 'DELETE' });
  await page.getByRole('heading', { name: '¡Listo!' }).waitFor();
  const kept = await serviceRecord(stage.sandbox.url, await formIdOf(page));
  assert.deepEqual(kept.data, { document_id: '41234561', city_locode: 'PE LIM' });
});

test('shows the form once the service is back', async () => {
  const hr = await openHr(stage);
  const id = await createCandidate(hr, { name: 'Beto Díaz', pipeline: 'mexico_basic' });
  await addFault(stage.sandbox.url, DOWN);
  const page = await openCandidate(stage, id);
  await page.getByText('El servicio no responde', { exact: true }).waitFor();
  await assertAccessible(page, 'no form');
  await fetch(`${stage.sandbox.url}/_control/faults`, { method: 'DELETE' });
  const retry = page.getByRole('button', { name: 'Intentar de nuevo' });
  const field = page.getByLabel('CURP');
  // On a busy machine, the element retries by itself before the click.
  await Promise.race([retry.click(), field.waitFor()]);
  await field.waitFor();
});

test('looks up a submission with an unknown outcome and sends nothing twice', async () => {
  const hr = await openHr(stage);
  const id = await createCandidate(hr, { name: 'Carla Ruiz', pipeline: 'peru_basic' });
  const page = await openCandidate(stage, id);
  await eventDetail(page, 'precandidate-ready');
  await page.getByLabel('Número de documento').fill('41234561');
  await page.getByLabel('Ciudad').fill('PE LIM');
  await addFault(stage.sandbox.url, {
    kind: 'reset',
    match: { method: 'POST', path: '/forms/' },
    times: 1,
    when: 'after',
  });
  await page.getByRole('button', { name: 'Enviar' }).click();
  await page.getByRole('heading', { name: '¡Listo!' }).waitFor();
  assert.equal((await eventDetail(page, 'precandidate-submitted')).by, 'form');
  assert.equal((await serviceRecord(stage.sandbox.url, await formIdOf(page))).form_posts, 1);
});
