/** Work that is not put off for longer, in milliseconds. */
const LATEST = 300;
/** How long work waits where the browser does not tell when it is idle, in milliseconds. */
const PAUSE = 50;

/** One piece of work, done when the page has nothing better to do, however often it was asked for. */
export class IdleWork {
  readonly #work: () => void;
  #cancel: (() => void) | undefined;

  constructor(work: () => void) {
    this.#work = work;
  }

  /** Does it once, soon. */
  ask(): void {
    this.#cancel ??= whenIdle(() => this.doNow());
  }

  /** Does it now if it was asked for. */
  doNow(): void {
    if (this.#cancel === undefined) return;
    this.cancel();
    this.#work();
  }

  cancel(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }
}

function whenIdle(work: () => void): () => void {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, PAUSE);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: LATEST });
  return () => cancelIdleCallback(handle);
}
