import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright';
import { focusOn, openCandidate, eventCount, eventDetail } from 'precandidate-testing/candidate.ts';
import { newCandidate, openDemo } from 'precandidate-testing/demo.ts';
import {
  SHORT_DATA,
  assertFilled,
  assertSentOnce,
  cityField,
  documentField,
  done,
  fillShortForm,
  sendButton,
  submitOnce,
} from 'precandidate-testing/short-form.ts';

const stage = openDemo();

async function openShortForm(before?: (page: Page) => Promise<unknown>): Promise<Page> {
  const id = await newCandidate(stage);
  return openCandidate(stage, id, before === undefined ? {} : { before });
}

test('double tap: sends once', async () => {
  const page = await openShortForm();
  await fillShortForm(page);
  await tapTwice(page, sendButton(page));
  await done(page);
  assert.equal(await eventCount(page, 'precandidate-submitting'), 1);
  await assertSentOnce(stage, page);
});

test('rotation: keeps values, caret, and focus', async () => {
  const page = await openShortForm();
  await fillShortForm(page);
  await documentField(page).focus();
  await page.setViewportSize({ width: 844, height: 390 });
  await focusOn(page, 'Número de documento');
  await assertFilled(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await submitOnce(stage, page);
});

test('400 % zoom: works without sideways scrolling', async () => {
  const page = await openShortForm();
  await page.setViewportSize({ width: 320, height: 256 });
  await eventDetail(page, 'precandidate-ready');
  await cityField(page).pressSequentially(SHORT_DATA.city_locode);
  await sendButton(page).click();
  await focusOn(page, 'Falta 1 dato');
  await page.getByRole('link', { name: 'Escribe tu número de documento' }).click();
  await focusOn(page, 'Número de documento');
  const { top, bottom } = await box(documentField(page));
  assert.ok(top >= 0 && bottom <= 256, `the field is from ${top} to ${bottom} of 256 px`);
  await page.keyboard.type(SHORT_DATA.document_id);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(over <= 0, `${over} px too wide`);
  await submitOnce(stage, page);
});

async function tapTwice(page: Page, target: Locator): Promise<void> {
  const { left, top } = await box(target);
  await page.touchscreen.tap(left + 20, top + 20);
  await page.touchscreen.tap(left + 20, top + 20);
}

function box(target: Locator): Promise<DOMRect> {
  return target.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);
}
