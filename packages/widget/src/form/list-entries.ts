import { flushSync } from 'react-dom';
import { childPointer, valueAt } from '../validation/json.ts';
import type { FormErrors } from './form-errors.ts';
import type { FieldStore } from './field-store.ts';
import type { FormModel } from './model/form-model.ts';

/** A list entry that was removed, and may come back. */
export interface RemovedEntry {
  index: number;
  key: string | undefined;
  item: unknown;
}

interface Form {
  readonly model: FormModel;
  readonly errors: FormErrors;
  readonly store: FieldStore;
  commitAll: () => void;
  change: (pointer: string, value: unknown) => void;
}

/** What the buttons of a list do. Focus, typed text, errors, and warnings stay with their entries. */
export class ListEntries {
  readonly #form: Form;

  constructor(form: Form) {
    this.#form = form;
  }

  /** Adds an entry to the list at a JSON Pointer, or one that was removed before. */
  insert(pointer: string, index: number, removed?: RemovedEntry): void {
    const { model } = this.#form;
    this.#form.commitAll();
    const entries = model.listAt(pointer);
    model.entries.insert(pointer, index, entries.length, removed?.key);
    // A list with an entry that the candidate wants is not left as it was.
    model.questions.touch(pointer);
    this.#change(pointer, entries.toSpliced(index, 0, removed?.item));
  }

  remove(pointer: string, index: number): RemovedEntry {
    const { model } = this.#form;
    this.#form.commitAll();
    const entries = model.listAt(pointer);
    // With it goes a file that is still being read: if the entry comes back, it asks for the file again.
    const item = valueAt(model.valuesWith(this.#form.store.unread), childPointer(pointer, index));
    const key = model.entries.remove(pointer, index, entries.length);
    this.#change(pointer, entries.toSpliced(index, 1));
    return { index, key, item };
  }

  /** Fills in an entry as the one before it. */
  copy(pointer: string, index: number): void {
    this.#form.commitAll();
    const before: unknown = this.#form.model.listAt(pointer)[index - 1];
    this.#change(childPointer(pointer, index), structuredClone(before));
  }

  #change(pointer: string, value: unknown): void {
    flushSync(() => this.#form.change(pointer, value));
    this.#form.errors.update();
  }
}
