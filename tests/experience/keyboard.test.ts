import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright';
import { focusOn, focused, openCandidate, eventDetail } from 'precandidate-testing/candidate.ts';
import { newCandidate, openDemo } from 'precandidate-testing/demo.ts';
import { readPage } from 'precandidate-testing/repository.ts';
import { assertSentOnce } from 'precandidate-testing/short-form.ts';

const stage = openDemo();

type Labels = Record<'document' | 'city' | 'submit' | 'summary' | 'error' | 'done', string>;
const LABELS = JSON.parse(readPage('tests/experience/keyboard.json')) as Record<string, Labels>;

describe('with the keyboard alone: error, link, field, button, confirmation', () => {
  for (const [lang, labels] of Object.entries(LABELS))
    test(lang, async () => {
      const id = await newCandidate(stage);
      const page = await openCandidate(stage, id, { lang: lang as 'es' | 'pt' | 'en' });
      await eventDetail(page, 'precandidate-ready');

      await tabTo(page, labels.city);
      await page.keyboard.type('PE LIM');
      await tabTo(page, labels.submit);
      await assertFocusSeen(page);
      await page.keyboard.press('Space');

      await focusOn(page, labels.summary);
      await tabTo(page, labels.error);
      await page.keyboard.press('Enter');
      await focusOn(page, labels.document);
      await assertFocusSeen(page);
      await page.keyboard.type('41234561');
      await tabTo(page, labels.submit);
      await page.keyboard.press('Enter');

      await focusOn(page, labels.done);
      await assertSentOnce(stage, page);
    });
});

test('Shift+Tab reverses Tab, and nothing traps the focus', async () => {
  const page = await openCandidate(stage, await newCandidate(stage, 'everything'), { lang: 'en' });
  await eventDetail(page, 'precandidate-ready');
  const walk = async (key: string, end: string) => {
    const stops: string[] = [];
    for (let steps = 0; steps < 60; steps += 1) {
      await page.keyboard.press(key);
      const stop = await focused(page);
      if (stops.at(-1) !== stop) stops.push(stop);
      if (stop === end) return stops;
    }
    throw new Error(`${key} did not come to ${end}: ${stops.join(' → ')}`);
  };
  await tabTo(page, 'English');
  const there = await walk('Tab', 'Why do we ask?');
  const back = await walk('Shift+Tab', 'English');
  assert.ok(there.length > 10, there.join(' → '));
  assert.deepEqual(back.slice(0, -1).toReversed(), there.slice(0, -1));
});

/** Presses Tab until the focused element's text begins with `text`. */
async function tabTo(page: Page, text: string): Promise<void> {
  for (let steps = 0; steps < 40; steps += 1) {
    if ((await focused(page)).startsWith(text)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab did not reach ${text}, but ${await focused(page)}`);
}

/** The focused element is fully visible and has a ring of at least 2 px. */
async function assertFocusSeen(page: Page): Promise<void> {
  const { ring, isOnScreen } = await page.evaluate(() => {
    const active = document.activeElement?.shadowRoot?.activeElement as HTMLElement;
    const { outlineStyle, outlineWidth } = getComputedStyle(active);
    const { top, bottom } = active.getBoundingClientRect();
    return {
      ring: outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth),
      isOnScreen: top >= 0 && bottom <= innerHeight,
    };
  });
  assert.ok(ring >= 2, `a ring of ${ring} px`);
  assert.ok(isOnScreen, 'on the screen');
}
