import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import axe from 'axe-core';
import { startDemo, type Demo } from 'precandidate-demo';
import puppeteer, { type Browser } from 'puppeteer-core';
import { BUSY_MACHINE } from '../../stage/service.ts';
import { LIMIT_MS } from '../puppeteer-engine.ts';

let demo: Demo;
let browser: Browser;

before(async () => {
  demo = await startDemo(undefined, { LOG_LEVEL: 'silent' }, BUSY_MACHINE);
  browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr',
    headless: true,
    timeout: LIMIT_MS,
    extraPrefsFirefox: { 'ui.prefersReducedMotion': 1 },
  });
});
after(async () => {
  await browser.close();
  await demo.close();
});

for (const lang of ['es', 'pt', 'en'])
  test(`shows every state and kind of field at 320 px, accessible, in ${lang}`, async () => {
    const page = await browser.newPage();
    page.setDefaultTimeout(LIMIT_MS);
    await page.setViewport({ width: 320, height: 640 });
    await page.goto(`${demo.portal.url}/gallery?lang=${lang}`);
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
    await page.close();
  });
