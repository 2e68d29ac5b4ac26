import axe from 'axe-core';
import type { Browser, Page } from 'playwright';
import type { FormCase } from './cases.ts';
import type { Contestant } from './contestants/contestant.ts';
import type { OpenStage } from './open-stage.ts';
import type { Audits, AxeFinding, PolicyFinding } from './report/results.ts';
import { openFastPage, type PageTarget } from './visit/open-page.ts';

/** Opens each contestant's page once: `form` for axe, `short` under the strict policy. */
export async function audit(
  stage: OpenStage,
  { form, short }: { form: FormCase; short: FormCase },
  contestants: readonly Contestant[],
): Promise<Audits> {
  const audits: Audits = { form: form.title, axe: {}, policy: {} };
  for (const contestant of contestants) {
    const { id } = contestant;
    const url = await stage.publish(contestant, form);
    const strictUrl = await stage.publish(contestant, short, { isStrict: true });
    if (url === undefined || strictUrl === undefined) continue;
    audits.axe[id] = await auditAxe(stage.browser, { ...contestant, url });
    audits.policy[id] = await auditPolicy(stage.browser, { ...contestant, url: strictUrl });
  }
  return audits;
}

/** Runs axe-core (WCAG 2.2 A and AA) on the page as it opens, shadow roots included. */
async function auditAxe(browser: Browser, target: PageTarget): Promise<AxeFinding[]> {
  const { page, close } = await openFastPage(browser, target);
  try {
    await page.evaluate(axe.source);
    return await page.evaluate(async () => {
      const runner = (globalThis as unknown as { axe: typeof axe }).axe;
      const { violations } = await runner.run(document, {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      });
      return violations.map(({ id, impact, nodes }) => ({
        id,
        impact: impact ?? '',
        nodes: nodes.length,
      }));
    });
  } finally {
    await close();
  }
}

const TEXT = 'input:not([type]),input[type=text]';
const TIMEOUT_MS = 8_000;

/** Submits a form of two texts empty, then filled in, and counts what the policy blocks. */
async function auditPolicy(
  browser: Browser,
  target: PageTarget & Pick<Contestant, 'sent'>,
): Promise<PolicyFinding> {
  const { page, isUsable, showsError, close } = await openFastPage(browser, target, (empty) =>
    empty.addInitScript(recordPolicy, target.sent),
  );
  try {
    const refuses = await showsError();
    const sends = isUsable && (await fillAndSend(page, target.submit));
    const { stopped } = await page.evaluate(() => (globalThis as unknown as InPage).recorded);
    return { stopped, shows: isUsable, refuses, sends };
  } finally {
    await close();
  }
}

/** What {@link recordPolicy} leaves in the page. */
interface InPage {
  recorded: { stopped: Record<string, number>; isSent: boolean };
}

function recordPolicy(sent: string): void {
  const recorded: InPage['recorded'] = { stopped: {}, isSent: false };
  Object.assign(globalThis, { recorded });
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    const isKind = /^(?:eval|inline|trusted-types-\w+)$/.test(blockedURI);
    const what = isKind ? `${effectiveDirective} ${blockedURI}` : effectiveDirective;
    recorded.stopped[what] = (recorded.stopped[what] ?? 0) + 1;
  });
  addEventListener(sent, (event) => {
    recorded.isSent = true;
    event.preventDefault();
  });
}

async function fillAndSend(page: Page, submit: string): Promise<boolean> {
  try {
    for (const field of await page.locator(TEXT).all())
      await field.pressSequentially('Quispe', { timeout: TIMEOUT_MS });
    await page.locator(submit).last().click({ timeout: TIMEOUT_MS });
  } catch {
    return false;
  }
  // Polled once a frame: the policy may forbid the `eval` of Playwright's own `waitForFunction`.
  const deadline = performance.now() + TIMEOUT_MS;
  while (performance.now() < deadline) {
    if (await page.evaluate(() => (globalThis as unknown as InPage).recorded.isSent)) return true;
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  return false;
}
