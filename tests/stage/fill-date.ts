import type { Page } from 'playwright';

/** Types a date into its parts, `1990-12-31` as day, month and year in any language. */
export async function fillDate(page: Page, name: string, date: string): Promise<void> {
  const group = page.getByRole('group', { name });
  const [year = '', month = '', day = ''] = date.split('-');
  await group.getByLabel(/^D[ií]a$|^Day$/).fill(day);
  await group.getByLabel(/^M[eê]s$|^Month$/).fill(month);
  await group.getByLabel(/^A[nñ]o$|^Year$/).fill(year);
}
