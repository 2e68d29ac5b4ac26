import { listenToPage } from '../api/timing.ts';
import { DraftStorage, tabStorage } from './draft-storage.ts';

/** The form whose draft is saved. */
export interface DraftSource<Content> {
  /** Whether the page allows drafts. */
  isAllowed: () => boolean;
  /** Commits text that no field has committed yet, which costs a render. */
  commit: () => void;
  /** What the form holds, without text that is not committed; `undefined` while there is no form. */
  read: () => Content | undefined;
}

/** Saves a form's values, encrypted, for the life of the tab and at most an hour. */
export class Draft<Content> {
  readonly #source: DraftSource<Content>;
  readonly #tabStorage: Storage | undefined;
  #storage: DraftStorage | undefined;
  /** Newest first; empty until {@link start}. */
  #keys: readonly string[] = [];
  #saving: Promise<void> | undefined;
  #isSaveRequested = false;
  #stopListening: (() => void) | undefined;

  constructor(source: DraftSource<Content>, storage = tabStorage()) {
    this.#source = source;
    this.#tabStorage = storage;
  }

  /** Whether a change is saved. */
  get isActive(): boolean {
    return this.#storage !== undefined && this.#keys.length > 0 && this.#source.isAllowed();
  }

  /** A form is on its way. `formName` identifies it among all forms. */
  prepare(formName: string): void {
    this.close();
    this.#storage = this.#tabStorage && new DraftStorage(this.#tabStorage, formName);
    if (!this.#source.isAllowed()) this.discard();
  }

  /** The form has arrived, with the keys of its draft. */
  start(keys: readonly string[]): void {
    this.#keys = keys;
  }

  /** What is stored. */
  async stored(): Promise<Content | undefined> {
    const storage = this.#storage;
    const stored = this.isActive ? await storage?.read(this.#keys) : undefined;
    return storage === this.#storage ? (stored as Content | undefined) : undefined;
  }

  /** The candidate is typing: saves everything when they leave the page before the next save. */
  typing(): void {
    if (this.#stopListening !== undefined || !this.isActive) return;
    const saveAll = () => this.#saveAll();
    this.#stopListening = listenToPage({
      // A page that navigates lives long enough to save.
      beforeunload: saveAll,
      pagehide: saveAll,
      online: saveAll,
      visibilitychange: saveAll,
    });
  }

  /** The form was removed from the page: saves everything now, because nobody listens any more. */
  leavePage(): void {
    if (this.#stopListening === undefined) return;
    this.#saveAll();
    this.#endListening();
  }

  /** Saves the current values. Calls during a save, or before there is a form, lead to one more save. */
  save(): void {
    this.#isSaveRequested = true;
    this.savePending();
  }

  /** Makes a save that was requested while the form was mounted. */
  savePending(): void {
    if (this.#saving !== undefined || !this.isActive) return;
    this.#saving = this.#saveWhileRequested().finally(() => {
      this.#saving = undefined;
    });
  }

  /** Removes the stored values. A later change is saved again. */
  discard(): void {
    this.#stop();
    this.#storage?.remove();
  }

  /** Stops saving; the stored values stay, and a save that has begun ends. */
  close(): void {
    this.#stop();
    this.#storage = undefined;
    this.#keys = [];
  }

  #stop(): void {
    this.#isSaveRequested = false;
    this.#endListening();
  }

  #saveAll(): void {
    this.#source.commit();
    this.save();
  }

  #endListening(): void {
    this.#stopListening?.();
    this.#stopListening = undefined;
  }

  async #saveWhileRequested(): Promise<void> {
    while (this.#isSaveRequested) {
      const content = this.#source.read();
      // The form is still being mounted.
      if (content === undefined) return;
      this.#isSaveRequested = false;
      await this.#storage?.write(content, this.#keys).catch(() => {});
    }
    this.#endListening();
  }
}
