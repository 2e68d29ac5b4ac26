import { flushSync } from 'react-dom';
import { themeOptions } from '../../src/form/asked-form/field-info.ts';
import { fromPointer } from '../../src/validation/json.ts';
import type { Step } from '../shapes/catalogue.ts';
import type { StockForm } from './stock-form.tsx';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** A theme has nothing with the label of a step. */
export class NoControl extends Error {}

/** What our theme calls a choice without a label. */
const CHOOSE = 'Elige una opción';

/** Takes one step of a shape in a theme that is not ours, by its labels. Throws where it has nothing for it. */
export function takeStockStep(form: StockForm, step: Step): void {
  if (typeof step === 'string') return press(form, step);
  if ('file' in step || 'expect' in step) throw new Error('No shape of the swap test needs this');
  const [label, answer] = step;
  const controls = controlsOf(form.container, label);
  const [control] = controls;
  if (answer === undefined) return click(control);
  const option = answer.replace(/^\+/, '');
  if (control instanceof HTMLSelectElement) return choose(control, option);
  if (isTickable(control)) return click(controls.find((each) => textBeside(each) === option));
  type(control, answer);
}

/** Buttons have only icons in these themes: their ids say what they are for. */
function press({ askedForm, container }: StockForm, label: string): void {
  const [verb, name = ''] = label.split(/ (.*)/);
  const chosen = container.querySelectorAll<HTMLOptionElement>('select[multiple] option:checked');
  const option = [...chosen].find(({ text }) => verb === 'Quitar' && text === name);
  if (option) return choose(option.closest('select') as HTMLSelectElement, name);
  const fields = askedForm.all.map(({ info }) => info);
  const suffix = verb === 'Agregar' ? '__add' : '__remove';
  const field =
    verb === 'Agregar'
      ? fields.findLast(({ uiSchema }) => themeOptions(uiSchema).entry === name)
      : fields.find(({ messages }) => verb === 'Quitar' && messages.label === name);
  const id = ['root', ...fromPointer(field?.pointer ?? '/')].join('/') + suffix;
  const button = container.querySelector<HTMLElement>(`[id="${id}"]`);
  if (button === null) throw new NoControl(`There is no button ${label}`);
  flushSync(() => button.click());
}

/** The control of a label, or all of its group. */
function controlsOf(container: HTMLElement, label: string): [Control, ...Control[]] {
  const [text, position = '1'] = label.split('#');
  const found = [...container.querySelectorAll<HTMLLabelElement>('label')]
    .filter((each) => nameIn(each) === text)
    .map((each) => controlsFor(container, each))
    .filter((each) => each.length > 0);
  if (text === CHOOSE) found.push(...unlabeledChoices(container).map((each) => [each]));
  const [first, ...others] = found[Number(position) - 1] ?? [];
  if (first === undefined) {
    const labels = [...container.querySelectorAll('label, legend')].map(nameIn);
    throw new NoControl(`There is no ${label} in ${labels.join(' | ')}`);
  }
  return [first, ...others];
}

function controlsFor(container: HTMLElement, label: HTMLLabelElement): Control[] {
  const id = label.htmlFor;
  // The select of a choice has the id of the value with a suffix. Below it, the value has a label of its own.
  const choice = choicesIn(container).find((each) => each.id.startsWith(`${id}__`));
  if (choice && isBefore(label, choice)) return [choice];
  if (label.control !== null) return [label.control as Control];
  return controlsIn(container).filter((each) => each.id.startsWith(`${id}-`));
}

/** The selects that stand in the middle of an object, without a label. */
function unlabeledChoices(container: HTMLElement): Control[] {
  const labels = [...container.querySelectorAll('label')];
  return choicesIn(container).filter(
    (choice) => !labels.some((each) => controlsFor(container, each)[0] === choice),
  );
}

const controlsIn = (container: HTMLElement): Control[] => [
  ...container.querySelectorAll<Control>('input, select, textarea'),
];

const choicesIn = (container: HTMLElement): Control[] =>
  controlsIn(container).filter(({ id }) => /__(?:one|any)of_select$/.test(id));

const isBefore = (one: Node, other: Node): boolean =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

/** A label without the mark of a required field. */
const nameIn = (label: Element): string => (label.textContent ?? '').replace(/\*\s*$/, '').trim();

const isTickable = (control: Control): boolean => /^(?:radio|checkbox)$/.test(control.type);

const textBeside = (control: Control): string =>
  [...(control.labels ?? [])].map(nameIn).find((text) => text !== '') ?? '';

function click(control: Control | undefined): void {
  if (control === undefined) throw new NoControl('There is no such option');
  flushSync(() => control.click());
}

/** In a select for several options, toggles one. */
function choose(select: HTMLSelectElement, name: string): void {
  const option = [...select.options].find(({ text }) => folded(text) === folded(name));
  if (option === undefined) throw new NoControl(`There is no option ${name}`);
  option.selected = select.multiple ? !option.selected : true;
  flushSync(() => select.dispatchEvent(new Event('change', { bubbles: true })));
}

/** As ours, a search ignores accents and case. */
const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase();

function type(control: Control, text: string): void {
  // As the keyboard of a number field does in every language.
  const value = control.type === 'number' ? text.replace(',', '.') : text;
  flushSync(() => control.focus());
  // Not React's own setter, which hides the change from it.
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value') ?? {};
  set?.call(control, value);
  flushSync(() => control.dispatchEvent(new Event('input', { bubbles: true })));
  flushSync(() => control.blur());
}
