import type { Browser, Page } from 'playwright';
import type { Contestant } from '../contestants/contestant.ts';
import { openUnhurried, type Seen } from './open-unhurried.ts';

/** How a page fares under the strict policy. */
export interface PolicyFinding {
  /** What the browser stopped: directive → how often. */
  stopped: Record<string, number>;
  /** A text field takes the focus. */
  shows: boolean;
  /** An empty form is refused with an error on the screen. */
  refuses: boolean;
  /** A form that is filled in is taken. */
  sends: boolean;
}

type Audited = Seen & Pick<Contestant, 'sent'>;

const TEXT = 'input:not([type]),input[type=text]';
const PATIENCE_MS = 8_000;

/** Opens the page of two texts, sends it empty, then filled, and counts what its policy stops. */
export async function auditPolicy(browser: Browser, seen: Audited): Promise<PolicyFinding> {
  const { page, isUsable, refuses, close } = await openUnhurried(browser, seen, async (empty) => {
    await empty.addInitScript(keepStopped, seen.sent);
  });
  try {
    const isRefused = await refuses();
    const sends = isUsable && (await isTaken(page, seen.submit));
    return { stopped: await stoppedOn(page), shows: isUsable, refuses: isRefused, sends };
  } finally {
    await close();
  }
}

/** What {@link keepStopped} leaves in the page. */
interface Kept {
  stopped: Record<string, number>;
  isSent: boolean;
}

function keepStopped(sent: string): void {
  const kept: Kept = { stopped: {}, isSent: false };
  Object.assign(globalThis, { kept });
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    const isKind = /^(?:eval|inline|trusted-types-\w+)$/.test(blockedURI);
    const what = isKind ? `${effectiveDirective} ${blockedURI}` : effectiveDirective;
    kept.stopped[what] = (kept.stopped[what] ?? 0) + 1;
  });
  addEventListener(sent, (event) => {
    kept.isSent = true;
    event.preventDefault();
  });
}

async function isTaken(page: Page, submit: string): Promise<boolean> {
  try {
    for (const field of await page.locator(TEXT).all())
      await field.pressSequentially('Quispe', { timeout: PATIENCE_MS });
    await page.locator(submit).last().click({ timeout: PATIENCE_MS });
  } catch {
    return false;
  }
  // Asked once a frame: the policy may forbid the evaluation that Playwright's own waiting needs.
  const deadline = performance.now() + PATIENCE_MS;
  while (performance.now() < deadline) {
    if (await page.evaluate(() => (globalThis as unknown as { kept: Kept }).kept.isSent))
      return true;
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  return false;
}

function stoppedOn(page: Page): Promise<Kept['stopped']> {
  return page.evaluate(() => (globalThis as unknown as { kept: Kept }).kept.stopped);
}
