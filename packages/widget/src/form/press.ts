/** How long a click may come after the finger was lifted, in milliseconds; browsers allow 300. */
const CLICK_WAIT = 400;

/**
 * Puts off what would move the page under a finger. A tap on a button first takes the focus from a
 * field; were the field's error to vanish at that moment, the button would slip away and the tap
 * would hit nothing. A touch moves the focus only after the finger was lifted, so a press lasts until
 * its click, or until none can come any more.
 */
export class Press {
  readonly #waiting: (() => void)[] = [];
  #isOn = false;
  #end: ReturnType<typeof setTimeout> | undefined;

  /**
   * Begins to follow the presses of the page.
   *
   * @param signal - ends the listening
   */
  listen(signal: AbortSignal): void {
    const options = { capture: true, passive: true, signal };
    const on = (event: string, work: () => void) => window.addEventListener(event, work, options);
    on('pointerdown', () => this.#begin());
    on('pointerup', () => this.#endIn(CLICK_WAIT));
    // Scrolling has begun, or the click is here and runs first: nothing is left to be hit.
    on('pointercancel', () => this.#endIn(0));
    on('click', () => this.#endIn(0));
  }

  /** Runs `work` now, or once the press that is under way has become a click. */
  afterwards(work: () => void): void {
    if (this.#isOn) this.#waiting.push(work);
    else work();
  }

  #begin(): void {
    clearTimeout(this.#end);
    this.#isOn = true;
  }

  #endIn(delay: number): void {
    clearTimeout(this.#end);
    this.#end = setTimeout(() => {
      this.#isOn = false;
      for (const work of this.#waiting.splice(0)) work();
    }, delay);
  }
}
