import assert from 'node:assert/strict';
import type { Page } from 'playwright';
import type { Step } from './entry.ts';

const ELEMENT = 'precandidate-form';

interface FoundField {
  kind:
    'text' | 'time' | 'searched' | 'select' | 'tick' | 'radios' | 'checkboxes' | 'date' | 'file';
  /** The input; of a group, the group. */
  id: string;
}

/** Enters one value as a candidate does who reads labels and uses the keyboard. */
export async function fillIn(page: Page, step: Step): Promise<void> {
  if ('press' in step) return pressButton(page, step.press, step.index);
  if ('file' in step) return chooseFile(page, step.to, step.file);
  if ('expect' in step) return expectError(page, step.expect);
  const [label, value, index = 0] = step;
  const field = await findField(page, label, index);
  const texts = typeof value === 'string' ? [value] : value === true ? [] : value;
  switch (field.kind) {
    case 'radios':
    case 'checkboxes':
      for (const text of texts) await pressOn(page, await optionOf(page, field.id, text), ' ');
      return;
    case 'tick':
      return pressOn(page, field.id, ' ');
    case 'select':
      await page.locator(`[id="${field.id}"]`).selectOption({ label: texts[0] ?? '' });
      return;
    case 'date':
      return typeDate(page, field.id, texts[0] ?? '');
    case 'time':
      await page.locator(`[id="${field.id}"]`).fill((texts[0] ?? '').replace(' ', 'T'));
      return;
    case 'searched':
      for (const text of texts) await search(page, field.id, text);
      return;
    default:
      await page.locator(`[id="${field.id}"]`).focus();
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.insertText(texts[0] ?? '');
  }
}

async function pressOn(page: Page, id: string, key: string): Promise<void> {
  await page.locator(`[id="${id}"]`).focus();
  await page.keyboard.press(key);
}

async function pressButton(page: Page, name: string, index = 0): Promise<void> {
  const button = page.locator(ELEMENT).getByRole('button', { name, exact: true }).nth(index);
  await button.focus();
  await page.keyboard.press('Enter');
}

async function chooseFile(page: Page, label: string, name: string): Promise<void> {
  const { id } = await findField(page, label, 0);
  const buffer = Buffer.from(name);
  await page.locator(`[id="${id}"]`).setInputFiles({ name, mimeType: 'text/plain', buffer });
  await page.locator(ELEMENT).getByText(name, { exact: true }).waitFor();
}

async function expectError(page: Page, message: string): Promise<void> {
  await submit(page);
  await page.locator(ELEMENT).getByText(message).first().waitFor();
}

/** Types a text of a searched list and takes the option that matches it. */
async function search(page: Page, id: string, text: string): Promise<void> {
  const input = page.locator(`[id="${id}"][role=combobox]`);
  await input.focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

async function typeDate(page: Page, id: string, text: string): Promise<void> {
  const [year = '', month = '', day = ''] = text.split('-');
  for (const [part, digits] of Object.entries({ day, month, year })) {
    await page.locator(`[id="${id}-${part}"]`).focus();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText(digits);
  }
}

async function optionOf(page: Page, groupId: string, text: string): Promise<string> {
  const found = await page.evaluate(
    ({ element, id, wanted }) => {
      const root = document.querySelector(element)?.shadowRoot;
      const labels = root?.getElementById(id)?.querySelectorAll<HTMLLabelElement>('label.tick');
      return [...(labels ?? [])].find((label) => label.innerText.trim() === wanted)?.control?.id;
    },
    { element: ELEMENT, id: groupId, wanted: text },
  );
  assert.ok(found, `no option "${text}"`);
  return found;
}

async function findField(page: Page, label: string, index: number): Promise<FoundField> {
  const found = await page
    .waitForFunction(fieldInPage, { element: ELEMENT, label, index })
    .catch(() => undefined);
  if (found === undefined) assert.fail(`no field "${label}" among ${await labelsOn(page)}`);
  return (await found.jsonValue()) as FoundField;
}

/** Runs in the page. */
function fieldInPage({
  element,
  label,
  index,
}: {
  element: string;
  label: string;
  index: number;
}): FoundField | undefined {
  const root = document.querySelector(element)?.shadowRoot;
  const textOf = (each: HTMLElement) => {
    const copy = each.cloneNode(true) as HTMLElement;
    for (const other of copy.querySelectorAll('.optional, .unseen')) other.remove();
    return (copy.textContent ?? '').trim();
  };
  const labels = [...(root?.querySelectorAll<HTMLElement>('label, legend') ?? [])].filter(
    (each) => each.closest('.option') === null && textOf(each) === label,
  );
  const found = labels[index];
  if (found === undefined) return undefined;
  if (found instanceof HTMLLabelElement) {
    const control = found.control as HTMLInputElement | null;
    if (control === null) return undefined;
    const kinds = {
      checkbox: 'tick',
      'datetime-local': 'time',
      file: 'file',
      'select-one': 'select',
      time: 'time',
    } as const;
    const isSearched = control.closest('.combobox') !== null && control.ariaHasPopup !== 'none';
    const kind = kinds[control.type as keyof typeof kinds] ?? (isSearched ? 'searched' : 'text');
    return { kind, id: control.id };
  }
  const group = found.closest('fieldset');
  if (group?.querySelector('.date')) return { kind: 'date', id: group.id };
  const isOne = group?.querySelector('input[type=radio]') !== null;
  return group ? { kind: isOne ? 'radios' : 'checkboxes', id: group.id } : undefined;
}

async function labelsOn(page: Page): Promise<string> {
  return page.locator(ELEMENT).evaluate((element) => {
    const labels = element.shadowRoot?.querySelectorAll<HTMLElement>('label, legend, button');
    return [...(labels ?? [])].map((each) => each.textContent).join(' | ');
  });
}

/** Presses Enter on the submit button. */
export async function submit(page: Page): Promise<void> {
  await page.locator(`${ELEMENT} button[type=submit]`).focus();
  await page.keyboard.press('Enter');
}
