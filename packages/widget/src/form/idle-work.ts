const TIMEOUT_MS = 300;
const FALLBACK_MS = 50;

/** Work that runs once when the page is idle, however often it is scheduled. */
export class IdleWork {
  readonly #work: () => void;
  #cancel: (() => void) | undefined;

  constructor(work: () => void) {
    this.#work = work;
  }

  schedule(): void {
    this.#cancel ??= whenIdle(() => this.flush());
  }

  flush(): void {
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
    const timer = setTimeout(work, FALLBACK_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: TIMEOUT_MS });
  return () => cancelIdleCallback(handle);
}
