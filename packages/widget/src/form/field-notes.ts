import type { WarningName } from '../i18n/messages.ts';
import { IdleWork } from './idle-work.ts';

/** What is said beside a field. */
export interface FieldNote {
  error?: string | undefined;
  /** What looks odd and blocks nothing. */
  remark?: WarningName | undefined;
}

const NONE: FieldNote = {};

/** So many errors are drawn in one piece. */
const PIECE = 20;

/** What is said beside each field, by JSON Pointer. Who listens hears of one field only. */
export class FieldNotes {
  readonly #notes = new Map<string, FieldNote>();
  readonly #listeners = new Map<string, Set<() => void>>();

  /** Errors that wait for the page to be idle, in the order of the screen. */
  #waiting: [pointer: string, error: string][] = [];
  readonly #later = new IdleWork(() => this.#putNext(PIECE));

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

  /**
   * Says these errors and no others.
   *
   * @param errors - by JSON Pointer, in the order of the screen
   * @param way - `in pieces`: the first few at once, the others as soon as the page is idle
   */
  putErrors(errors: ReadonlyMap<string, string>, way: 'whole' | 'in pieces'): void {
    for (const pointer of this.pointersWith('error'))
      if (!errors.has(pointer)) this.put(pointer, { error: undefined });
    this.#waiting = [...errors];
    this.#putNext(way === 'whole' ? Infinity : PIECE);
  }

  /** Says what waits. */
  putRest(): void {
    this.#putNext(Infinity);
  }

  #putNext(count: number): void {
    for (const [pointer, error] of this.#waiting.splice(0, count)) this.put(pointer, { error });
    if (this.#waiting.length > 0) this.#later.ask();
    else this.#later.cancel();
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
