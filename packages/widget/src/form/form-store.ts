import type { DateTimeFault } from '../dates/date-time.ts';
import { valueAt } from '../validation/json.ts';
import type { FieldMessages, WarningName } from '../i18n/messages.ts';
import { FieldNotes } from './field-notes.ts';
import { Typing } from './typing.ts';
import type { FormViolation } from './violations.ts';
import type { FieldCounts } from './form-handle.ts';

/** How a field is filled in: its errors ask for just that. */
export type Answer = 'typed' | 'chosen' | 'listed' | 'ticked' | 'completed';

/** A field, list or part that stands on the screen. */
export interface ShownField {
  /** JSON Pointer into the data. */
  pointer: string;
  /** Id of the element that takes the focus. */
  focusId: string;
  words: FieldMessages;
  required: boolean;
  /** Several inputs, or none of its own: a list or part, which is not counted as a field. */
  isContainer: boolean;
  answer: Answer;
  /** What is wrong with the text of a date, whatever its schema says; absent for other fields. */
  faultOf?: FaultOf | undefined;
}

/** `gently`: whoever is typing is not disturbed. */
export type CommitWay = 'gently' | 'settled';

export type FaultOf = (value: unknown) => DateTimeFault | undefined;

/** An error as it is shown. `focusId` is absent when no field on the screen can be blamed. */
export interface ShownError {
  pointer: string;
  message: string;
  /** What the entry of a list is called that the field stands in; absent outside of lists. */
  entry?: string;
  /** What it was made of. */
  violation: FormViolation;
  focusId?: string;
}

/**
 * What the island knows beside RJSF's data: the fields on the screen, their errors, whether a submit
 * is under way. Fields listen to their own notes, so that showing an error draws one field.
 */
export class FormStore {
  /** What is typed, told to the input that it was typed into. */
  readonly typing = new Typing();
  readonly notes = new FieldNotes();
  readonly #fields = new Map<string, ShownField>();
  readonly #choices = new Map<string, number>();
  readonly #listeners = new Set<() => void>();
  readonly #commits = new Set<(way: CommitWay) => void>();
  readonly #pickers = new Map<string, (picked: readonly number[]) => void>();
  readonly #answers = new Set<() => void>();
  readonly #data: () => unknown;
  #errors: readonly ShownError[] = [];
  #isBusy = false;
  #counts: FieldCounts = { fields: 0, required: 0, missing: 0 };
  #round = 0;

  /** @param data - what has been filled in by now */
  constructor(data: () => unknown) {
    this.#data = data;
  }

  get fields(): ShownField[] {
    return [...this.#fields.values()];
  }

  get errors(): readonly ShownError[] {
    return this.#errors;
  }

  set errors(errors: readonly ShownError[]) {
    this.#tell(errors, 'whole');
  }

  /**
   * Shows errors in place of those that are shown. All are in the summary at once; of the fields of a
   * long form those far down get theirs as soon as the page is idle.
   */
  refuse(errors: readonly ShownError[]): void {
    this.#tell(errors, 'in pieces');
  }

  #tell(errors: readonly ShownError[], way: 'whole' | 'in pieces'): void {
    this.#errors = errors;
    const messages = new Map(errors.map(({ pointer, message }) => [pointer, message]));
    this.notes.putErrors(messages, way);
    this.#notify();
  }

  /** How far the candidate is; the same object until that changes. */
  get counts(): FieldCounts {
    return this.#counts;
  }

  set counts(counts: FieldCounts) {
    const { fields, required, missing } = this.#counts;
    const isSame =
      fields === counts.fields && required === counts.required && missing === counts.missing;
    if (isSame) return;
    this.#counts = counts;
    this.#notify();
  }

  get isBusy(): boolean {
    return this.#isBusy;
  }

  set isBusy(isBusy: boolean) {
    this.#isBusy = isBusy;
    this.#notify();
  }

  /** Counts the times the form was begun anew: what was typed belongs to its round. */
  get round(): number {
    return this.#round;
  }

  beginAnew(): void {
    this.#round += 1;
    for (const pointer of this.notes.pointersWith('remark')) this.remark(pointer, undefined);
    this.errors = [];
  }

  /** The field, list or part at a pointer, when it is on the screen. */
  fieldAt(pointer: string): ShownField | undefined {
    return this.#fields.get(pointer);
  }

