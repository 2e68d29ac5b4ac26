import type { ElementEventName, ElementEvents } from 'precandidate-contract';
import type { Page } from 'playwright';
import type { Stage } from './open-demo.ts';

/** How the candidate looks at their page. */
export interface CandidateView {
  lang?: 'es' | 'pt' | 'en' | undefined;
  /** The page under the strictest policy. */
  strict?: boolean;
  colorScheme?: 'light' | 'dark';
  /** Done with the empty page before it opens anything. */
  before?: (page: Page) => Promise<unknown>;
}

/** The candidate's page on a phone. Violated policies are kept in the page, see {@link violations}. */
export async function openCandidate(
  stage: Stage,
  id: string,
  { lang, strict = false, colorScheme = 'light', before }: CandidateView = {},
): Promise<Page> {
  const viewport = { width: 390, height: 844 };
  const context = await stage.browser.newContext({ viewport, colorScheme, hasTouch: true });
  const page = await context.newPage();
  await page.addInitScript(keepViolations);
  await before?.(page);
  await page.goto(stage.portal.url + candidatePath(id, { lang, strict }));
  return page;
}

function candidatePath(id: string, { lang, strict }: CandidateView): string {
  return `/${strict ? 'strict' : 'candidates'}/${id}${lang === undefined ? '' : `?lang=${lang}`}`;
}

/** Run in a page before its own scripts: keeps what violates its policy, for {@link violations}. */
export function keepViolations(): void {
  const kept: string[] = [];
  Object.assign(globalThis, { violations: kept });
  document.addEventListener('securitypolicyviolation', (event) => {
    kept.push(`${event.effectiveDirective} ${event.blockedURI}`);
  });
}

/** What violated the page's policy so far, as the page saw it. */
export function violations(page: Page): Promise<string[]> {
  return page.evaluate(() => (globalThis as unknown as { violations: string[] }).violations);
}

/** Waits for the first DOM event `name` and answers its detail. */
export async function told<Name extends ElementEventName>(
  page: Page,
  name: Name,
): Promise<ElementEvents[Name]> {
  const row = page.locator(`[data-event="${name}"]`).last();
  await row.waitFor({ state: 'attached' });
  return JSON.parse((await row.getAttribute('data-detail')) ?? 'null') as ElementEvents[Name];
}

/** How often the page was told `name` so far. */
export function timesTold(page: Page, name: ElementEventName): Promise<number> {
  return page.locator(`[data-event="${name}"]`).count();
}

/** The words of what has the focus, in shadow roots too: a field's label, else its own text. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(wordsOfFocus);
}

/**
 * Waits until what has the focus begins with `words`. It is asked once a frame: a page's policy may
 * forbid the evaluation that Playwright's own waiting needs.
 */
export async function focusOn(page: Page, words: string): Promise<void> {
  const deadline = performance.now() + 30_000;
  for (;;) {
    const found = await focused(page);
    if (found.startsWith(words)) return;
    if (performance.now() > deadline) throw new Error(`the focus is on ${found}, not on ${words}`);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

function wordsOfFocus(): string {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement != null) active = active.shadowRoot.activeElement;
  const label = active instanceof HTMLInputElement ? active.labels?.[0] : active;
  return label?.textContent?.trim() ?? '';
}
