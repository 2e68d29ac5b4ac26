import type { RemarkName } from '../../messages/messages.ts';

/** What is said beside a field. */
export interface FieldNote {
  error?: string | undefined;
  /** What looks odd and blocks nothing. */
  remark?: RemarkName | undefined;
}

const NONE: FieldNote = {};

/** What is said beside each field, by JSON Pointer. Who listens hears of one field only. */
export class FieldNotes {
  readonly #notes = new Map<string, FieldNote>();
  readonly #listeners = new Map<string, Set<() => void>>();

  /** The same object until something else is said. */
  at(pointer: string): FieldNote {
    return this.#notes.get(pointer) ?? NONE;
  }

  /** Says something else; what is not named stays. */
  put(pointer: string, change: FieldNote): void {
    const before = this.at(pointer);
    const note = { ...before, ...change };
    if (note.error === before.error && note.remark === before.remark) return;
    if (note.error === undefined && note.remark === undefined) this.#notes.delete(pointer);
    else this.#notes.set(pointer, note);
    for (const listener of this.#listeners.get(pointer) ?? []) listener();
  }

  /** Where something of one kind is said. */
  pointersWith(kind: keyof FieldNote): string[] {
    return [...this.#notes].filter(([, note]) => note[kind] !== undefined).map(([at]) => at);
  }

  subscribe(pointer: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(pointer) ?? new Set();
    this.#listeners.set(pointer, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(pointer);
    };
  }
}
