/** What an input does about what is typed into it. */
export interface Heard {
  /** The text is another by now. */
  onTyped: (event: Event) => void;
  /** Enter was pressed, which submits the form; absent where it begins another line. */
  onEnter?: (() => void) | undefined;
}

type Input = HTMLInputElement | HTMLTextAreaElement;

/**
 * Hears what is typed, with one listener of each kind for the whole form. React hears none of it, see
 * `few-listeners.ts`: it would look through the form's tree at every one of the events of a key.
 */
export class Typing {
  readonly #inputs = new WeakMap<EventTarget, Heard>();
  /** The text of each input as it was heard last. */
  readonly #texts = new WeakMap<EventTarget, string>();

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
  }

  /** Tells `heard` of what is typed into an input; call what it returns to stop. */
  follow(input: Element, heard: Heard): () => void {
    this.#inputs.set(input, heard);
    return () => {
      if (this.#inputs.get(input) === heard) this.#inputs.delete(input);
    };
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
  }
}
