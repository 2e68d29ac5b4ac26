import type { Choice } from './choice.ts';
import styles from './combobox.css?inline';
import { findChoices, isMeant } from './find-choices.ts';
import { Listbox } from './listbox.ts';

export { readCities } from './cities.ts';

export interface ComboboxOptions {
  /** What can be chosen by now; it may grow. */
  choices: () => readonly Choice[];
  /** Said after typing: how many suggestions there are. */
  count: (count: number) => string;
}

/**
 * Makes an input that takes text already a combobox (WAI-ARIA: editable, with a list). What is typed
 * stays as it is unless a choice is taken, which reaches whoever listens as if it had been typed.
 *
 * @param input - the input, within a positioned element
 * @returns takes everything away again
 */
export function enhance(input: HTMLInputElement, options: ComboboxOptions): () => void {
  const listening = new AbortController();
  const listbox = new Listbox(input, (choice) => take(choice));
  adoptStyles(input.getRootNode() as ShadowRoot | Document);
  input.removeAttribute('list');

  function open(text: string): void {
    const found = findChoices(options.choices(), text);
    // A list that only repeats what stands there would cover what comes next.
    const isRepeated = found.length === 1 && found.some((choice) => isMeant(choice, text));
    listbox.open(isRepeated ? [] : found, options.count(found.length));
  }
  function take({ text }: Choice): void {
    listbox.close();
    input.value = text;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
    const { active } = listbox;
    if (event.key === 'Tab') return active && take(active);
    const isDone =
      (event.key === 'Enter' && active && (take(active), true)) ||
      (event.key === 'Escape' && listbox.isOpen && (listbox.close(), true)) ||
      (/^Arrow(Down|Up)$/.test(event.key) && (arrow(event.key), true)) ||
      (/^(Home|End)$/.test(event.key) && active && (listbox.toEnd(event.key === 'End'), true));
    if (!isDone) return;
    event.preventDefault();
    // A dialog around it must not hear of the Escape that closed the list.
    event.stopPropagation();
  }
  function arrow(key: string): void {
    if (!listbox.isOpen) open('');
    listbox.move(key === 'ArrowDown' ? 1 : -1);
  }

  const on = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    work: (event: HTMLElementEventMap[Name]) => void,
  ) => input.addEventListener(name, work, { signal: listening.signal });
  on('input', (event) => {
    // Chosen from the list, or filled in by the browser: nothing is being searched.
    if (!(event instanceof InputEvent)) return;
    open(input.value);
    listbox.say(input.value === '' ? '' : options.count(listbox.count));
  });
  on('click', () => !input.readOnly && !listbox.isOpen && open(''));
  on('keydown', onKeyDown);
  on('blur', () => listbox.close());
  return () => {
    listening.abort();
    listbox.remove();
  };
}

const sheet = new CSSStyleSheet();
sheet.replaceSync(styles);

function adoptStyles(root: ShadowRoot | Document): void {
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
}