  /** Says what looks odd at a pointer and blocks nothing; `undefined`: nothing does. */
  remark(pointer: string, remark: WarningName | undefined): void {
    this.notes.put(pointer, { remark });
  }

  /** What has been filled in at a path by now. */
  answerAt(path: readonly string[]): unknown {
    return valueAt(this.#data(), path);
  }

  /** Tells those that follow another field's answer. */
  answered(): void {
    for (const listener of this.#answers) listener();
  }

  readonly subscribeAnswers = (listener: () => void): (() => void) => {
    this.#answers.add(listener);
    return () => this.#answers.delete(listener);
  };

  /** The field at a pointer, or the nearest part around it that is on the screen. */
  fieldAround(pointer: string): ShownField | undefined {
    const own = this.#fields.get(pointer);
    if (own !== undefined || pointer === '') return own;
    return this.fieldAround(pointer.slice(0, pointer.lastIndexOf('/')));
  }

  /** The words of the entry of a list around what stands at a pointer; `undefined` outside of lists. */
  entryAround(pointer: string): FieldMessages | undefined {
    const around = pointer.slice(0, pointer.lastIndexOf('/'));
    if (around === '') return undefined;
    const part = /\/\d+$/.test(around) ? this.#fields.get(around) : undefined;
    return part?.words ?? this.entryAround(around);
  }

  /** Tells of a field; call what it returns once the field is gone. */
  show(field: ShownField): () => void {
    this.#fields.set(field.pointer, field);
    return () => {
      if (this.#fields.get(field.pointer) === field) this.#fields.delete(field.pointer);
    };
  }

  /** Index of the shape that was chosen, by JSON Pointer of the part that may take several. */
  get choices(): ReadonlyMap<string, number> {
    return this.#choices;
  }

  /** Tells which shape of a part is on the screen; call what it returns once it is gone. */
  choose(pointer: string, index: number): () => void {
    this.#choices.set(pointer, index);
    return () => this.#choices.delete(pointer);
  }

  /** Moves the errors of a list: up behind an entry that goes, down from where one comes. */
  moveEntries(list: string, index: number, way: 'up' | 'down'): void {
    const moved = way === 'up' ? withoutEntry : withEntry;
    this.errors = this.#errors.flatMap((error) => {
      const pointer = moved(error.pointer, list, index);
      const violation = moved(error.violation.pointer, list, index);
      if (pointer === undefined || violation === undefined) return [];
      return [{ ...error, pointer, violation: { ...error.violation, pointer: violation } }];
    });
  }

  /** Asks for `commit` to be called before values are read; call what it returns to stop. */
  beforeRead(commit: (way: CommitWay) => void): () => void {
    this.#commits.add(commit);
    return () => this.#commits.delete(commit);
  }

  /** Has every input hand over what was typed and not told yet. */
  commitAll(way: CommitWay = 'settled'): void {
    for (const commit of this.#commits) commit(way);
  }

  /** Asks for `take` to be called when options of this name are picked by {@link pick}. */
  onPick(name: string, take: (picked: readonly number[]) => void): () => void {
    this.#pickers.set(name, take);
    return () => {
      if (this.#pickers.get(name) === take) this.#pickers.delete(name);
    };
  }

  /** Picks options by their numbers, from 0, in place of those that are; whether there are any of this name. */
  pick(name: string, picked: readonly number[]): boolean {
    const take = this.#pickers.get(name);
    take?.(picked);
    return take !== undefined;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** A pointer as it reads once an entry of a list has gone; `undefined` when it led into that entry. */
function withoutEntry(pointer: string, list: string, removed: number): string | undefined {
  return inEntry(pointer, list, (index) => {
    return index === removed ? undefined : index > removed ? index - 1 : index;
  });
}

/** A pointer as it reads once an entry of a list has come. */
function withEntry(pointer: string, list: string, added: number): string | undefined {
  return inEntry(pointer, list, (index) => (index >= added ? index + 1 : index));
}

function inEntry(
  pointer: string,
  list: string,
  indexOf: (index: number) => number | undefined,
): string | undefined {
  if (!pointer.startsWith(`${list}/`)) return pointer;
  const [entry = '', ...rest] = pointer.slice(list.length + 1).split('/');
  const index = indexOf(Number(entry));
  return index === undefined ? undefined : [list, String(index), ...rest].join('/');
}
