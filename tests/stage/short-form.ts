import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright';
import { told } from './candidate.ts';
import type { Stage } from './open-demo.ts';
import { formIdOf, keptByService } from './service-side.ts';

/** What the candidates of `peru_basic` have to say. */
export const SHORT_DATA = { document_id: '41234561', city_locode: 'PE LIM' };

export const documentField = (page: Page) => page.getByLabel('Número de documento');
export const cityField = (page: Page) => page.getByRole('combobox', { name: 'Ciudad' });

/** Types both values, key by key, once the form is there, and leaves the last field. */
export async function fillShortForm(page: Page): Promise<void> {
  await told(page, 'precandidate-ready');
  await documentField(page).pressSequentially(SHORT_DATA.document_id);
  await cityField(page).pressSequentially(SHORT_DATA.city_locode);
  await cityField(page).blur();
}

/** Waits until both values are in their fields, the city by its name. */
export async function assertFilled(page: Page): Promise<void> {
  await holds(documentField(page), SHORT_DATA.document_id);
  await holds(cityField(page), 'Lima');
}

async function holds(field: Locator, value: string): Promise<void> {
  const deadline = performance.now() + 30_000;
  while ((await field.inputValue()) !== value) {
    if (performance.now() > deadline) assert.equal(await field.inputValue(), value);
    await field.page().evaluate(() => new Promise(requestAnimationFrame));
  }
}

export const sendButton = (page: Page) => page.getByRole('button', { name: 'Enviar' });
export const done = (page: Page) => page.getByRole('heading', { name: '¡Listo!' }).waitFor();

/** The service has the data of the page's form, exactly so and once. */
export async function assertSentOnce(
  { sandbox }: Pick<Stage, 'sandbox'>,
  page: Page,
  data: Record<string, unknown> = SHORT_DATA,
): Promise<void> {
  const kept = await keptByService(sandbox.url, await formIdOf(page));
  assert.deepEqual([kept.data, kept.form_posts], [data, 1]);
}
