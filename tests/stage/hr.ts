import type { Locator, Page } from 'playwright';
import type { Stage } from './open-demo.ts';

/** HR's window. */
export async function openHr(stage: Stage): Promise<Page> {
  const context = await stage.browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.goto(stage.portal.url);
  return page;
}

/** Creates a candidate by HR's form; ends on their page. Resolves to the portal's id of them. */
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

/** The person's standing on their HR page, once it says `words`. */
export async function standing(hr: Page, words: string): Promise<Locator> {
  const found = hr.locator('#standing', { hasText: words });
  await found.waitFor();
  return found;
}
