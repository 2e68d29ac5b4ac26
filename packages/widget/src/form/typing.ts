/** What an input does about what is typed into it. */
export interface Heard {
  /** The text is another by now. */
  onTyped: (event: Event) => void;
  /** Nothing was typed anywhere in the form for {@link PAUSE}. */
  onPause: () => void;
  /** Enter was pressed, which submits the form; absent where it begins another line. */
  onEnter?: (() => void) | undefined;
}

/** How long a candidate stops between words, in milliseconds. */
const PAUSE = 400;

type Input = HTMLInputElement | HTMLTextAreaElement;

/**
 * Hears what is typed, with one listener of each kind for the whole form.
 */
export class Typing {
  readonly #inputs = new WeakMap<EventTarget, Heard>();
  /** The text of each input as it was heard last. */
  readonly #texts = new WeakMap<EventTarget, string>();
  /** What was typed into since the last pause. */
  readonly #waiting = new Set<EventTarget>();
  #typedAt = 0;
  /** One for the whole form, which a key does not begin anew. */
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * Begins to hear.
   *
   * @param container - the element around the form
   * @param signal - ends the listening
   */
  listen(container: HTMLElement, signal: AbortSignal): void {
    const onTyped = (event: Event) => this.#typed(event);
    container.addEventListener('input', onTyped, { signal });
    // Some tools that fill in forms tell of nothing else.
    container.addEventListener('change', onTyped, { signal });
    const onKey = ({ key, isComposing, target }: KeyboardEvent) => {
      if (key === 'Enter' && !isComposing && target) this.#inputs.get(target)?.onEnter?.();
    };
    container.addEventListener('keydown', onKey, { signal });
    signal.addEventListener('abort', () => clearTimeout(this.#timer));
  }

  /** Tells `heard` of what is typed into an input; call what it returns to stop. */
  follow(input: Element, heard: Heard): () => void {
    this.#inputs.set(input, heard);
    return () => {
      if (this.#inputs.get(input) === heard) this.#inputs.delete(input);
    };
  }

  /** What was typed into an input is known: nobody waits for a pause. */
  isKnown(input: Element): void {
    this.#waiting.delete(input);
  }

  #typed(event: Event): void {
    const input = event.target as Input;
    const heard = this.#inputs.get(input);
    if (heard === undefined) return;
    const { value } = input;
    // A `change` mostly repeats what the `input` events before it told.
    if (event.type === 'change' && value === (this.#texts.get(input) ?? input.defaultValue)) return;
    this.#texts.set(input, value);
    heard.onTyped(event);
    this.#waiting.add(input);
    this.#typedAt = performance.now();
    this.#timer ??= setTimeout(this.#awaitPause, PAUSE);
  }

  readonly #awaitPause = (): void => {
    this.#timer = undefined;
    const left = this.#typedAt + PAUSE - performance.now();
    if (left > 0 && this.#waiting.size > 0) {
      this.#timer = setTimeout(this.#awaitPause, left);
      return;
    }
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const input of waiting) this.#inputs.get(input)?.onPause();
  };
}
