import type { FormToShow } from '../submission/form-to-show.ts';
import type { Draft, DraftSource, KeptForm } from './draft.ts';
import { loadDraft } from '../element/load-draft.ts';

/**
 * The element's end of keeping what is typed. The part that knows how is fetched at once when
 * something is kept of the form; else its fields wait for none of it.
 */
export class DraftSlot {
  readonly #source: DraftSource;
  #loading: Promise<Draft | undefined> | undefined;
  #draft: Draft | undefined;
  /** What happened before the part that knows how had come. */
  #isTyped = false;
  #isChanged = false;
  #isClosed = false;

  constructor(source: DraftSource) {
    this.#source = source;
    if (this.#isKept) this.begin();
  }

  /** What was kept of this form and fits its schema. */
  async restore({ schema, fields }: FormToShow): Promise<KeptForm | undefined> {
    if (!this.#isKept) return undefined;
    return (await this.#loading)?.restore(schema, fields?.fingerprint);
  }

  /** From now on what is typed is kept. */
  begin(): void {
    this.#loading ??= this.#load().catch(() => undefined);
  }

  /** Something is being typed, and will be told. */
  typed(): void {
    this.#isTyped = true;
    this.#draft?.typed();
  }

  /** The values are others than before; or what was filled in before a form had values. */
  changed(): void {
    this.#isChanged = true;
    this.#draft?.save();
  }

  discard(): void {
    this.#isChanged = false;
    this.#draft?.discard();
    const { storage, name } = this.#source;
    storage.removeItem(name);
  }

  /** Keeps no more; what is kept stays. */
  close(): void {
    this.#isClosed = true;
    this.#draft?.close();
  }

  get #isKept(): boolean {
    const { storage, name } = this.#source;
    return storage.getItem(name) !== null;
  }

  async #load(): Promise<Draft | undefined> {
    const { Draft } = await loadDraft();
    if (this.#isClosed) return undefined;
    this.#draft = new Draft(this.#source);
    if (this.#isTyped) this.#draft.typed();
    if (this.#isChanged) this.#draft.save();
    return this.#draft;
  }
}
