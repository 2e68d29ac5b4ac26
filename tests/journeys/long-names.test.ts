import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCandidate } from '../stage/candidate.ts';
import { createCandidate, openDemo, openHr } from '../stage/demo.ts';

const stage = openDemo();

test('the longest name without a space widens no page', async () => {
  const hr = await openHr(stage);
  const id = await createCandidate(hr, { name: 'M'.repeat(120), pipeline: 'peru_basic' });
  const candidate = await openCandidate(stage, id);
  const person = hr.url();
  for (const width of [320, 1280])
    for (const [page, url] of [
      [hr, person],
      [hr, stage.portal.url],
      [candidate, candidate.url()],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(url);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${url} at ${width}: ${over} px`);
    }
});
