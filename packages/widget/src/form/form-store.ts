import type { FieldMessages, WarningName } from '../i18n/messages.ts';
import { valueAt } from '../validation/json.ts';
import { FieldNotes } from './field-notes.ts';
import type { FieldCounts } from './form-handle.ts';
import { Typing } from './typing.ts';
import type { FaultOf, FormViolation } from './violations.ts';

/** How a candidate enters a value, which decides the verb of its error messages. */
export type InputMethod = 'typed' | 'chosen' | 'listed' | 'ticked' | 'completed';

/** A field, object, or array that is rendered. */
export interface RegisteredField {
  /** JSON Pointer into the values. */
  pointer: string;
  /** Id of the element that takes the focus. */
  focusId: string;
  messages: FieldMessages;
  required: boolean;
  /** An object or array, which does not count as a field. */
  isContainer: boolean;
  inputMethod: InputMethod;
  /** What is wrong with the text of a date, beyond its schema; absent for other fields. */
  faultOf?: FaultOf | undefined;
}

/** `gently` leaves the text alone of an input that is being typed in. */
export type CommitMode = 'gently' | 'final';

export interface FormError {
  pointer: string;
  message: string;
  /** Label of the array entry that the field is in. */
  entry?: string;
  violation: FormViolation;
  /** Absent when the error belongs to no rendered field. */
  focusId?: string;
}

/**
 * The state of the form beyond RJSF's values: rendered fields, errors, progress, and whether it is
 * being sent. A field subscribes to its own note, so that showing an error renders one field.
 */
export class FormStore {
  readonly typing = new Typing();
  readonly notes = new FieldNotes();
  readonly #fields = new Map<string, RegisteredField>();
  readonly #branches = new Map<string, number>();
  readonly #listeners = new Set<() => void>();
  readonly #commits = new Set<(mode: CommitMode) => void>();
  readonly #pickers = new Map<string, (picked: readonly number[]) => void>();
  readonly #valueListeners = new Set<() => void>();
  readonly #values: () => unknown;
  #errors: readonly FormError[] = [];
  #isBusy = false;
  #counts: FieldCounts = { fields: 0, required: 0, missing: 0 };
  #resetCount = 0;

  /** @param values - reads the current values */
  constructor(values: () => unknown) {
    this.#values = values;
  }

  get fields(): RegisteredField[] {
    return [...this.#fields.values()];
  }

  get errors(): readonly FormError[] {
    return this.#errors;
  }

  /**
   * Replaces the shown errors.
   *
   * @param pace - `gradual`: the summary shows all at once, fields far down when the page is idle
   */
  setErrors(errors: readonly FormError[], pace: 'immediate' | 'gradual' = 'immediate'): void {
    this.#errors = errors;
    const messages = new Map(errors.map(({ pointer, message }) => [pointer, message]));
    this.notes.setErrors(messages, pace);
    this.#notify();
  }

  /** The same object until a number changes. */
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

  get resetCount(): number {
    return this.#resetCount;
  }

  reset(): void {
    this.#resetCount += 1;
    for (const pointer of this.notes.pointersWith('warning')) this.setWarning(pointer, undefined);
    this.setErrors([]);
  }

  /** The rendered field, object, or array at a JSON Pointer. */
  fieldAt(pointer: string): RegisteredField | undefined {
    return this.#fields.get(pointer);
  }

  /** The rendered field at a JSON Pointer, or the nearest object or array around it. */
  fieldAround(pointer: string): RegisteredField | undefined {
    const own = this.#fields.get(pointer);
    if (own !== undefined || pointer === '') return own;
    return this.fieldAround(pointer.slice(0, pointer.lastIndexOf('/')));
  }

  /** The label of the innermost array entry around a JSON Pointer. */
  entryAround(pointer: string): FieldMessages | undefined {
    const parent = pointer.slice(0, pointer.lastIndexOf('/'));
    if (parent === '') return undefined;
    const entry = /\/\d+$/.test(parent) ? this.#fields.get(parent) : undefined;
    return entry?.messages ?? this.entryAround(parent);
  }

  /** Adds a rendered field. Returns a function that removes it. */
  register(field: RegisteredField): () => void {
    this.#fields.set(field.pointer, field);
    return () => {
      if (this.#fields.get(field.pointer) === field) this.#fields.delete(field.pointer);
    };
  }

  /** Index of the chosen branch of each `anyOf` and `oneOf`, by JSON Pointer. */
  get branches(): ReadonlyMap<string, number> {
    return this.#branches;
  }

  registerBranch(pointer: string, index: number): () => void {
    this.#branches.set(pointer, index);
    return () => this.#branches.delete(pointer);
  }

  /** A warning does not prevent submitting. */
  setWarning(pointer: string, warning: WarningName | undefined): void {
    this.notes.set(pointer, { warning });
  }

  valueAt(path: readonly string[]): unknown {
    return valueAt(this.#values(), path);
  }

  readonly subscribeValues = (listener: () => void): (() => void) => {
    this.#valueListeners.add(listener);
    return () => this.#valueListeners.delete(listener);
  };

  notifyValues(): void {
    for (const listener of this.#valueListeners) listener();
  }

  /** Moves the errors of an array: `up` after an entry is removed, `down` after one is inserted. */
  moveEntries(array: string, index: number, direction: 'up' | 'down'): void {
    const move = direction === 'up' ? afterRemoval : afterInsertion;
    const moved = this.#errors.flatMap((error) => {
      const pointer = move(error.pointer, array, index);
      const violation = move(error.violation.pointer, array, index);
      if (pointer === undefined || violation === undefined) return [];
      return [{ ...error, pointer, violation: { ...error.violation, pointer: violation } }];
    });
    this.setErrors(moved);
  }

  /** Adds a function that commits an input's text to RJSF. Returns a function that removes it. */
  onCommit(commit: (mode: CommitMode) => void): () => void {
    this.#commits.add(commit);
    return () => this.#commits.delete(commit);
  }

  /** Commits the text of every input. */
  commitAll(mode: CommitMode = 'final'): void {
    for (const commit of this.#commits) commit(mode);
  }

  /** Adds a function that chooses options of the control with this name. */
  onPick(name: string, choose: (picked: readonly number[]) => void): () => void {
    this.#pickers.set(name, choose);
    return () => {
      if (this.#pickers.get(name) === choose) this.#pickers.delete(name);
    };
  }

  /** Chooses options by index. Returns whether there is a control with this name. */
  pick(name: string, picked: readonly number[]): boolean {
    const choose = this.#pickers.get(name);
    choose?.(picked);
    return choose !== undefined;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** A pointer after an array entry is removed; `undefined` if it was in that entry. */
function afterRemoval(pointer: string, array: string, removed: number): string | undefined {
  return withIndex(pointer, array, (index) => {
    return index === removed ? undefined : index > removed ? index - 1 : index;
  });
}

function afterInsertion(pointer: string, array: string, inserted: number): string | undefined {
  return withIndex(pointer, array, (index) => (index >= inserted ? index + 1 : index));
}

function withIndex(
  pointer: string,
  array: string,
  indexOf: (index: number) => number | undefined,
): string | undefined {
  if (!pointer.startsWith(`${array}/`)) return pointer;
  const [entry = '', ...rest] = pointer.slice(array.length + 1).split('/');
  const index = indexOf(Number(entry));
  return index === undefined ? undefined : [array, String(index), ...rest].join('/');
}
