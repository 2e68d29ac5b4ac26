/** How long a form may be on its way before the candidate is told, in milliseconds. */
const PATIENCE = 10_000;

/** Notices that a form has been on its way for long: a network that hangs tells of no failure. */
export class Lateness {
  readonly #onLate: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isLate = false;

  /** @param onLate - it is late from now on */
  constructor(onLate: () => void) {
    this.#onLate = onLate;
  }

  get isLate(): boolean {
    return this.#isLate;
  }

  /** Whether a form is on its way, told at every drawing. */
  follow(isLoading: boolean): void {
    if (!isLoading) return this.end();
    this.#timer ??= setTimeout(() => {
      this.#isLate = true;
      this.#onLate();
    }, PATIENCE);
  }

  /** Nothing is on its way, or it is asked for anew. */
  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isLate = false;
  }
}
