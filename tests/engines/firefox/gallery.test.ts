import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startDemo, type Demo } from 'precandidate-demo';
import puppeteer, { type Browser } from 'puppeteer-core';
import { assertAccessible } from 'precandidate-testing/browser.ts';
import { showSpecimens, tooWide } from 'precandidate-testing/demo.ts';
import { BUSY_MACHINE } from 'precandidate-testing/service.ts';
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
    await page.evaluate(showSpecimens);
    await page.waitForSelector('html[data-ready]');
    assert.deepEqual(await page.evaluate(tooWide), []);
    await assertAccessible(page, lang);
    await page.close();
  });
