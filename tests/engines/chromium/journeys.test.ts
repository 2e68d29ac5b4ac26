import { startPuppeteerEngine } from '../puppeteer-engine.ts';
import { testJourneys } from '../journeys.ts';

testJourneys(() =>
  startPuppeteerEngine('chrome', process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'),
);
