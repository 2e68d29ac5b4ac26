/**
 * Puts off what would move the page under a finger. A tap on a button first takes the focus from a
 * field; were the field's error to vanish at that moment, the button would slip away and the tap
 * would hit nothing.
 */
export class Press {
  readonly #waiting: (() => void)[] = [];
  #isDown = false;

  /** @param signal - ends the listening */
  constructor(signal: AbortSignal) {
    const options = { capture: true, passive: true, signal };
    window.addEventListener('pointerdown', () => (this.#isDown = true), options);
    for (const end of ['pointerup', 'pointercancel'])
      window.addEventListener(end, () => this.#release(), options);
  }

  /** Runs `work` now, or once the finger that is down has been lifted and its click handled. */
  afterwards(work: () => void): void {
    if (this.#isDown) this.#waiting.push(work);
    else work();
  }

  #release(): void {
    this.#isDown = false;
    setTimeout(() => {
      for (const work of this.#waiting.splice(0)) work();
    });
  }
}
