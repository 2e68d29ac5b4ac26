import assert from 'node:assert/strict';
import { test } from 'node:test';
import { violations } from '../stage/browser.ts';
import { openCandidate, eventDetail } from '../stage/candidate.ts';
import { createCandidate, openDemo, openHr } from '../stage/demo.ts';

const stage = openDemo();

const strictPolicy = (proxy: string) =>
  new RegExp(
    `^default-src 'none'; script-src ${proxy} 'nonce-[^']+'; connect-src ${proxy}; style-src 'none'; ` +
      `require-trusted-types-for 'script'; trusted-types lit-html$`,
  );

test('works under the strictest policy without a violation', async () => {
  const hr = await openHr(stage);
  const id = await createCandidate(hr, { name: 'Ana Quispe', pipeline: 'peru_full' });
  const answer = await fetch(`${stage.portal.url}/strict/${id}`);
  assert.match(answer.headers.get('content-security-policy') ?? '', strictPolicy(stage.proxy.url));

  const page = await openCandidate(stage, id, { strict: true });
  await eventDetail(page, 'precandidate-ready');
  await page.getByRole('button', { name: 'Enviar' }).click();
  await eventDetail(page, 'precandidate-invalid');
  await page.getByLabel('Número de DNI').fill('41234561');
  await page.getByLabel('Nombre completo').fill('Ana Quispe Mamani');
  // The first part takes the whole date.
  await page.getByLabel('Fecha de nacimiento').fill('1999-04-01');
  await page.getByLabel('Ciudad').fill('PE LIM');
  await page.getByRole('button', { name: 'Enviar' }).click();
  await page.getByRole('heading', { name: '¡Listo!' }).waitFor();

  assert.deepEqual(await violations(page), []);
});

test('the strictest policy blocks an inline style', async () => {
  const hr = await openHr(stage);
  const id = await createCandidate(hr, { name: 'Beto Díaz', pipeline: 'peru_basic' });
  const page = await openCandidate(stage, id, { strict: true });
  await page.evaluate(() => document.body.append(document.createElement('style')));
  await page.evaluate(() => document.body.setAttribute('style', 'color: red'));
  await page.evaluate(() => new Promise(requestAnimationFrame));
  assert.ok((await violations(page)).some((each) => each.startsWith('style-src')));
});
