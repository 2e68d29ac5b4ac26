import { flushSync } from 'react-dom';
import type { FieldCounts } from './form-handle.ts';
import type { FormStore } from './form-store.ts';

type TextControl = HTMLInputElement | HTMLTextAreaElement;
type Control = TextControl | HTMLSelectElement;

/** The candidate's input in the controls of one name. */
type ControlInput = { name: string } & (
  | { text: string; picked?: never }
  /** Indexes of the chosen options. */
  | { picked: readonly number[]; text?: never }
);

/** What a candidate did in a prerendered form before it was hydrated, or rendered again. */
export class EarlyInput {
  readonly #container: HTMLElement;
  readonly #inputs: readonly ControlInput[];
  readonly #focused: HTMLElement | undefined;
  readonly #selection: [number | null, number | null, 'none' | 'forward' | 'backward'] | undefined;
  readonly #isUnfolded: boolean;

  constructor(container: HTMLElement) {
    const focused = (container.getRootNode() as ShadowRoot).activeElement as HTMLElement | null;
    this.#container = container;
    this.#inputs = changedInputs(container);
    this.#isUnfolded = container.querySelector('details[open]') !== null;
    if (!container.contains(focused)) return;
    this.#focused = focused ?? undefined;
    if (isTextControl(focused)) {
      const { selectionStart, selectionEnd, selectionDirection } = focused;
      this.#selection = [selectionStart, selectionEnd, selectionDirection ?? 'none'];
    }
  }

  /** Whether the candidate is typing text, and has made no choices. */
  get isTyping(): boolean {
    return this.#selection !== undefined && this.#inputs.every(({ picked }) => !picked);
  }

  /** Commits the input to the form, without disturbing a field that the candidate is typing in. */
  commit(store: FormStore): void {
    let left = this.#inputs;
    let count: number;
    // In document order. One value may add the field of another, so try again while that helps.
    do {
      count = left.length;
      if (count === 0) return;
      left = left.filter((input) => {
        if (input.picked === undefined) return !this.#write(input.name, input.text);
        // A choice may switch to another branch, which keeps only committed values.
        commitGently(store);
        return !flushSync(() => store.pick(input.name, input.picked));
      });
      commitGently(store);
    } while (left.length < count);
  }

  /** Restores focus, selection, and opened details in fields that were rendered again. */
  restoreFocus(): void {
    const details = this.#container.querySelector('details');
    if (details !== null && this.#isUnfolded) details.open = true;
    const { id = '', isConnected = true } = this.#focused ?? {};
    if (isConnected) return;
    const control = (this.#container.getRootNode() as ShadowRoot).getElementById(id);
    control?.focus({ preventScroll: true });
    if (isTextControl(control) && this.#selection) control.setSelectionRange(...this.#selection);
  }

  /** Whether there is such a text field. */
  #write(name: string, text: string): boolean {
    const control = this.#container.querySelector<TextControl>(
      `[name="${CSS.escape(name)}"]:not([type=radio], [type=checkbox], select)`,
    );
    if (control !== null && control.value !== text) control.value = text;
    return control !== null;
  }
}

/** Commits the text of all fields, without disturbing the one that the candidate is typing in. */
export function commitGently(store: FormStore): void {
  flushSync(() => store.commitAll('gently'));
}

/** The progress that a prerendered form shows; `undefined` where it shows none. */
export function prerenderedProgress(
  container: HTMLElement,
): Omit<FieldCounts, 'fields'> | undefined {
  const bar = container.querySelector('progress');
  return bar ? { required: bar.max, missing: bar.max - bar.value } : undefined;
}

/** Input that differs from what was rendered, in document order. */
function changedInputs(container: ParentNode): ControlInput[] {
  const byName = new Map<string, Control[]>();
  const selector = 'input:not([type=hidden]), select, textarea';
  for (const control of container.querySelectorAll<Control>(selector))
    byName.set(control.name, [...(byName.get(control.name) ?? []), control]);
  return [...byName].flatMap(([name, controls]) =>
    controls.some(isChanged) ? [{ name, ...inputOf(controls) }] : [],
  );
}

function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement)
    return [...control.options].some(
      ({ selected, defaultSelected }) => selected !== defaultSelected,
    );
  return isCheckable(control)
    ? control.checked !== control.defaultChecked
    : control.value !== control.defaultValue;
}

function inputOf(controls: readonly Control[]): { text: string } | { picked: number[] } {
  const [first] = controls;
  if (first instanceof HTMLSelectElement)
    return { picked: first.value === '' ? [] : [Number(first.value)] };
  if (first === undefined || !isCheckable(first)) return { text: first?.value ?? '' };
  return {
    picked: controls.flatMap((each, index) => (isCheckable(each) && each.checked ? [index] : [])),
  };
}

function isCheckable(control: Control): control is HTMLInputElement {
  return control instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(control.type);
}

function isTextControl(control: Element | null): control is TextControl {
  return (
    control instanceof HTMLTextAreaElement ||
    (control instanceof HTMLInputElement && control.selectionStart !== null)
  );
}
