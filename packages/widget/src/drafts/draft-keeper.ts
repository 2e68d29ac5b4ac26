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
 * ready, so that no form waits for it.
 */
export class DraftKeeper {
  readonly #options: DraftOptions;
  readonly #storage: Storage;
  readonly #name: string;
  #loading: Promise<Draft | undefined> | undefined;
  #draft: Draft | undefined;
  /** Calls that came before the code was loaded. */
  #isTyping = false;
  #isChanged = false;
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
    this.#loading ??= this.#load().catch(() => undefined);
  }

  /** The candidate is typing; {@link changed} follows. */
  typing(): void {
    this.#isTyping = true;
    this.#draft?.typing();
  }

  /** The form's values changed. */
  changed(): void {
    this.#isChanged = true;
    this.#draft?.save();
  }

  /** Removes the draft. */
  discard(): void {
    this.#isChanged = false;
    this.#draft?.discard();
    this.#storage.removeItem(this.#name);
  }

  /** Stops keeping changes; the stored draft stays. */
  close(): void {
    this.#isClosed = true;
    this.#draft?.close();
  }

  get #isStored(): boolean {
    return this.#storage.getItem(this.#name) !== null;
  }

  async #load(): Promise<Draft | undefined> {
    const { Draft } = await this.#options.load();
    if (this.#isClosed) return undefined;
    this.#draft = new Draft({ ...this.#options, storage: this.#storage, name: this.#name });
    if (this.#isTyping) this.#draft.typing();
    if (this.#isChanged) this.#draft.save();
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
