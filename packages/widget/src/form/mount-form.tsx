import { startTransition } from 'react';
import { flushSync } from 'react-dom';
import type { Root } from 'react-dom/client';
import { FormApp } from './candidate-form.tsx';
import type { FieldStore } from './field-store.ts';
import { FormController } from './form-controller.ts';
import { type FieldCounts, type FormAppOptions, LONG_FORM_FIELDS } from './form-options.ts';
import type { TextControl } from './typing.ts';

// The element needs it only once this chunk is loaded.
export { fittingValues } from './fitting-values.ts';

type ReactDom = typeof import('react-dom/client');

/** The bundler's: evaluates a CommonJS module of this chunk when it is called. */
declare function require(name: 'react-dom/client'): ReactDom;

/**
 * Renders a form into an element of a shadow root, or hydrates the prerendered form in it. React works
 * in slices, and the other steps are tasks of their own, so that typing stays responsive (ADR 17). Early
 * input and focus are kept.
 *
 * @param signal - removes the form if it aborts before the promise settles
 * @returns the form, as soon as it takes input; rejects when the schema cannot be rendered
 */
export async function mount(
  container: HTMLElement,
  options: FormAppOptions,
  signal: AbortSignal,
): Promise<FormController> {
  const { isPrerendered = false } = options;
  let isMounted = false;
  let isBroken = false;
  const onBroken = () => {
    if (isMounted && !isBroken) options.onBroken();
    isBroken = true;
  };
  await nextTask();
  // Half of the chunk is React DOM: it is evaluated in a task of its own.
  const reactDom = require('react-dom/client');
  await nextTask();
  const controller = new FormController({ ...options, onBroken });
  const { store } = controller;
  await nextTask();
  signal.throwIfAborted();
  const counts = isPrerendered ? prerenderedCounts(container) : undefined;
  if (counts) store.update({ counts });
  let earlyInput = new EarlyInput(container);
  const prerendered = container.querySelector('form');
  const letEventsPass = isPrerendered ? keepEventsFromReact(container) : () => {};
  const root = await render(container, controller, reactDom);
  letEventsPass();
  // If the page changed the prerendered form, React has replaced it. Then only the input from before is
  // known, and it is committed at once.
  const isHydrated = prerendered?.isConnected ?? false;
  if (isHydrated) await nextTask();
  controller.attach(container, root);
  try {
    signal.throwIfAborted();
    // The candidate may have typed during hydration.
    if (isHydrated) earlyInput = new EarlyInput(container);
    if (isHydrated && earlyInput.isTyping) store.typing.commitAllLater();
    else earlyInput.commit(store);
    earlyInput.restoreFocus();
    // The server has counted a long form.
    flushSync(() => controller.count(isHydrated ? counts?.missing : undefined));
    if (isBroken) throw new Error('The schema cannot be rendered');
  } catch (error) {
    controller.destroy();
    throw error;
  }
  isMounted = true;
  return controller;
}

/** Resolves when all effects have run, or the form cannot be rendered. */
function render(
  container: HTMLElement,
  controller: FormController,
  { createRoot, hydrateRoot }: ReactDom,
): Promise<Root> {
  const { isPrerendered = false, onBroken } = controller.options;
  return new Promise((resolve) => {
    let root!: Root;
    const app = <FormApp controller={controller} onMounted={() => resolve(root)} />;
    const onUncaughtError = () => {
      onBroken();
      resolve(root);
    };
    const options = { onUncaughtError, onRecoverableError: () => {} };
    const hydrate = () => {
      root = hydrateRoot(container, app, options);
    };
    if (isPrerendered) return startTransition(hydrate);
    const isReplacing = container.firstChild !== null;
    root = createRoot(container, options);
    // Input to a form that is being replaced would be lost.
    if (isReplacing) flushSync(() => root.render(app));
    else startTransition(() => root.render(app));
  });
}

/** As in `api/timing.ts`: a shared module would become a chunk that both wait for. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}

/** Events for which React would hydrate the whole form at once. `EarlyInput` reads what they changed. */
const HELD_EVENTS =
  'keydown keypress keyup compositionstart compositionend textInput input change paste focusin focusout pointerdown pointerup mousedown mouseup touchstart touchend click'.split(
    ' ',
  );

/** Keeps events during hydration from React, apart from those of buttons. Returns a function that ends this. */
function keepEventsFromReact(container: HTMLElement): () => void {
  const hydration = new AbortController();
  const options = { capture: true, passive: true, signal: hydration.signal };
  const hold = (event: Event) => {
    if ((event.target as Element).closest('button') === null) event.stopImmediatePropagation();
  };
  for (const name of HELD_EVENTS) container.addEventListener(name, hold, options);
  return () => hydration.abort();
}

type Control = TextControl | HTMLSelectElement;

