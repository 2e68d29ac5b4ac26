import type { Messages, MessageSource, WarningName } from '../i18n/messages.ts';
import { ChoiceCommits } from './choice-commits.ts';
import { type LocaleNumbers, localeNumbers } from './fields/locale-numbers.ts';
import type { EntryKeys } from './model/entry-keys.ts';
import type { FieldCounts, Unread } from './model/form-model.ts';
import type { StepPlace } from './steps/step-list.ts';
import { TextCommits } from './text-commits.ts';
import type { FormViolation } from './model/violations.ts';
import { RefusedFiles } from './refused-files.ts';
import { IdleWork } from './page.ts';

/** How many errors of a long form are shown at once, so that it responds (ADR 12). */
const ERROR_BATCH = 5;

/** Who can send can load the list of cities; enough for two requests on a poor network. */
const LOOKUP_MS = 8_000;

export interface FormError {
  pointer: string;
  message: string;
  /** Labels of the list entry and the group that the field is in, such as `Reference 2`. */
  context?: string;
  violation: FormViolation;
  /** Absent when the error belongs to no rendered field. */
  focusId?: string;
  /** The name of the choice of a branch that is missing; it is shown beside its select. */
  choice?: string;
}

/** What the form shows besides its values. */
export interface FormState {
  language: FormLanguage;
  errors: readonly FormError[];
  counts: FieldCounts;
  /** The form is being sent. */
  isBusy: boolean;
  /** A submit waits until every chosen file is read, or a typed city is looked up. */
  waitsFor: 'files' | 'cities' | undefined;
  resetCount: number;
  /** Where the candidate is in a form with steps; at first, on the first one. */
  step?: StepPlace | undefined;
}

export interface FormLanguage extends MessageSource {
  /** BCP 47. */
  localeTag: string;
  numbers: LocaleNumbers;
}

export function languageOf(
  messages: Messages,
  localeTag: string,
  country: string | null,
): FormLanguage {
  return { messages, localeTag, country, numbers: localeNumbers(localeTag, country) };
}

/**
 * The state of the form beyond its values. A component renders again only
 * when the part that it reads changes.
 */
export class FieldStore {
  readonly textCommits = new TextCommits();
  readonly choiceCommits = new ChoiceCommits();
  readonly refusedFiles: RefusedFiles;
  /** The errors beside the fields and choices, by {@link keyOfError}; `state.errors` has all. */
  #shownErrors = new Map<string, string>();
  /** Errors to show beside their fields when the page is idle, in the order of the page. */
  #pendingErrors: FormError[] = [];
  readonly #showing = new IdleWork(() => this.showPendingErrors(ERROR_BATCH));
  /** By the place of a city: resolves once its list has come, or the field has gone. */
  readonly #lookups = new Map<string, Promise<void>>();
  /** By place. */
  readonly #warnings = new Map<string, WarningName>();
  readonly #entries: EntryKeys;
  readonly #listeners = new Set<() => void>();
  /** Its answers, by what resolves to whether the form has them. */
  readonly #reading = new Map<Promise<boolean>, { place: string; placeholder: unknown }>();
  #state: FormState;

