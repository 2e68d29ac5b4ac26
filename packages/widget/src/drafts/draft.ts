import type { FormData, FormSchema } from 'precandidate-contract';
import { DraftStorage } from './draft-storage.ts';
import { fittingValues } from './fitting-values.ts';

/** How long a form that is ready waits for its draft's keys. */
const KEY_TIMEOUT_MS = 3_000;
/** Pause after a failed request for the keys. */
const KEY_PAUSE_MS = 5_000;

/** The form whose draft is saved. */
export interface DraftSource {
  storage: Storage;
  /** The item in the storage: `<prefix of all drafts>:<name of the form>`. */
  name: string;
  /** Requests the draft's keys from the proxy, newest first. */
  requestKeys: () => Promise<readonly string[]>;
  /**
   * The form's values; `undefined` while there is no form.
   *
   * @param isComplete - includes text that no field has committed yet, which costs a render
   */
  read: (isComplete: boolean) => FormData | undefined;
}

/**
 * Saves a form's values, encrypted, for the life of the tab and at most an hour. Saves nothing where
 * the browser has no storage or cryptography.
 */
export class Draft {
  readonly #source: DraftSource;
  readonly #storage: DraftStorage;
  readonly #keys: DraftKeys;
  /** Reads the stored values, once and before the first write. */
  #reading: Promise<void> | undefined;
  /** Stored values that the form does not have, because they came too late; each save keeps them. */
  #unrestored: unknown;
  #isRestored = false;
  #saving: Promise<void> | undefined;
  #isSaveRequested = false;
  /** Grows with each discard: values sealed before are not written after. */
  #round = 0;
  #leaving: AbortController | undefined;

  constructor(source: DraftSource) {
    this.#source = source;
    this.#storage = new DraftStorage(source.storage, source.name);
    this.#keys = new DraftKeys(source.requestKeys);
    void this.#keys.get();
  }

  /** The stored values that fit the schema; `undefined` when there are none or the keys are late. */
  async restore(schema: FormSchema): Promise<FormData | undefined> {
    const keys = await withTimeout(this.#keys.get(), KEY_TIMEOUT_MS);
    if (keys === undefined) return undefined;
    const values = fittingValues(await this.#stored(keys), schema);
    this.#isRestored = true;
    return values === undefined || isEmpty(values) ? undefined : values;
  }

  /** The candidate is typing: saves everything when they leave the page before the next save. */
  typing(): void {
    if (this.#leaving !== undefined) return;
    this.#leaving = new AbortController();
    const { signal } = this.#leaving;
    const saveAll = () => {
      this.#source.read(true);
      this.save();
    };
    // A page that navigates lives long enough to save.
    globalThis.addEventListener('beforeunload', saveAll, { signal });
    globalThis.addEventListener('pagehide', saveAll, { signal });
    globalThis.addEventListener('online', saveAll, { signal });
    document.addEventListener('visibilitychange', saveAll, { signal });
  }

  /** Saves the current values. Calls during a save lead to one more save. */
  save(): void {
    this.#isSaveRequested = true;
    if (this.#saving !== undefined) return;
    this.#saving = this.#saveAll().finally(() => {
      this.#saving = undefined;
    });
  }

  /** Removes the stored values. */
  discard(): void {
    this.close();
    this.#reading = Promise.resolve();
    this.#unrestored = undefined;
    this.#storage.remove();
  }

  /** Stops saving; the stored values stay. */
  close(): void {
    this.#round += 1;
    this.#isSaveRequested = false;
    this.#leaving?.abort();
    this.#leaving = undefined;
  }

  async #saveAll(): Promise<void> {
    const keys = await this.#keys.get();
    if (keys === undefined) return;
    while (this.#isSaveRequested) {
      this.#isSaveRequested = false;
      await this.#saveOnce(keys).catch(() => {});
    }
    this.#leaving?.abort();
    this.#leaving = undefined;
  }

  async #saveOnce(keys: readonly string[]): Promise<void> {
    const round = this.#round;
    await this.#stored(keys);
    const values = this.#source.read(false);
    if (values === undefined) return;
    if (this.#isRestored) this.#unrestored = undefined;
    const unrestored = typeof this.#unrestored === 'object' ? this.#unrestored : {};
    const sealed = await this.#storage.seal({ ...unrestored, ...values }, keys);
    if (round === this.#round) this.#storage.write(sealed);
  }

  /** The values of an earlier page that the form does not have. */
  async #stored(keys: readonly string[]): Promise<unknown> {
    this.#reading ??= this.#storage.isEmpty
      ? Promise.resolve()
      : this.#storage.read(keys).then((values) => {
          this.#unrestored = values;
        });
    await this.#reading;
    return this.#unrestored;
  }
}

/** Requests the keys until the proxy provides them: a draft may start while the phone is offline. */
export class DraftKeys {
  readonly #request: () => Promise<readonly string[]>;
  #keys: Promise<readonly string[] | undefined> | undefined;
  #pausedUntil = 0;

  constructor(request: () => Promise<readonly string[]>) {
    this.#request = request;
  }

  /** The keys; `undefined` when the proxy cannot provide them now. */
  get(): Promise<readonly string[] | undefined> {
    if (Date.now() < this.#pausedUntil) return Promise.resolve(undefined);
    this.#keys ??= this.#request().catch(() => {
      this.#keys = undefined;
      this.#pausedUntil = Date.now() + KEY_PAUSE_MS;
      return undefined;
    });
    return this.#keys;
  }
}

/** Whether no field has a value. */
export function isEmpty(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === undefined;
  return Object.values(value).every(isEmpty);
}

async function withTimeout<Value>(promise: Promise<Value>, ms: number): Promise<Value | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}
