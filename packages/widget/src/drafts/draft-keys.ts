/** After a failure the proxy is left alone for this long, in ms. */
const REST = 5_000;

/** Asks for the keys until there are some: a draft may begin while the phone is offline. */
export class DraftKeys {
  readonly #ask: () => Promise<readonly string[]>;
  #answer: Promise<readonly string[] | undefined> | undefined;
  #restsUntil = 0;

  constructor(ask: () => Promise<readonly string[]>) {
    this.#ask = ask;
  }

  /** The keys; `undefined` when they cannot be had now. */
  get(): Promise<readonly string[] | undefined> {
    if (Date.now() < this.#restsUntil) return Promise.resolve(undefined);
    this.#answer ??= this.#ask().catch(() => {
      this.#answer = undefined;
      this.#restsUntil = Date.now() + REST;
      return undefined;
    });
    return this.#answer;
  }
}
