import { after, before } from 'node:test';
import { startDemo, type Demo } from 'precandidate-demo';
import puppeteer, { type Browser } from 'puppeteer-core';

/** The real demo and a real Firefox, for the journeys of one file. */
export interface FirefoxStage extends Demo {
  browser: Browser;
}

/** Opens demo and browser before the tests of a file, and closes them after. */
export function openFirefox(): FirefoxStage {
  const stage = {} as FirefoxStage;
  before(async () => {
    Object.assign(stage, await startDemo(undefined, { LOG_LEVEL: 'silent' }));
    stage.browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath: process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr',
      headless: true,
    });
  });
  after(async () => {
    await stage.browser.close();
    await stage.close();
  });
  return stage;
}