  /** @param entries - the keys of list entries */
  constructor(entries: EntryKeys, language: FormLanguage) {
    this.#entries = entries;
    this.refusedFiles = new RefusedFiles(entries, () => this.notify());
    const counts = { fields: 0, required: 0, missing: 0 };
    this.#state = {
      errors: [],
      counts,
      isBusy: false,
      waitsFor: undefined,
      resetCount: 0,
      language,
    };
  }

  get state(): FormState {
    return this.#state;
  }

  update(change: Partial<FormState>): void {
    this.#state = { ...this.#state, ...change };
    this.notify();
  }

  /** The state or the model has changed. */
  notify(): void {
    for (const listener of this.#listeners) listener();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Replaces all errors.
   *
   * @param errors - in the order of the page
   * @param pace - `gradual`: the first few now, the others when the page is idle
   */
  setErrors(errors: readonly FormError[], pace: 'immediate' | 'gradual' = 'immediate'): void {
    const isPending = (error: FormError, index: number) =>
      pace === 'gradual' && index >= ERROR_BATCH && !this.#shownErrors.has(keyOfError(error));
    const now = errors.filter((error, index) => !isPending(error, index));
    this.#pendingErrors = errors.filter(isPending);
    this.#shownErrors = new Map(now.map((error) => [keyOfError(error), error.message]));
    this.#scheduleErrors();
    this.update({ errors });
  }

  /** The error that is shown beside a field, or beside the choice of a branch for it. */
  errorAt(pointer: string, choice?: string): string | undefined {
    return this.#shownErrors.get(keyOfError({ pointer, ...(choice !== undefined && { choice }) }));
  }

  showPendingErrors(count = Infinity): void {
    for (const error of this.#pendingErrors.splice(0, count))
      this.#shownErrors.set(keyOfError(error), error.message);
    this.#scheduleErrors();
    this.notify();
  }

  #scheduleErrors(): void {
    if (this.#pendingErrors.length > 0) this.#showing.schedule();
    else this.#showing.cancel();
  }

  /** Removes warnings and refused files; the fields are rendered again with the schema's defaults. */
  reset(): void {
    this.#warnings.clear();
    this.#reading.clear();
    this.refusedFiles.clear();
    this.update({ resetCount: this.#state.resetCount + 1, waitsFor: undefined });
  }

  warningAt(pointer: string): WarningName | undefined {
    return this.#warnings.get(this.#entries.placeOf(pointer));
  }

  /** A warning does not prevent submitting. */
  setWarning(pointer: string, warning: WarningName | undefined): void {
    const place = this.#entries.placeOf(pointer);
    if (warning === undefined) this.#warnings.delete(place);
    else this.#warnings.set(place, warning);
    this.notify();
  }

  /** The list of cities is being loaded for a field. Returns a function for when that ends. */
  startLookup(pointer: string): () => void {
    const place = this.#entries.placeOf(pointer);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#lookups.set(place, promise);
    return () => {
      this.#lookups.delete(place);
      resolve();
    };
  }

  /**
   * Resolves once the lists of the cities at these pointers have come, or after {@link LOOKUP_MS}, and then
   * they are not waited for again; `undefined` when no list is awaited.
   */
  whenLookedUp(isAwaited: (pointer: string) => boolean): Promise<true> | undefined {
    const awaited = [...this.#lookups].filter(([place]) => {
      const pointer = this.#entries.pointerOf(place);
      return pointer !== undefined && isAwaited(pointer);
    });
    if (awaited.length === 0) return undefined;
    const timeUp = new Promise((resolve) => setTimeout(resolve, LOOKUP_MS));
    const listed = Promise.all(awaited.map(([, lookup]) => lookup));
    return Promise.race([listed, timeUp]).then(() => {
      for (const [place] of awaited) this.#lookups.delete(place);
      return true;
    });
  }

  /**
   * Files of a field are being read. `work` resolves to what takes them over, at a JSON Pointer, and returns
   * whether it could. A reset, the removal of the list entry, and a later choice of a single file come before.
   */
  startReading(
    work: Promise<(pointer: string) => boolean>,
    { pointer, placeholder }: Unread,
    isList: boolean,
  ): void {
    const place = this.#entries.placeOf(pointer);
    for (const [reading, other] of this.#reading)
      if (!isList && other.place === place) this.#reading.delete(reading);
    const taken = work.then((take) => {
      // Before it is taken: the draft that the change leads to has the file.
      const isCurrent = this.#reading.delete(taken);
      const at = this.#entries.pointerOf(place);
      return !isCurrent || at === undefined || take(at);
    });
    this.#reading.set(taken, { place, placeholder });
    this.notify();
  }

  /** What is being read, in order. */
  get unread(): Unread[] {
    return [...this.#reading.values()].flatMap(({ place, placeholder }) => {
      const pointer = this.#entries.pointerOf(place);
      return pointer === undefined ? [] : [{ pointer, placeholder }];
    });
  }

  /** Resolves to whether all could be read; `undefined` when nothing is being read. */
  whenRead(): Promise<boolean> | undefined {
    if (this.#reading.size === 0) return undefined;
    const all = Promise.all(this.#reading.keys()).then(() => true);
    // The first failure is shown at once, and ends the wait.
    return Promise.race([...this.#reading.keys()].map(async (work) => (await work) && all));
  }
}

const keyOfError = ({ pointer, choice }: Pick<FormError, 'pointer' | 'choice'>): string =>
  choice === undefined ? pointer : `${pointer} ${choice}`;
