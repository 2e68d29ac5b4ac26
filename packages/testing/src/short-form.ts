import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright';
import { LIMIT_MS, nextFrame } from './browser.ts';
import { eventDetail } from './candidate.ts';
import type { Stage } from './demo.ts';
import { formIdOf, serviceRecord } from './sandbox-control.ts';

/** Complete data for `peru_basic`. */
export const SHORT_DATA = { document_id: '41234561', city_locode: 'PE LIM' };

export const documentField = (page: Page) => page.getByLabel('Número de documento');
export const cityField = (page: Page) => page.getByRole('combobox', { name: 'Ciudad' });

/** Types both values, key by key, once the form is ready, and leaves the last field. */
export async function fillShortForm(page: Page): Promise<void> {
  await eventDetail(page, 'precandidate-ready');
  await documentField(page).pressSequentially(SHORT_DATA.document_id);
  await cityField(page).pressSequentially(SHORT_DATA.city_locode);
  await cityField(page).blur();
}

/** Waits until both fields have their value; the city shows its name. */
export async function assertFilled(page: Page): Promise<void> {
  await holds(documentField(page), SHORT_DATA.document_id);
  await holds(cityField(page), 'Lima');
}

async function holds(field: Locator, value: string): Promise<void> {
  const deadline = performance.now() + LIMIT_MS;
  while ((await field.inputValue()) !== value) {
    if (performance.now() > deadline) assert.equal(await field.inputValue(), value);
    await field.page().evaluate(nextFrame);
  }
}

/** Where the element announces its state. */
export const liveRegion = (page: Page) => page.locator('.announcements');
export const sendButton = (page: Page) => page.getByRole('button', { name: 'Enviar' });
export const done = (page: Page) => page.getByRole('heading', { name: '¡Listo!' }).waitFor();

/** The service has exactly this data, from one post. */
export async function assertSentOnce(
  { sandbox }: Pick<Stage, 'sandbox'>,
  page: Page,
  data: Record<string, unknown> = SHORT_DATA,
): Promise<void> {
  const record = await serviceRecord(sandbox.url, await formIdOf(page));
  assert.deepEqual([record.data, record.form_posts], [data, 1]);
}

/** Presses the button: the service confirms exactly this data, from one post. */
export async function submitOnce(
  stage: Pick<Stage, 'sandbox'>,
  page: Page,
  data?: Record<string, unknown>,
): Promise<void> {
  await sendButton(page).click();
  await done(page);
  await assertSentOnce(stage, page, data);
}
