import { after, before } from 'node:test';
import { startDemo, type Demo } from 'precandidate-demo';
import { chromium, type Browser } from 'playwright';

/** The real demo and a real browser, for the journeys of one file. */
export interface Stage extends Demo {
  browser: Browser;
}

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Opens demo and browser before the tests of a file, and closes them after. */
export function openDemo(proxyEnv: Record<string, string> = {}): Stage {
  const stage = {} as Stage;
  before(async () => {
    Object.assign(stage, await startDemo(undefined, { LOG_LEVEL: 'silent', ...proxyEnv }));
    const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
    stage.browser = await chromium.launch({ executablePath, args: ARGUMENTS });
  });
  after(async () => {
    await stage.browser.close();
    await stage.close();
  });
  return stage;
}
