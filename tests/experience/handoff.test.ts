import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible } from 'precandidate-testing/browser.ts';
import { openCandidate, eventCount, eventDetail } from 'precandidate-testing/candidate.ts';
import { newCandidate, openDemo } from 'precandidate-testing/demo.ts';
import { assertSentOnce, fillShortForm, sendButton } from 'precandidate-testing/short-form.ts';

const stage = openDemo({ SUBMISSION_CHANNEL: 'handoff' });

test('hand-off: opens the hosted form in a tab and shows its confirmation', async () => {
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

  await page.getByText('No tienes que hacer nada más').first().waitFor();
  assert.equal((await eventDetail(page, 'precandidate-submitted')).by, 'elsewhere');
  assert.equal(await eventCount(page, 'precandidate-submitted'), 1);
  await assertSentOnce(stage, page);
});
