import { flushSync } from 'react-dom';
import type { FormErrors } from './form-errors.ts';
import type { FieldStore } from './field-store.ts';
import type { FormModel, RemovedEntry } from './model/form-model.ts';

interface Form {
  readonly model: FormModel;
  readonly errors: FormErrors;
  readonly store: FieldStore;
  commitAll: () => void;
  /** The model has other values at a JSON Pointer. */
  changed: (pointer: string) => void;
}

/** What the buttons of a list do. Focus, typed text, errors, and warnings stay with their entries. */
export class ListEntries {
  readonly #form: Form;

  constructor(form: Form) {
    this.#form = form;
  }

  /** Adds an entry to the list at a JSON Pointer, or one that was removed before. */
  insert(pointer: string, index: number, removed?: RemovedEntry): void {
    this.#form.commitAll();
    this.#form.model.insertEntry(pointer, index, removed);
    this.#changed(pointer);
  }

  remove(pointer: string, index: number): RemovedEntry {
    this.#form.commitAll();
    const removed = this.#form.model.removeEntry(pointer, index, this.#form.store.unread);
    this.#changed(pointer);
    return removed;
  }

  /** Fills in an entry as the one before it. */
  copy(pointer: string, index: number): void {
    this.#form.commitAll();
    this.#form.model.copyEntry(pointer, index);
    this.#changed(pointer);
  }

  #changed(pointer: string): void {
    flushSync(() => this.#form.changed(pointer));
    this.#form.errors.update();
  }
}
