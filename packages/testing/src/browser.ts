import assert from 'node:assert/strict';
import axe from 'axe-core';
import { chromium, type Browser, type Page } from 'playwright';

export const BROWSER_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** How long a busy machine may take for anything that a page waits for. */
export const LIMIT_MS = 5 * 60_000;

/** A headless Chromium. `isWhole`: not the headless shell, which opens quickly and cannot autofill. */
export async function openBrowser({ isWhole = false } = {}): Promise<Browser> {
  const { HEADLESS_CHROMIUM_PATH, CHROMIUM_PATH = '/usr/bin/chromium' } = process.env;
  const executablePath = isWhole ? CHROMIUM_PATH : (HEADLESS_CHROMIUM_PATH ?? CHROMIUM_PATH);
  const browser = await chromium.launch({
    executablePath,
    args: BROWSER_ARGUMENTS,
    timeout: LIMIT_MS,
  });
  browser.on('context', (context) => context.setDefaultTimeout(LIMIT_MS));
  return browser;
}

/** For what a driver of browsers would wait for without end, such as a script in a page that hangs. */
export async function withinLimit<Result>(work: Promise<Result>, what: string): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`${what} did not end`)), LIMIT_MS);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Runs in a page. A browser on a busy machine may paint no frame until something else moves. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 1_000);
  });
}

/** What both drivers of browsers have. */
interface Evaluating {
  evaluate(code: string): Promise<unknown>;
  evaluate<Result>(run: () => Promise<Result>): Promise<Result>;
}

/** axe-core finds no violation on the page, shadow roots included. */
export async function assertAccessible(page: Evaluating, state: string): Promise<void> {
  await page.evaluate(axe.source);
  const found = await withinLimit(page.evaluate(axeViolations), `axe (${state})`);
  assert.deepEqual(found, [], state);
}

/** Runs in a page that has axe. */
async function axeViolations(): Promise<string[]> {
  const runner = (globalThis as unknown as { axe: typeof axe }).axe;
  const results = await runner.run(document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  });
  return results.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`,
  );
}

/** `before` prepares a page whose requests that match `matching` wait until `release`. */
export function delayRequests(matching: RegExp): {
  before: (page: Page) => Promise<unknown>;
  release: () => void;
} {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const before = (page: Page) =>
    page.route(matching, async (route) => {
      await released;
      await route.continue();
    });
  return { before, release };
}

/** Runs in a page before its own scripts; records policy violations for {@link violations}. */
export function recordViolations(): void {
  const recorded: string[] = [];
  Object.assign(globalThis, { violations: recorded });
  document.addEventListener('securitypolicyviolation', (event) => {
    recorded.push(`${event.effectiveDirective} ${event.blockedURI}`);
  });
}

/** Violations of the page's policy so far. */
export function violations(page: Page): Promise<string[]> {
  return page.evaluate(() => (globalThis as unknown as { violations: string[] }).violations);
}
