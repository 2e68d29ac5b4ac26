import type { BrowserContextOptions, Page } from 'playwright';
import { keepViolations } from './candidate.ts';
import type { Stage } from './open-demo.ts';

/** What of the gallery, and how it is looked at. */
export interface GalleryView extends BrowserContextOptions {
  lang?: 'es' | 'pt' | 'en';
  theme?: string;
  /** A section or one specimen; default: everything. */
  kind?: string;
}

/** The gallery, each element in the state that it shows. Violated policies are kept in the page. */
export async function openGallery(
  stage: Stage,
  { lang = 'es', theme = 'light', kind = '', ...options }: GalleryView = {},
): Promise<Page> {
  const context = await stage.browser.newContext(options);
  const page = await context.newPage();
  await page.addInitScript(keepViolations);
  const query = new URLSearchParams({ lang, theme, kind }).toString();
  await page.goto(`${stage.portal.url}/gallery?${query}`);
  await page.waitForSelector('html[data-settled]', { state: 'attached' });
  return page;
}
