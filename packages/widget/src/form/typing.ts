/** How a text input reacts to typing. */
export interface TypingListener {
  /** The text changed. */
  onTyped: (event: Event) => void;
  /** Nothing was typed in the form for {@link PAUSE_MS}. */
  onPause: () => void;
  /** Enter was pressed, which submits the form; not in an input of several lines. */
  onEnter?: (() => void) | undefined;
}

/** A pause between words. */
const PAUSE_MS = 400;
/** How long after `pointerup` a click may come; browsers allow 300 ms. */
const CLICK_MS = 400;

type TextInput = HTMLInputElement | HTMLTextAreaElement;

/**
 * Notifies text inputs of typing, with one native listener and one timer for the whole form: a key must
 * cost the same however long the form is.
 */
export class Typing {
  readonly #listeners = new WeakMap<EventTarget, TypingListener>();
  /** The text of each input at its last event. */
  readonly #texts = new WeakMap<EventTarget, string>();
  /** Inputs that were typed in since the last pause. */
  readonly #pending = new Set<EventTarget>();
  #afterPause: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  listen(container: HTMLElement, signal: AbortSignal): void {
    const onTyped = (event: Event) => this.#onTyped(event);
    container.addEventListener('input', onTyped, { signal });
    // Some tools that fill in forms dispatch no other event.
    container.addEventListener('change', onTyped, { signal });
    const onKey = ({ key, isComposing, target }: KeyboardEvent) => {
      if (key === 'Enter' && !isComposing && target) this.#listeners.get(target)?.onEnter?.();
    };
    container.addEventListener('keydown', onKey, { signal });
    signal.addEventListener('abort', () => clearTimeout(this.#timer));
  }

  /** Adds the listener of an input. Returns a function that removes it. */
  follow(input: Element, listener: TypingListener): () => void {
    this.#listeners.set(input, listener);
    return () => {
      if (this.#listeners.get(input) === listener) this.#listeners.delete(input);
    };
  }

  /** The text of an input was committed: a pause need not commit it. */
  committed(input: Element): void {
    this.#pending.delete(input);
  }

  /** Runs `work` when nothing was typed for {@link PAUSE_MS}. */
  afterPause(work: () => void): void {
    this.#afterPause = work;
    this.#restartTimer();
  }

  #onTyped(event: Event): void {
    const input = event.target as TextInput;
    const listener = this.#listeners.get(input);
    if (listener === undefined) return;
    const { value } = input;
    // A `change` usually repeats what `input` events reported.
    if (event.type === 'change' && value === (this.#texts.get(input) ?? input.defaultValue)) return;
    this.#texts.set(input, value);
    listener.onTyped(event);
    this.#pending.add(input);
    this.#restartTimer();
  }

  #restartTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#onPause(), PAUSE_MS);
  }

  #onPause(): void {
    const inputs = [...this.#pending];
    this.#pending.clear();
    for (const input of inputs) this.#listeners.get(input)?.onPause();
    this.#afterPause?.();
    this.#afterPause = undefined;
  }
}

/**
 * Delays changes that would move the page under a finger. A tap on a button first blurs a field; if the
 * field's error vanished at that moment, the button would move and the tap would miss it. Touch moves
 * the focus only after the finger is lifted, so a press lasts until its click, or until none can come.
 */
export class Press {
  readonly #pending: (() => void)[] = [];
  #isDown = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #listeners = new AbortController();

  /** Listens to the page until {@link stop}. */
  listen(): void {
    this.stop();
    this.#listeners = new AbortController();
    const { signal } = this.#listeners;
    const options = { capture: true, passive: true, signal };
    const on = (event: string, work: () => void) => window.addEventListener(event, work, options);
    on('pointerdown', () => this.#begin());
    on('pointerup', () => this.#endAfter(CLICK_MS));
    // The page scrolls, or the click is here, whose own listeners run first.
    on('pointercancel', () => this.#endAfter(0));
    on('click', () => this.#endAfter(0));
  }

  stop(): void {
    this.#listeners.abort();
    // A press that is under way would never end.
    this.#endAfter(0);
  }

  /** Runs `work` now, or after the current press. */
  afterwards(work: () => void): void {
    if (this.#isDown) this.#pending.push(work);
    else work();
  }

  #begin(): void {
    clearTimeout(this.#timer);
    this.#isDown = true;
  }

  #endAfter(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#isDown = false;
      for (const work of this.#pending.splice(0)) work();
    }, delayMs);
  }
}
