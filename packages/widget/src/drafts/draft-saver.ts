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

/**
 * - `saved`: the tab has all that the candidate gave
 * - `typing`: text is on the screen that no field has committed
 * - `changed`: values are still to be saved, when the page allows it and the form is mounted
 */
type State = 'saved' | 'typing' | 'changed';

/** Saves a form's values, encrypted, for the life of the tab and at most an hour. */
export class DraftSaver<Content> {
  readonly #source: DraftSource<Content>;
  readonly #tabStorage: Storage | undefined;
  #storage: DraftStorage | undefined;
  /** Newest first; empty until {@link start}. */
  #keys: readonly string[] = [];
  #state: State = 'saved';
  #stopListening = (): void => {};

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
    if (this.#state === 'saved' && this.isActive) this.#become('typing');
  }

  /** The form was removed from the page: saves everything now, because nobody listens any more. */
  leavePage(): void {
    if (this.#state !== 'saved') this.#saveAll();
  }

  /** Saves the values with those that change in the same task. */
  save(): void {
    this.#become('changed');
    queueMicrotask(() => this.saveChanged());
  }

  /** Saves the values that changed while the form was mounted. */
  saveChanged(): void {
    const content = this.#state === 'changed' && this.isActive ? this.#source.read() : undefined;
    if (content === undefined) return;
    this.#become('saved');
    void this.#storage?.write(content, this.#keys).catch(() => {});
  }

  /** Removes the stored values. A later change is saved again. */
  discard(): void {
    this.#become('saved');
    this.#storage?.remove();
  }

  /** Stops saving; the stored values stay, and a save that has begun ends. */
  close(): void {
    this.#become('saved');
    this.#storage = undefined;
    this.#keys = [];
  }

  #saveAll(): void {
    this.#source.commit();
    this.#become('changed');
    this.saveChanged();
  }

  #become(state: State): void {
    this.#state = state;
    this.#stopListening();
    const saveAll = () => this.#saveAll();
    // A page that navigates lives long enough to save.
    const events = ['beforeunload', 'pagehide', 'online', 'visibilitychange'];
    const listeners = events.map((name) => [name, saveAll] as const);
    this.#stopListening =
      state === 'typing' ? listenToPage(Object.fromEntries(listeners)) : () => {};
  }
}
