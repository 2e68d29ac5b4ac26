import { flushSync } from 'react-dom';
import { listen } from './page.ts';

export type TextControl = HTMLInputElement | HTMLTextAreaElement;

/** A field whose text is committed later than the candidate types it. */
export interface TextField {
  /** @param isFinal - the candidate has left the field, so its text may be rewritten */
  commit: (isFinal: boolean) => void;
  /** The text of one of its inputs changed. */
  onTyped: (input: TextControl, event: Event) => void;
}

/** Fields are committed after a pause between words. */
const COMMIT_DELAY_MS = 400;
/** How long after `pointerup` a click may come; browsers allow 300 ms. */
const CLICK_MS = 400;

/**
 * Commits text to the form's model after a pause, on Enter, when a field loses the focus, and before values are read.
 * One set of native listeners and one timer serve the whole form: a key must cost the same however long
 * the form is.
 */
export class TextCommits {
  readonly press = new Press();
  /** The field of each input; a date has several inputs. */
  readonly #fields = new Map<TextControl, TextField>();
  /** The text of each input at its last event. */
  readonly #texts = new WeakMap<EventTarget, string>();
  /** Fields that the candidate typed in since they were committed. */
  readonly #pending = new Set<TextField>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Returns a function that ends this. */
  listen(container: HTMLElement): () => void {
    const onTyped = (event: Event) => this.#onTyped(event);
    const stop = listen(container, {
      input: onTyped,
      // Some tools that fill in forms dispatch no other event.
      change: onTyped,
      focusout: ({ target }: FocusEvent) => {
        const field = this.#fields.get(target as TextControl);
        if (field === undefined) return;
        // When the window loses the focus, its input keeps it: the candidate returns to the same caret.
        const isFinal = field !== this.#focused;
        // At once: in a shadow root, React would render the change in a later task.
        this.press.afterwards(() => flushSync(() => this.#commit(field, isFinal)));
      },
    });
    return () => {
      stop();
      clearTimeout(this.#timer);
    };
  }

  /** Listens to the page until {@link leavePage}. */
  enterPage(): void {
    this.leavePage();
    this.press.listen();
    window.addEventListener('pagehide', this.#keepTexts);
  }

  leavePage(): void {
    this.press.stop();
    window.removeEventListener('pagehide', this.#keepTexts);
  }

  /** Adds an input of a field. Returns a function that removes it. */
  follow(input: TextControl, field: TextField): () => void {
    this.#fields.set(input, field);
    return () => this.#fields.delete(input);
  }

  /** Commits every field, and renders what that changes. With `keepFocused`, the text of the field that has the focus is not rewritten. */
  commitAll({ keepFocused = false } = {}): void {
    const kept = keepFocused ? this.#focused : undefined;
    flushSync(() => {
      for (const field of new Set(this.#fields.values())) this.#commit(field, field !== kept);
    });
  }

  /** Commits after the next pause the fields whose text is not the one that was rendered. */
  commitChangedLater(): void {
    for (const [input, field] of this.#fields)
      if (input.value !== input.defaultValue) this.#pending.add(field);
    this.#restartTimer();
  }

  /** When a page returns from Safari's back-forward cache, inputs with `autocomplete="off"` are reset. */
  readonly #keepTexts = (): void => {
    // First: a later render would set the default values again.
    this.commitAll();
    for (const input of this.#fields.keys())
      if (input.localName === 'input') input.defaultValue = input.value;
  };

  /** The field that the candidate is in, even if the window has lost the focus. */
  get #focused(): TextField | undefined {
    const isActive = (input: TextControl) =>
      (input.getRootNode() as ShadowRoot).activeElement === input;
    return [...this.#fields].find(([input]) => isActive(input))?.[1];
  }

  #commit(field: TextField | undefined, isFinal: boolean): void {
    if (field === undefined) return;
    this.#pending.delete(field);
    field.commit(isFinal);
  }

  #onTyped(event: Event): void {
    const input = event.target as TextControl;
    const field = this.#fields.get(input);
    if (field === undefined) return;
    const { value } = input;
    // A `change` usually repeats what `input` events reported.
    if (event.type === 'change' && value === (this.#texts.get(input) ?? input.defaultValue)) return;
    this.#texts.set(input, value);
    field.onTyped(input, event);
    this.#pending.add(field);
    this.#restartTimer();
  }

  #restartTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#onPause(), COMMIT_DELAY_MS);
  }

  #onPause(): void {
    const fields = [...this.#pending];
    this.#pending.clear();
    const focused = this.#focused;
    // Fields that were filled in without the focus are complete.
    for (const field of fields) this.press.afterwards(() => this.#commit(field, field !== focused));
  }
}

const PRESS_EVENTS = ['pointerdown', 'pointerup', 'pointercancel', 'click'] as const;
const PRESS_OPTIONS = { capture: true, passive: true };

/**
 * Delays changes that would move the page under a finger. A tap on a button first blurs a field; if the
 * field's error vanished at that moment, the button would move and the tap would miss it. Touch moves
 * the focus only after the finger is lifted, so a press lasts until its click, or until none can come.
 */
class Press {
  readonly #pending: (() => void)[] = [];
  #isDown = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Listens to the page. No `signal`: an old zone.js would remove the page's own listeners with it. */
  listen(): void {
    for (const name of PRESS_EVENTS) window.addEventListener(name, this.#onEvent, PRESS_OPTIONS);
  }

  stop(): void {
    for (const name of PRESS_EVENTS) window.removeEventListener(name, this.#onEvent, PRESS_OPTIONS);
    // A press that is under way would never end.
    this.#endAfter(0);
  }

  readonly #onEvent = ({ type, button }: PointerEvent): void => {
    if (type === 'pointerup') this.#endAfter(CLICK_MS);
    else if (type === 'pointerdown') {
      // Other buttons may open a context menu, which takes the release.
      if (button === 0) this.#begin();
    }
    // The page scrolls, or the click is here, whose own listeners run first.
    else this.#endAfter(0);
  };

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
