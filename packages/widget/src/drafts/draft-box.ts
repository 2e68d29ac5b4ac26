import { fromText, toText } from './cleared-fields.ts';
import { open, seal } from './draft-cipher.ts';

/** How long a draft is kept, in ms. */
const LIFE = 60 * 60_000;

/**
 * Where the draft of one form lies in this tab: `<saved at>.<sealed>`, the time in epoch
 * milliseconds. The time is bound to what is sealed, and readable so that a draft which nobody can
 * open any more is removed too.
 */
export class DraftBox {
  readonly #storage: Storage;
  readonly #name: string;

  /** @param name - the item's, which names the form among all; drafts share what precedes its colon */
  constructor(storage: Storage, name: string) {
    this.#storage = storage;
    this.#name = name;
    this.#removeOld();
  }

  get isEmpty(): boolean {
    return this.#storage.getItem(this.#name) === null;
  }

  /** What {@link write} takes. */
  async seal(values: unknown, keys: readonly string[]): Promise<string> {
    const savedAt = Date.now();
    return `${savedAt}.${await seal(toText(values), keys, this.#context(savedAt))}`;
  }

  /** A full or forbidden storage keeps nothing, and the form works without. */
  write(sealed: string): void {
    try {
      this.#storage.setItem(this.#name, sealed);
    } catch {
      // What an older one holds is wrong by now.
      this.remove();
    }
  }

  /** What lies there; what the keys do not open is removed, and `undefined`. */
  async open(keys: readonly string[]): Promise<unknown> {
    const [savedAt = '', sealed = ''] = this.#storage.getItem(this.#name)?.split('.') ?? [];
    try {
      const text = await open(sealed, keys, this.#context(Number(savedAt)));
      if (text !== undefined) return fromText(text);
    } catch {
      // Not written by us.
    }
    this.remove();
    return undefined;
  }

  remove(): void {
    this.#storage.removeItem(this.#name);
  }

  #context(savedAt: number): string {
    return `${this.#name} 1 ${savedAt}`;
  }

  /** Removes every form's draft that has outlived its time, or was saved by a clock that is wrong now. */
  #removeOld(): void {
    const prefix = this.#name.slice(0, this.#name.indexOf(':') + 1);
    for (const name of Object.keys(this.#storage)) {
      if (!name.startsWith(prefix)) continue;
      const savedAt = Number(this.#storage.getItem(name)?.split('.')[0]);
      if (!(Math.abs(Date.now() - savedAt) < LIFE)) this.#storage.removeItem(name);
    }
  }
}
