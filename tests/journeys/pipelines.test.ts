import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Page } from 'playwright';
import { openCandidate, eventCount, eventDetail } from '../stage/candidate.ts';
import { newCandidate, openDemo } from '../stage/demo.ts';
import { formIdOf, serviceRecord } from '../stage/sandbox-control.ts';
import { fillDate } from '../stage/short-form.ts';

const stage = openDemo();

/**
 * A step of a candidate: presses a button, or fills in the field of a label. `#2` is the second one of
 * that label; `{ city }` is typed and taken from the list with the keyboard.
 */
type Step = string | readonly [label: string, answer: string | { city: string } | { date: string }];

interface Journey {
  pipeline: string;
  lang: 'es' | 'pt' | 'en';
  steps: readonly Step[];
  sent: Record<string, unknown>;
}

const JOURNEYS = JSON.parse(
  readFileSync(new URL('pipelines.json', import.meta.url), 'utf8'),
) as Journey[];

for (const { pipeline, lang, steps, sent } of JOURNEYS)
  test(`${pipeline}, ${steps.length} answers: the service receives exactly these values`, async () => {
    const page = await openCandidate(stage, await newCandidate(stage, pipeline), { lang });
    await eventDetail(page, 'precandidate-ready');
    for (const step of steps) await take(page, step);
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: /^(Enviar|Send|Confirmar)$/ }).tap();
    await pressed(page);
    assert.equal((await eventDetail(page, 'precandidate-submitted')).by, 'form');
    const kept = await serviceRecord(stage.sandbox.url, await formIdOf(page));
    assert.deepEqual(kept.data, sent);
    assert.equal(kept.form_posts, 1);
    await page.context().close();
  });

/** Waits until the button did something, and that was to send. */
async function pressed(page: Page): Promise<void> {
  const events = ['precandidate-submitting', 'precandidate-invalid'] as const;
  const rows = events.map((name) => `[data-event="${name}"]`).join();
  await page.locator(rows).first().waitFor({ state: 'attached' });
  if ((await eventCount(page, 'precandidate-invalid')) > 0)
    assert.deepEqual(await eventDetail(page, 'precandidate-invalid'), { errors: [] });
}

async function take(page: Page, step: Step): Promise<void> {
  if (typeof step === 'string') return page.getByRole('button', { name: step }).tap();
  const [label, answer] = step;
  const [text = '', position = '1'] = label.split('#');
  if (typeof answer === 'object' && 'date' in answer) return fillDate(page, text, answer.date);
  const nth = Number(position) - 1;
  const group = page.getByRole('radiogroup', { name: text }).nth(nth);
  const pattern = new RegExp(`^${text.replaceAll(/[?*+.()]/g, String.raw`\$&`)}(?: \\(|$)`);
  const field = page.getByLabel(pattern).nth(nth);
  // An answer before may have brought it, a frame later.
  await group.or(field).first().waitFor();
  if (await group.count()) return group.getByLabel(String(answer), { exact: true }).tap();
  if (typeof answer === 'object') return chooseCity(page, text, answer.city);
  if (await field.evaluate((each) => each.matches('select')))
    return void (await field.selectOption(answer));
  if (answer === 'on') return field.tap();
  await field.tap();
  await page.keyboard.type(answer);
}

/** As with a keyboard: part of the name or code, down to the first in the list, and taken. */
async function chooseCity(page: Page, label: string, city: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label });
  await field.tap();
  await page.keyboard.type(city);
  await page.getByRole('listbox').getByRole('option').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}
