import { createHmac } from 'node:crypto';
import type { Page } from 'playwright';
import type { ElementEventName, ElementEvents } from 'precandidate-contract';
import { delayRequests, LIMIT_MS, nextFrame, recordViolations } from './browser.ts';
import type { Stage } from './demo.ts';
import { SESSION_SECRET, untilPrerendered } from './service.ts';

export interface CandidateView {
  lang?: 'es' | 'pt' | 'en' | undefined;
  /** With the strict content security policy. */
  strict?: boolean;
  /** Prepares the empty page. */
  before?: (page: Page) => Promise<unknown>;
}

/** Opens the candidate's page on a phone. {@link violations} has policy violations. */
export async function openCandidate(
  stage: Stage,
  id: string,
  { lang, strict = false, before }: CandidateView = {},
): Promise<Page> {
  const viewport = { width: 390, height: 844 };
  const context = await stage.browser.newContext({ viewport, hasTouch: true });
  const page = await context.newPage();
  await page.addInitScript(recordViolations);
  await before?.(page);
  await page.goto(stage.portal.url + candidatePath(id, { lang, strict }));
  return page;
}

function candidatePath(id: string, { lang, strict }: CandidateView): string {
  return `/${strict ? 'strict' : 'candidates'}/${id}${lang === undefined ? '' : `?lang=${lang}`}`;
}

/** Waits for the DOM event `name`; resolves to the detail of the last one. */
export async function eventDetail<Name extends ElementEventName>(
  page: Page,
  name: Name,
): Promise<ElementEvents[Name]> {
  const row = page.locator(`[data-event="${name}"]`).last();
  await row.waitFor({ state: 'attached' });
  return JSON.parse((await row.getAttribute('data-detail')) ?? 'null') as ElementEvents[Name];
}

/** Number of `name` events so far. */
export function eventCount(page: Page, name: ElementEventName): Promise<number> {
  return page.locator(`[data-event="${name}"]`).count();
}

/** The label of the focused field, or the text of another focused element. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(labelOfFocus);
}

/**
 * Waits until the focused element's label begins with `text`. Polled once a frame: a page's policy
 * may forbid the `eval` of Playwright's own `waitForFunction`.
 */
export async function focusOn(page: Page, text: string): Promise<void> {
  const deadline = performance.now() + LIMIT_MS;
  for (;;) {
    const found = await focused(page);
    if (found.startsWith(text)) return;
    if (performance.now() > deadline) throw new Error(`the focus is on ${found}, not on ${text}`);
    await page.evaluate(nextFrame);
  }
}

function labelOfFocus(): string {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement != null) active = active.shadowRoot.activeElement;
  const label = active instanceof HTMLInputElement ? active.labels?.[0] : active;
  return label?.textContent?.trim() ?? '';
}

/**
 * Opens the candidate's page with the prerendered form; requests that match `held` wait until
 * `release`.
 */
export async function openPrerendered(
  stage: Stage,
  id: string,
  held: RegExp,
): Promise<{ page: Page; release: () => void }> {
  const { before, release } = delayRequests(held);
  const page = await openCandidate(stage, id, { before });
  await reloadUntilPrerendered(page);
  return { page, release };
}

/** Loads the page again until it has the prerendered form, which a busy machine can delay. */
export async function reloadUntilPrerendered(page: Page): Promise<void> {
  const prerendered = page.locator('precandidate-form[rendered]');
  await untilPrerendered(
    async () => {
      const isPrerendered = (await prerendered.count()) > 0;
      if (!isPrerendered) await page.reload();
      return isPrerendered;
    },
    (isPrerendered) => isPrerendered,
  );
}

/** The same session, signed as by the proxy, that ends at `ends` (epoch milliseconds). */
export function sessionThatEnds(token: string, ends: number): string {
  const [header = '', payload = ''] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  const changed = JSON.stringify({ ...claims, exp: Math.floor(ends / 1000) });
  const signed = `${header}.${Buffer.from(changed).toString('base64url')}`;
  return `${signed}.${createHmac('sha256', SESSION_SECRET).update(signed).digest('base64url')}`;
}

/** Gives the pages that `page` opens at `url` a first session that ends after `ms`. */
export async function shortenFirstSession(page: Page, url: string, ms: number): Promise<void> {
  const html = await (await fetch(url)).text();
  const [, token = ''] = /session="([^"]+)"/.exec(html) ?? [];
  await page.addInitScript(
    (session) => {
      // Before any script of the page: a response faked by the test would not count as a local one.
      new MutationObserver((_changes, observer) => {
        const element = document.querySelector('precandidate-form');
        if (element === null) return;
        observer.disconnect();
        element.setAttribute('session', session);
      }).observe(document, { childList: true, subtree: true });
    },
    sessionThatEnds(token, Date.now() + ms),
  );
}
