import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible } from '../stage/assert-accessible.ts';
import { openCandidate, timesTold, told } from '../stage/candidate.ts';
import { newCandidate } from '../stage/new-candidate.ts';
import { openDemo } from '../stage/open-demo.ts';
import { assertSentOnce, fillShortForm, sendButton } from '../stage/short-form.ts';

const stage = openDemo({ SUBMISSION_CHANNEL: 'handoff' });

test('handed off: the hosted form opens in a tab, and this page says when it is done', async () => {
  const page = await openCandidate(stage, await newCandidate(stage));
  await fillShortForm(page);
  await sendButton(page).click();
  await page.getByRole('heading', { name: 'Falta un paso' }).waitFor();
  await page.locator('precandidate-form:state(handed-off)').waitFor();
  await assertAccessible(page, 'handed off');
  const link = page.getByRole('link', { name: 'Abrir el formulario (se abre en otra pestaña)' });
  const [hosted] = await Promise.all([page.waitForEvent('popup'), link.click()]);
  await hosted.locator('[name="document_id"]').fill('41234561');
  await hosted.locator('[name="city_locode"]').fill('PE LIM');
  await hosted.locator('button').click();

  await page.getByText('No tienes que hacer nada más').waitFor();
  assert.equal((await told(page, 'precandidate-submitted')).by, 'elsewhere');
  assert.equal(await timesTold(page, 'precandidate-submitted'), 1);
  await assertSentOnce(stage, page);
});
