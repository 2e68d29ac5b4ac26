import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright';
import { openCandidate, eventCount, eventDetail } from 'precandidate-testing/candidate.ts';
import { newCandidate, openDemo } from 'precandidate-testing/demo.ts';
import { addFault } from 'precandidate-testing/sandbox-control.ts';
import {
  assertSentOnce,
  cityField,
  fillShortForm,
  liveRegion,
  sendButton,
} from 'precandidate-testing/short-form.ts';

const stage = openDemo();

/** Texts of the form's live regions from now on, in order. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(globalThis, { said });
    const root = document.querySelector('precandidate-form')?.shadowRoot as ShadowRoot;
    new MutationObserver((changes) => {
      const regions = new Set(
        changes.map(({ target }) =>
          (target instanceof Element ? target : target.parentElement)?.closest(
            '[role="status"], [role="alert"], [aria-live]',
          ),
        ),
      );
      for (const region of regions)
        if (region?.textContent) said.push(region.textContent.replaceAll(/\s+/g, ' ').trim());
    }).observe(root, { childList: true, characterData: true, subtree: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { said: string[] }).said);
}

async function openFilledIn(): Promise<Page> {
  const page = await openCandidate(stage, await newCandidate(stage));
  await fillShortForm(page);
  await cityField(page).blur();
  return page;
}

test('announces once that the answers are stored while the service is down', async () => {
  const page = await openFilledIn();
  const said = await listen(page);
  await addFault(stage.sandbox.url, {
    kind: 'status',
    status: 503,
    match: { method: 'POST', path: '/forms/' },
    times: 0,
  });
  await sendButton(page).click();
  await liveRegion(page).filter({ hasText: 'Puedes cerrar esta página' }).waitFor();
  const sentences = await said();
  assert.equal(sentences.filter((each) => each.includes('cerrar esta página')).length, 1);
  assert.equal(new Set(sentences).size, sentences.length, sentences.join(' | '));
});

test('does not announce a status view that takes the focus', async () => {
  const page = await openFilledIn();
  const said = await listen(page);
  await cityField(page).press('Enter');
  await page.getByRole('heading', { name: '¡Listo!' }).waitFor();
  await liveRegion(page).filter({ hasText: 'quedaron confirmados' }).waitFor();
  const sentences = await said();
  assert.ok(sentences.filter((each) => each.includes('¡Listo!')).length <= 1);
  assert.ok(sentences.some((each) => each.includes('Tus datos quedaron confirmados')));
  assert.equal(new Set(sentences).size, sentences.length, sentences.join(' | '));
});

test('submitted in another tab: says so, announces it once, and sends nothing again', async () => {
  const id = await newCandidate(stage);
  const page = await openCandidate(stage, id);
  await eventDetail(page, 'precandidate-ready');
  const said = await listen(page);
  const other = await openCandidate(stage, id);
  await fillShortForm(other);
  await sendButton(other).click();
  await page.getByRole('heading', { name: 'Ya tenemos tus datos' }).waitFor();
  const sentences = await said();
  const announced = sentences.filter((each) => each.startsWith('Ya tenemos tus datos'));
  assert.equal(announced.length, 1, sentences.join(' | '));
  assert.equal((await eventDetail(page, 'precandidate-submitted')).by, 'elsewhere');
  assert.equal((await eventDetail(other, 'precandidate-submitted')).by, 'form');
  for (const each of [page, other])
    assert.equal(await eventCount(each, 'precandidate-submitted'), 1);
  await assertSentOnce(stage, other);
});

test('announces nothing besides the error summary that takes the focus', async () => {
  const page = await openCandidate(stage, await newCandidate(stage));
  await eventDetail(page, 'precandidate-ready');
  const said = await listen(page);
  await sendButton(page).click();
  await page.getByRole('heading', { name: 'Faltan 2 datos' }).waitFor();
  assert.deepEqual(await said(), []);
});
