import { startPuppeteerEngine } from '../puppeteer-engine.ts';
import { testJourneys } from '../journeys.ts';

testJourneys(
  () => startPuppeteerEngine('firefox', process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr'),
  { pageCache: 'none' },
);
