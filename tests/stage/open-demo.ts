import { after, before } from 'node:test';
import { startDemo, type Demo } from 'precandidate-demo';
import type { Browser } from 'playwright';
import { openBrowser } from './open-browser.ts';

/** The real demo and a real browser, for the journeys of one file. */
export interface Stage extends Demo {
  browser: Browser;
}

/** Opens demo and browser before the tests of a file, and closes them after. */
export function openDemo(proxyEnv: Record<string, string> = {}): Stage {
  const stage = {} as Stage;
  before(async () => {
    Object.assign(stage, await startDemo(undefined, { LOG_LEVEL: 'silent', ...proxyEnv }));
    stage.browser = await openBrowser();
  });
  after(async () => {
    await stage.browser.close();
    await stage.close();
  });
  return stage;
}
