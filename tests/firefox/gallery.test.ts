import assert from 'node:assert/strict';
import { test } from 'node:test';
import axe from 'axe-core';
import { FirefoxCandidate } from './firefox-candidate.ts';
import { openFirefox } from './open-firefox.ts';

const stage = openFirefox();

for (const lang of ['es', 'pt', 'en'])
  test(`every state and kind of field comes about, fits 320 px and is accessible: ${lang}`, async () => {
    const { page } = await FirefoxCandidate.open(stage, `/gallery?lang=${lang}`);
    await page.setViewport({ width: 320, height: 640 });
    await page.waitForSelector('html[data-ready]');
    const tooWide = await page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('.frame')]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map((each) => each.parentElement?.id ?? 'page'),
    );
    assert.deepEqual(tooWide, []);
    await page.evaluate(axe.source);
    const found = await page.evaluate(async () => {
      const runner = (globalThis as unknown as { axe: typeof axe }).axe;
      const { violations } = await runner.run(document, {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      });
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`,
      );
    });
    assert.deepEqual(found, []);
    await page.browserContext().close();
  });
