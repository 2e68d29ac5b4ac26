const TIMEOUT_MS = 10_000;

/** Notices that a form loads for too long: a stalled network reports no failure. */
export class LoadTimeout {
  readonly #onTimeout: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;

  constructor(onTimeout: () => void) {
    this.#onTimeout = onTimeout;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** The first call with `true` starts the timer; `false` resets it. */
  update(isLoading: boolean): void {
    if (!isLoading) return this.reset();
    this.#timer ??= setTimeout(() => {
      this.#isOver = true;
      this.#onTimeout();
    }, TIMEOUT_MS);
  }

  reset(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isOver = false;
  }
}
