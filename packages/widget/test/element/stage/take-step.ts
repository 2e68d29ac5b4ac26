import { sendKeys } from '@web/test-runner-commands';
import type { Step } from '../../shapes/catalogue.ts';
import { setValue, type StagedElement, until } from './candidate.ts';

/** Takes one step as a candidate does, by labels and keyboard. */
export async function takeStep(staged: StagedElement, step: Step): Promise<void> {
  if (typeof step === 'string') return press(staged, step);
  if ('file' in step) return chooseFile(staged, step);
  if ('expect' in step) return expectError(staged, step.expect);
  const [label, answer] = step;
  if (answer === undefined) return tick(optionCalled(staged.root, label));
  const field = fieldCalled(staged, label);
  if (answer.startsWith('+') && field.querySelector('label.tick'))
    return tick(optionCalled(field, answer.slice(1)));
  const control = field.querySelector<HTMLInputElement>('input, select, textarea');
  if (control instanceof HTMLSelectElement) return choose(control, answer);
  if (control?.type === 'radio') return tick(optionCalled(field, answer));
  if (control === null) throw new Error(`no input for ${label}`);
  await type(control, answer);
}

async function press(staged: StagedElement, label: string): Promise<void> {
  const buttons = [...staged.root.querySelectorAll('button')];
  const button = nth(buttons, label, (each) => each.ariaLabel ?? each.innerText);
  button.focus();
  await sendKeys({ press: 'Enter' });
}

async function chooseFile(staged: StagedElement, { file, to }: { file: string; to: string }) {
  const input = fieldCalled(staged, to).querySelector('input');
  const inputs = [...staged.root.querySelectorAll('input[type=file]')];
  const content = new File([file], file, { type: 'text/plain' });
  staged.chooseFiles([content], inputs.indexOf(input as HTMLInputElement));
  await until(() => staged.text.includes(file));
}

async function expectError(staged: StagedElement, message: string): Promise<void> {
  staged.element.submit();
  await until(() => staged.text.includes(message));
}

async function tick(box: HTMLElement): Promise<void> {
  box.focus();
  await sendKeys({ press: 'Space' });
}

async function choose(select: HTMLSelectElement, option: string): Promise<void> {
  const found = [...select.options].find(({ text }) => text === option);
  if (found === undefined) throw new Error(`There is no choice ${option}`);
  select.focus();
  const way = found.index > select.selectedIndex ? 'ArrowDown' : 'ArrowUp';
  while (select.selectedIndex !== found.index) await sendKeys({ press: way });
}

async function type(control: HTMLInputElement, answer: string): Promise<void> {
  control.focus();
  control.select();
  // As pasted: it is spread over the parts of the date.
  if (control.closest('.date') || control.type.includes('time')) setValue(control, answer);
  else await sendKeys(answer === '' ? { press: 'Delete' } : { type: answer });
  control.blur();
}

/** The field of this label: the frame around what is filled in. */
function fieldCalled(staged: StagedElement, label: string): Element {
  const labels = [...staged.root.querySelectorAll('.field > .label')];
  return nth(labels, label, (each) => own(each)).parentElement as Element;
}

function optionCalled(around: ParentNode, label: string): HTMLElement {
  const labels = [...around.querySelectorAll<HTMLLabelElement>('label.tick')];
  return nth(labels, label, (each) => each.innerText).control as HTMLElement;
}

/** A label without what stands in brackets behind it. */
function own(label: Element): string {
  return label.firstChild?.textContent ?? '';
}

function nth<Found>(all: readonly Found[], label: string, textOf: (each: Found) => string): Found {
  const [text, position = '1'] = label.split('#');
  const found = all.filter((each) => textOf(each).trim() === text)[Number(position) - 1];
  if (found === undefined)
    throw new Error(`There is no ${label} in ${all.map(textOf).join(' | ')}`);
  return found;
}
