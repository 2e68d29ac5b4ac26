import type { FormController } from './form-controller.ts';
import type { TextControl } from './text-commits.ts';

type Control = TextControl | HTMLSelectElement;
type Selection = [number | null, number | null, 'none' | 'forward' | 'backward'];

/** A control that differs from what was rendered. */
interface ControlInput {
  name: string;
  /** The text of a text control; of a choice, what is chosen, whatever its position. */
  value: string;
  isChecked: boolean;
  /** Of a file input. */
  files: FileList | null;
}

/**
 * What the candidate typed, chose, and focused in a form before the form app handled it: everything in
 * which the controls differ from what was rendered.
 */
export class EarlyInput {
  readonly #container: HTMLElement;
  readonly #inputs: readonly ControlInput[];
  readonly #focused: HTMLElement | undefined;
  readonly #selection: Selection | undefined;
  readonly #isUnfolded: boolean;
  /** The focus is in a text, and only texts changed. */
  readonly isOnlyTyped: boolean;

  constructor(container: HTMLElement) {
    const focused = (container.getRootNode() as ShadowRoot).activeElement as HTMLElement | null;
    const changed = controlsIn(container).filter(isChanged);
    this.#container = container;
    this.#inputs = changed.map(inputOf);
    this.#isUnfolded = container.querySelector('details[open]') !== null;
    const isInside = container.contains(focused);
    const hasOnlyText = changed.length > 0 && changed.every((control) => !isChoice(control));
    this.isOnlyTyped = isInside && isTextControl(focused) && hasOnlyText;
    if (!isInside) return;
    this.#focused = focused ?? undefined;
    this.#selection = isTextControl(focused) ? selectionOf(focused) : undefined;
  }

  /** The candidate has changed or focused something. */
  get hasBegun(): boolean {
    return this.#inputs.length > 0 || this.#focused !== undefined;
  }

  /** Brings the input into the form, without disturbing a field that the candidate is typing in. */
  commit(controller: FormController): void {
    // Without input, a commit would change values that the candidate did not edit, such as defaults.
    if (this.#inputs.length > 0) this.#commitAll(controller);
    this.#restoreFocus();
  }

  /** One value may add the field of another, so tries again while that helps. */
  #commitAll(controller: FormController): void {
    let left = this.#inputs;
    let count: number;
    do {
      count = left.length;
      left = left.filter((input) => !this.#show(input));
      controller.commitAll({ keepFocused: true });
    } while (left.length > 0 && left.length < count);
  }

  /** Returns whether the control is there. */
  #show(input: ControlInput): boolean {
    const control = controlOf(input, this.#container);
    if (control === undefined) return false;
    if (isCheckable(control)) control.checked = input.isChecked;
    else if (isFileInput(control)) {
      control.files = input.files;
      control.dispatchEvent(new Event('change', { bubbles: true }));
    } else if (
      control.value !== input.value &&
      (!isSelect(control) || hasOption(control, input.value))
    )
      control.value = input.value;
    return true;
  }

  /** Focus, selection, and opened details, where nodes or texts were replaced. */
  #restoreFocus(): void {
    const details = this.#container.querySelector('details');
    if (details !== null && this.#isUnfolded) details.open = true;
    if (this.#focused === undefined) return;
    const root = this.#container.getRootNode() as ShadowRoot;
    const control = this.#focusedNow(root, this.#focused);
    if (root.activeElement !== control) control.focus({ preventScroll: true });
    if (!isTextControl(control) || this.#selection === undefined) return;
    if (selectionOf(control).join() !== this.#selection.join())
      control.setSelectionRange(...this.#selection);
  }

  #focusedNow(root: ShadowRoot, before: HTMLElement): HTMLElement {
    const isOption = isControl(before) && isCheckable(before);
    const own = isOption ? controlOf(before, this.#container) : root.getElementById(before.id);
    return own ?? before;
  }
}

function controlsIn(container: ParentNode): Control[] {
  return [...container.querySelectorAll<Control>('input:not([type=hidden]), select, textarea')];
}

/** The control of an input; in a group of radio buttons or checkboxes, the one of the same option. */
function controlOf(
  { name, value }: Pick<ControlInput, 'name' | 'value'>,
  container: ParentNode,
): Control | undefined {
  return controlsIn(container).find(
    (control) => control.name === name && (!isCheckable(control) || control.value === value),
  );
}

/** The service may have removed the option meanwhile. */
function hasOption({ options }: HTMLSelectElement, value: string): boolean {
  return [...options].some((option) => option.value === value);
}

function inputOf(control: Control): ControlInput {
  const { name, value } = control;
  const files = isFileInput(control) ? control.files : null;
  return { name, value, isChecked: isCheckable(control) && control.checked, files };
}

function isChanged(control: Control): boolean {
  if (isSelect(control))
    return [...control.options].some(
      ({ selected, defaultSelected }) => selected !== defaultSelected,
    );
  return isCheckable(control)
    ? control.checked !== control.defaultChecked
    : control.value !== control.defaultValue;
}

// By name: a class is that of the document that made the control, which may be another one.
const isControl = (element: Element): element is Control =>
  element.matches('input, select, textarea');
const isSelect = (control: Element): control is HTMLSelectElement => control.localName === 'select';
const isInput = (control: Element): control is HTMLInputElement => control.localName === 'input';

function isChoice(control: Control): control is HTMLSelectElement | HTMLInputElement {
  return isSelect(control) || isCheckable(control) || isFileInput(control);
}

function isCheckable(control: Control): control is HTMLInputElement {
  return isInput(control) && /^(?:checkbox|radio)$/.test(control.type);
}

function isFileInput(control: Control): control is HTMLInputElement {
  return isInput(control) && control.type === 'file';
}

function isTextControl(control: Element | null): control is TextControl {
  if (control === null) return false;
  return control.localName === 'textarea' || (isInput(control) && control.selectionStart !== null);
}

function selectionOf({ selectionStart, selectionEnd, selectionDirection }: TextControl): Selection {
  return [selectionStart, selectionEnd, selectionDirection ?? 'none'];
}
