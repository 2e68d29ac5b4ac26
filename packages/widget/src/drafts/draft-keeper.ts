import type { FormData, FormSchema } from 'precandidate-contract';
import type { Draft, DraftSource } from './draft.ts';

/** A form's draft, and how to load the code that encrypts it. */
export type DraftOptions = Omit<DraftSource, 'storage' | 'name'> & {
  /** Identifies the form among all forms. */
  formName: string;
  load: () => Promise<typeof import('./draft.ts')>;
};

/**
 * Keeps a form's draft. Loads the code for it at once when a draft is stored, else when the form is
 * ready or edited, so that no form waits for it.
 */
export class DraftKeeper {
  readonly #options: DraftOptions;
  readonly #storage: Storage;
  readonly #name: string;
  /** Resolves to nothing when the code cannot be loaded, or came after {@link close}. */
  #loading: Promise<Draft | undefined> | undefined;
  #draft: Draft | undefined;
  #isClosed = false;

  constructor(options: DraftOptions, storage: Storage) {
    this.#options = options;
    this.#storage = storage;
    this.#name = nameOf(options.formName);
    if (this.#isStored) this.begin();
  }

  /** The stored values that fit the schema. */
  async restore(schema: FormSchema): Promise<FormData | undefined> {
    return this.#isStored ? (await this.#loading)?.restore(schema) : undefined;
  }

  /** Keeps changes from now on. */
  begin(): void {
    this.#loading ??= this.#load().catch(() => {
      // The next call tries again.
      this.#loading = undefined;
      return undefined;
    });
  }

  /** The candidate is typing; {@link changed} follows. */
  typing(): void {
    this.begin();
    this.#use((draft) => draft.typing());
  }

  /** The form's values changed. */
  changed(): void {
    this.begin();
    this.#use((draft) => draft.save());
  }

  /** Removes the draft. */
  discard(): void {
    this.#storage.removeItem(this.#name);
    this.#use((draft) => draft.discard());
  }

  /** Stops keeping changes; the stored draft stays. */
  close(): void {
    this.#isClosed = true;
    this.#draft?.close();
  }

  /** Calls the draft now, or once its code has loaded, unless the keeper was closed meanwhile. */
  #use(work: (draft: Draft) => void): void {
    if (this.#draft !== undefined) work(this.#draft);
    else void this.#loading?.then((draft) => draft && !this.#isClosed && work(draft));
  }

  get #isStored(): boolean {
    return this.#storage.getItem(this.#name) !== null;
  }

  async #load(): Promise<Draft | undefined> {
    const { Draft } = await this.#options.load();
    // The page may have opened another form, whose keys would not open this draft.
    if (this.#isClosed) return undefined;
    this.#draft = new Draft({ ...this.#options, storage: this.#storage, name: this.#name });
    return this.#draft;
  }
}

/** Where drafts are stored; `undefined` without TLS, or when the host or the candidate forbids it. */
export function draftStorage(): Storage | undefined {
  if (!isSecureContext) return undefined;
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}

/** Removes the stored draft of a form. */
export function removeDraft(formName: string): void {
  draftStorage()?.removeItem(nameOf(formName));
}

function nameOf(formName: string): string {
  return `precandidate-draft:${formName}`;
}
