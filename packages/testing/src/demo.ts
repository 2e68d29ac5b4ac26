import { after, afterEach, before } from 'node:test';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright';
import { startDemo, type Demo } from 'precandidate-demo';
import { openBrowser, recordViolations, withinLimit } from './browser.ts';
import { clearFaults } from './sandbox-control.ts';
import { BUSY_MACHINE, SESSION_SECRET } from './service.ts';

/** The demo and a browser, for the tests of one file. */
export interface Stage extends Demo {
  browser: Browser;
}

/**
 * Starts demo and browser before the tests of a file, and stops them after. Pages and faults of the
 * service end with their test, unless the tests of a suite share a page (`keepsPages`).
 */
export function openDemo(
  proxyEnv: Record<string, string> = {},
  { keepsPages = false } = {},
): Stage {
  const stage = {} as Stage;
  before(async () => {
    const env = { LOG_LEVEL: 'silent', SESSION_SECRETS: SESSION_SECRET, ...proxyEnv };
    Object.assign(stage, await startDemo(undefined, env, BUSY_MACHINE));
    stage.browser = await openBrowser();
  });
  afterEach(async () => {
    if (keepsPages) return;
    for (const context of stage.browser.contexts()) await context.close();
    await clearFaults(stage.sandbox.url);
  });
  after(async () => {
    await stage.browser.close();
    await stage.close();
  });
  return stage;
}

/** Creates a candidate without HR's page. Resolves to the portal's id. */
export async function newCandidate(
  { portal }: Pick<Stage, 'portal'>,
  pipeline_name = 'peru_basic',
): Promise<string> {
  const body = new URLSearchParams({
    name: 'Ana Quispe',
    pipeline_name,
    email: 'candidate@example.com',
    phone: '+51 999 888 777',
  });
  const response = await fetch(`${portal.url}/candidates`, {
    method: 'POST',
    body,
    redirect: 'manual',
  });
  const address = response.headers.get('location');
  if (address === null) throw new Error(`the portal responded ${response.status}`);
  return address.split('/').at(-1) ?? '';
}

/** Opens HR's page. */
export async function openHr(stage: Stage): Promise<Page> {
  const context = await stage.browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.goto(stage.portal.url);
  return page;
}

/** Creates a candidate in HR's form, which leads to their page. Resolves to the portal's id. */
export async function createCandidate(
  hr: Page,
  { name, pipeline, phone = '' }: { name: string; pipeline: string; phone?: string },
): Promise<string> {
  const card = hr.locator('details', { has: hr.getByRole('heading', { name: 'New candidate' }) });
  await card.getByLabel('Name').fill(name);
  await card.getByLabel('Pipeline').selectOption(pipeline);
  await card.getByLabel('E-mail').fill('candidate@example.com');
  await card.getByLabel('Phone').fill(phone);
  await card.getByRole('button', { name: 'Create candidate' }).click();
  await hr.getByRole('heading', { name, level: 1 }).waitFor();
  return new URL(hr.url()).pathname.split('/').at(-1) ?? '';
}

/** The candidate's status on their HR page, once it contains `text`. */
export async function hrStatus(hr: Page, text: string): Promise<Locator> {
  const found = hr.locator('#status', { hasText: text });
  await found.waitFor();
  return found;
}

export interface GalleryView extends BrowserContextOptions {
  lang?: 'es' | 'pt' | 'en';
  theme?: string;
  /** A section or one specimen; default: everything. */
  kind?: string;
  /** Prepares the empty page. */
  prepare?: (page: Page) => Promise<unknown>;
}

/**
 * Opens the gallery; resolves when each element has reached its state. By default without motion,
 * which costs the browser much of its time.
 */
export async function openGallery(
  stage: Stage,
  { lang = 'es', theme = 'light', kind = '', prepare, ...options }: GalleryView = {},
): Promise<Page> {
  const context = await stage.browser.newContext({ reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  await page.addInitScript(recordViolations);
  await prepare?.(page);
  const query = new URLSearchParams({ lang, theme, kind }).toString();
  await page.goto(`${stage.portal.url}/gallery?${query}`);
  await withinLimit(page.evaluate(showSpecimens), 'showing the specimens');
  await page.waitForSelector('html[data-ready]', { state: 'attached' });
  return page;
}

/** Runs in the gallery: its script creates each specimen when it comes near the screen. */
export async function showSpecimens(): Promise<void> {
  for (const specimen of document.querySelectorAll('.specimen')) {
    specimen.scrollIntoView();
    await new Promise((resolve) => {
      requestAnimationFrame(() => setTimeout(resolve));
      // As in `nextFrame`.
      setTimeout(resolve, 1_000);
    });
  }
  scrollTo(0, 0);
}

/** Runs in the gallery: specimens, and the page itself, whose content is wider than they are. */
export function tooWide(): string[] {
  const frames = [...document.querySelectorAll('.frame')];
  return [document.documentElement, ...frames]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map(
      (each) => `${each.parentElement?.id ?? 'page'}: ${each.scrollWidth - each.clientWidth} px`,
    );
}
