import type { FormData } from 'precandidate-contract';
import { DraftStorage } from './draft-storage.ts';

/** Pause after a failed request for the keys. */
const KEY_PAUSE_MS = 5_000;

/** The form whose draft is saved. */
export interface DraftSource {
  /** Identifies the form among all forms. */
  formName: string;
  /** Requests the draft's keys from the proxy, newest first. */
  requestKeys: () => Promise<readonly string[]>;
  /** Commits text that no field has committed yet, which costs a render. */
  commit: () => void;
  /** The form's committed values; `undefined` while there is no form. */
  read: () => FormData | undefined;
}

/** Saves a form's values, encrypted, for the life of the tab and at most an hour. */
export class Draft {
  readonly #source: DraftSource;
  readonly #storage: DraftStorage;
  readonly #keys: DraftKeys;
  /** The values of an earlier page, read once and before the first write. */
  #stored: Promise<unknown> | undefined;
  /** Whether the form has them. Otherwise they came too late, and each save keeps them. */
  #isRestored = false;
  #saving: Promise<void> | undefined;
  #isSaveRequested = false;
  /** Grows with each {@link close}: what began before neither reads nor writes after. */
  #round = 0;
  #leaving: AbortController | undefined;

  constructor(source: DraftSource, storage: Storage) {
    this.#source = source;
    this.#storage = new DraftStorage(storage, source.formName);
    this.#keys = new DraftKeys(source.requestKeys);
    if (!this.#storage.isEmpty) this.begin();
  }

  /** Requests the keys, so that the first save need not wait for them, and makes a pending save. */
  begin(): void {
    void this.#keys.get();
    if (this.#isSaveRequested) this.save();
  }

  /**
   * The stored values that fit the form; `undefined` when there are none.
   *
   * @param fit - leaves out what does not fit
   * @param timeout - resolves when the form cannot wait for the draft's keys any longer
   */
  async restore(
    fit: (stored: unknown) => FormData | undefined,
    timeout: Promise<void>,
  ): Promise<FormData | undefined> {
    if (this.#storage.isEmpty) return undefined;
    const round = this.#round;
    const keys = await Promise.race([this.#keys.get(), timeout.then(() => undefined)]);
    if (keys === undefined || round !== this.#round) return undefined;
    const values = fit(await this.#readStored(keys));
    this.#isRestored = true;
    return values === undefined || isEmpty(values) ? undefined : values;
  }

  /** The candidate is typing: saves everything when they leave the page before the next save. */
  typing(): void {
    this.begin();
    if (this.#leaving !== undefined) return;
    this.#leaving = new AbortController();
    const { signal } = this.#leaving;
    const saveAll = () => {
      this.#source.commit();
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

  discard(): void {
    this.close();
    this.#stored = Promise.resolve();
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
      // The form is still being mounted, and calls `begin` when it is ready.
      if (this.#source.read() === undefined) return;
      this.#isSaveRequested = false;
      await this.#saveOnce(keys).catch(() => {});
    }
    this.#leaving?.abort();
    this.#leaving = undefined;
  }

  async #saveOnce(keys: readonly string[]): Promise<void> {
    const round = this.#round;
    const stored = await this.#readStored(keys);
    const values = this.#source.read();
    if (values === undefined) return;
    const unrestored = !this.#isRestored && typeof stored === 'object' ? stored : {};
    const sealed = await this.#storage.seal({ ...unrestored, ...values }, keys);
    if (round === this.#round) this.#storage.write(sealed);
  }

  #readStored(keys: readonly string[]): Promise<unknown> {
    this.#stored ??= this.#storage.read(keys);
    return this.#stored;
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

export function isEmpty(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === undefined;
  return Object.values(value).every(isEmpty);
}