/** A control that the candidate changed. */
interface ControlInput {
  name: string;
  /** Its position among the controls of this name, such as the radio buttons of a group. */
  index: number;
  /** Of a text control or a menu. */
  value: string;
  isChecked: boolean;
}

/** What a candidate did in a prerendered form before it was hydrated, or rendered again. */
class EarlyInput {
  readonly #container: HTMLElement;
  readonly #inputs: readonly ControlInput[];
  readonly #focused: HTMLElement | undefined;
  readonly #selection: [number | null, number | null, 'none' | 'forward' | 'backward'] | undefined;
  readonly #isUnfolded: boolean;
  /** Whether the candidate is typing, and has changed only text. */
  readonly isTyping: boolean;

  constructor(container: HTMLElement) {
    const focused = (container.getRootNode() as ShadowRoot).activeElement as HTMLElement | null;
    const changed = controlsIn(container).filter(isChanged);
    this.#container = container;
    this.#inputs = changed.map((control) => inputOf(control, container));
    this.#isUnfolded = container.querySelector('details[open]') !== null;
    const isInside = container.contains(focused);
    const hasOnlyText = changed.length > 0 && changed.every((control) => !isChoice(control));
    this.isTyping = isInside && isTextControl(focused) && hasOnlyText;
    if (!isInside) return;
    this.#focused = focused ?? undefined;
    if (isTextControl(focused)) {
      const { selectionStart, selectionEnd, selectionDirection } = focused;
      this.#selection = [selectionStart, selectionEnd, selectionDirection ?? 'none'];
    }
  }

  /** Commits the input to the form, without disturbing a field that the candidate is typing in. */
  commit(store: FieldStore): void {
    // Without input, a commit would change values that the candidate did not edit, such as defaults.
    if (this.#inputs.length === 0) return;
    // Repeating a choice must not count as an edit, which would cancel a deferred submit.
    const listeners = new AbortController();
    const options = { capture: true, signal: listeners.signal };
    window.addEventListener('input', (event) => event.stopPropagation(), options);
    try {
      this.#repeatAll(store);
    } finally {
      listeners.abort();
    }
  }

  /** In document order. One value may add the field of another, so tries again while that helps. */
  #repeatAll(store: FieldStore): void {
    let left = this.#inputs;
    let count: number;
    do {
      count = left.length;
      left = left.filter((input) => !this.#repeat(input, store));
      commitGently(store);
    } while (left.length > 0 && left.length < count);
  }

  /** Repeats an input where React receives it. Returns whether its control is there. */
  #repeat({ name, index, value, isChecked }: ControlInput, store: FieldStore): boolean {
    const control = controlsNamed(name, this.#container)[index];
    if (control === undefined) return false;
    if (!isChoice(control)) {
      if (control.value !== value) control.value = value;
      return true;
    }
    // A choice may switch to another branch, which keeps only committed values.
    commitGently(store);
    if (!isCheckable(control)) {
      control.value = value;
      control.dispatchEvent(new Event('change', { bubbles: true }));
    } else if (control.type === 'checkbox' || isChecked) {
      // React reports a click only if it changes the state that was set before.
      control.checked = !isChecked;
      // Unlike `click()`, not composed: the page has seen the candidate's own click.
      control.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    }
    return true;
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
}

/** Commits the text of all fields, without disturbing the one that the candidate is typing in. */
function commitGently(store: FieldStore): void {
  flushSync(() => store.typing.commitAll({ keepFocused: true }));
}

/** The counts whose progress a prerendered form shows; `undefined` where it shows none. */
function prerenderedCounts(container: HTMLElement): FieldCounts | undefined {
  const bar = container.querySelector('progress');
  if (!bar) return undefined;
  return { fields: LONG_FORM_FIELDS, required: bar.max, missing: bar.max - bar.value };
}

function controlsIn(container: ParentNode): Control[] {
  const selector = 'input:not([type=hidden], [type=file]), select, textarea';
  return [...container.querySelectorAll<Control>(selector)];
}

function controlsNamed(name: string, container: ParentNode): Control[] {
  return controlsIn(container).filter((control) => control.name === name);
}

function inputOf(control: Control, container: ParentNode): ControlInput {
  const { name, value } = control;
  const index = controlsNamed(name, container).indexOf(control);
  return { name, index, value, isChecked: isCheckable(control) && control.checked };
}

/** Whether a control differs from what was rendered. */
function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement)
    return [...control.options].some(
      ({ selected, defaultSelected }) => selected !== defaultSelected,
    );
  return isCheckable(control)
    ? control.checked !== control.defaultChecked
    : control.value !== control.defaultValue;
}

function isChoice(control: Control): boolean {
  return control instanceof HTMLSelectElement || isCheckable(control);
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
