import type Form from '@rjsf/core';
import type { RJSFSchema } from '@rjsf/utils';
import type { FormData, Violation } from 'precandidate-contract';
import { createRef } from 'react';
import { flushSync } from 'react-dom';
import type { Root } from 'react-dom/client';
import type { Messages } from '../i18n/messages.ts';
import type { CheckError } from '../validation/run.ts';
import { fromPointer, toPointer, valueAt } from '../validation/json.ts';
import { createValidator } from '../validation/validator.ts';
import { pointerOf } from './fields/field-id.ts';
import { localeNumbers } from './fields/locale-numbers.ts';
import { CONTROLS, focusSummary, TEXT_CONTROLS } from './focus.ts';
import {
  allQuestions,
  questionAt,
  isOneField,
  settle,
  withoutSilent,
} from './questions/answers.ts';
import { Questions } from './questions/questions.ts';
import { checkAnswers, type CheckedData } from './checked-data.ts';
import type { Union } from './questions/schema.ts';
import { arrange, type Arrangement } from './arrangement.ts';
import type { FieldCounts, FormAppOptions } from './form-options.ts';
import { FieldStore, type FormError, type FormLanguage, type MovedPointer } from './field-store.ts';
import { FormErrors } from './form-errors.ts';
import { IdleWork } from './idle-work.ts';
import {
  missingIn,
  oneViolationPerField,
  relevantErrors,
  violationsOf,
  withDateFaults,
  type FormViolation,
} from './violations.ts';

/** A form: validates, shows errors, counts fields, and passes values to the element. */
export class FormController {
  readonly store: FieldStore;
  readonly validator = createValidator();
  readonly rjsfForm = createRef<Form<FormData>>();
  readonly summary = createRef<HTMLElement>();
  readonly options: FormAppOptions;
  readonly errors: FormErrors;
  /** What is asked, given the values. */
  readonly questions: Questions;
  readonly arrangement: Arrangement;
  /** The values that RJSF starts with: at first, and after a reset. */
  initial: FormData;
  /** RJSF's values. */
  #values: FormData;
  #defaults: FormData | undefined;
  /** Of the current values; `undefined` until they are checked. */
  #checked: CheckedData | undefined;
  #container: HTMLElement | undefined;
  #root: Root | undefined;
  readonly #listeners = new AbortController();
  /** JSON Pointers of the fields that changed since the form was counted. */
  readonly #uncounted = new Set<string>();
  readonly #counting = new IdleWork(() => this.#notifyCounted());

  /** Needs no page: a server renders forms too. */
  constructor(options: FormAppOptions) {
    this.options = options;
    const { messages, localeTag, country } = options;
    const language = languageOf(messages, localeTag, country);
    this.questions = new Questions(options.schema);
    const onMove = (moved: MovedPointer) => this.questions.moveChoices(moved);
    this.store = new FieldStore(() => this.#values, language, onMove);
    this.initial = settle(this.questions, undefined);
    this.#values = this.initial;
    this.arrangement = this.#arrange();
    this.errors = new FormErrors({
      store: this.store,
      questions: this.questions,
      values: () => this.#values,
      violations: () => this.#check().violations,
      container: () => this.#container,
    });
  }

  /** The form is mounted in this element: starts to handle its input. */
  attach(container: HTMLElement, root: Root): void {
    this.#container = container;
    this.#root = root;
    const { signal } = this.#listeners;
    this.store.typing.enterPage();
    this.store.typing.listen(container, signal);
    container.addEventListener('focusout', ({ target }) => this.#left(target as Node), { signal });
    // In the capture phase, before React: while it dispatches an event, nothing can be rendered.
    const options = { capture: true, signal };
    container.addEventListener('submit', (event) => this.#onSubmit(event), options);
    // Enter in a field clicks the button, too. A sandboxed frame without `allow-forms` has no submit events.
    const onClick = (event: Event) => {
      if (!(event.target as Element).closest('[part=submit]')) return;
      event.preventDefault();
      this.submit();
    };
    container.addEventListener('click', onClick, options);
  }

  /** Removes the form from the page. */
  destroy(): void {
    this.#listeners.abort();
    this.store.typing.leavePage();
    this.#counting.cancel();
    this.store.showPendingErrors();
    this.#root?.unmount();
  }

  /** While busy, a submit does nothing. */
  setBusy(isBusy: boolean): void {
    this.store.update({ isBusy });
  }

  /** The element was inserted into a page or removed: starts or stops listening to the page. */
  setConnected(isConnected: boolean): void {
    if (isConnected) this.store.typing.enterPage();
    else this.store.typing.leavePage();
  }

  /** Commits all typed text. With `keepFocused`, the text of the focused field is not rewritten. */
  commitAll(options?: { keepFocused: boolean }): void {
    flushSync(() => this.store.typing.commitAll(options));
  }

  /** Commits all typed text, and returns the values without empty fields. */
  values(): FormData {
    this.commitAll();
    return this.#check().data;
  }

  /** The committed values, without a commit or validation. Emptied fields are `undefined`. */
  peek(): FormData {
    return this.#values;
  }

  /** The values that the schema's defaults give. */
  readonly defaults = (): FormData => (this.#defaults ??= settle(this.questions, undefined));

  /** Whether nothing is asked, so that there is only a button. */
  get isEmpty(): boolean {
    return allQuestions(this.questions, this.#values).length === 1;
  }

  /** Sets the value at a path, which may be an object or array. */
  readonly setValue = (path: readonly string[], value: unknown): void => {
    flushSync(() => this.rjsfForm.current?.setFieldValue([...path], value as FormData));
  };

  /** The candidate has chosen a branch for the value at a path. */
  readonly choose = (path: readonly string[], union: Union['key'], index: number): void => {
    this.commitAll({ keepFocused: true });
    const pointer = toPointer(path);
    const values = withoutSilent(this.questions, this.#values, path);
    flushSync(() => {
      this.questions.choose(pointer, union, index);
      this.#take(values, pointer);
      this.rjsfForm.current?.setFieldValue([], this.#values);
    });
  };

  /**
   * RJSF has new values.
   *
   * @param rjsfId - the field that changed; absent when RJSF filled in defaults
   */
  changed(values: FormData | undefined, rjsfId: string | undefined): void {
    const pointer = rjsfId === undefined ? '' : pointerOf(rjsfId);
    // The form as a whole gets other values only from this controller, and they are settled.
    if (pointer !== '') return this.#take(values, pointer);
    this.#values = settle(this.questions, values);
    this.#checked = undefined;
    this.store.notify();
  }

  /** Keeps the candidate's change, and corrects RJSF's values where a question has come or gone. */
  #take(values: FormData | undefined, pointer: string): void {
    this.#values = settle(this.questions, values);
    this.#checked = undefined;
    if (this.#values !== values) this.rjsfForm.current?.setFieldValue([], this.#values);
    this.#changedAt(pointer);
  }

  /**
   * An error that a change corrects disappears, but not while the candidate is in the text: a screen reader
   * would read the field's whole description again. A new error appears at the next submit. Counting waits
   * until the page is idle.
   */
  #changedAt(pointer: string): void {
    this.store.notify();
    if (!this.#isInText(pointer)) this.errors.changed(pointer);
    this.options.onChange();
    this.#uncounted.add(pointer);
    this.#counting.schedule();
  }

  /** Replaces the values, for example with those of a draft. */
  restore(values: FormData): void {
    this.questions.forgetChoices();
    this.setValue([], settle(this.questions, values));
  }

  /** Validates as the button does: shows the errors, or calls `onSubmit`. */
  submit(): void {
    if (this.store.state.isBusy || this.store.state.isWaiting) return;
    const reading = this.store.whenRead();
    if (reading !== undefined) return void this.#submitAfter(reading);
    const data = this.values();
    this.#counting.flush();
    const violations = this.errors.show(this.#check().violations);
    if (violations.length === 0) return this.options.onSubmit(data);
    focusSummary(this.summary.current);
    this.options.onInvalid(violations.map(({ pointer, keyword }) => ({ pointer, keyword })));
  }

  /** A reset meanwhile, or a file that cannot be read, cancels the submit. */
  async #submitAfter(reading: Promise<boolean>): Promise<void> {
    flushSync(() => this.store.update({ isWaiting: true }));
    const isRead = await reading;
    if (!this.store.state.isWaiting || this.#listeners.signal.aborted) return;
    this.store.update({ isWaiting: false });
    if (isRead) this.submit();
  }

  /** Restores the schema's defaults. */
  reset(): void {
    this.#counting.flush();
    this.questions.forgetChoices();
    this.initial = settle(this.questions, undefined);
    this.#values = this.initial;
    this.#checked = undefined;
    flushSync(() => this.store.reset());
    this.count();
  }

  /** Shows violations that the proxy found. */
  showErrors(violations: readonly Violation[]): void {
    const found = violations.map(({ pointer, keyword }) => ({ pointer, keyword, params: {} }));
    this.errors.showRefused(oneViolationPerField(found));
    focusSummary(this.summary.current);
  }

  /** Renders the form in another language; values, errors, and focus stay. */
  translate(messages: Messages, localeTag: string): void {
    // RJSF renders again: commit typed text first.
    this.commitAll({ keepFocused: true });
    const language = languageOf(messages, localeTag, this.options.country);
    flushSync(() => this.store.update({ language }));
    this.errors.showAgain();
  }

  focusFirst(): void {
    const controls = this.#container?.querySelectorAll<HTMLElement>(`${CONTROLS}, summary`);
    [...(controls ?? [])].find((control) => control.checkVisibility())?.focus();
  }

  counts(): FieldCounts {
    if (this.#uncounted.size > 0) this.count();
    return this.store.state.counts;
  }

  /** @param missing - default: how many the current values lack */
  count(missing = missingIn(this.#check().violations).length): void {
    const fields = allQuestions(this.questions, this.#values).filter((found) => {
      const { readOnly = false } = found.node.schema;
      const isGiven = readOnly && valueAt(this.defaults(), found.path) !== undefined;
      return isOneField(found.node) && !found.node.isSilent && !isGiven;
    });
    const required = fields.filter(({ isRequired }) => isRequired).length;
    this.store.update({ counts: { fields: fields.length, required, missing } });
  }

  #onSubmit(event: SubmitEvent): void {
    event.preventDefault();
    event.stopPropagation();
    this.submit();
  }

  #notifyCounted(): void {
    this.count();
    const fields = [...this.#uncounted];
    this.#uncounted.clear();
    for (const field of fields) this.options.onCounted(field);
  }

  /** Whether the focus is in an input of the field that takes text. */
  #isInText(pointer: string): boolean {
    const root = this.#container?.getRootNode() as ShadowRoot | undefined;
    const field = root?.getElementById(this.store.fieldAt(pointer)?.focusId ?? '');
    const focused = root?.activeElement ?? null;
    return focused?.matches(TEXT_CONTROLS) === true && field?.contains(focused) === true;
  }

  /** The candidate has left an element, whose text is committed. */
  #left(element: Node): void {
    const root = element.getRootNode() as ShadowRoot;
    // An error without a field is one of the whole form.
    const isLeft = ({ focusId }: FormError) =>
      focusId === undefined || root.getElementById(focusId)?.contains(element) === true;
    this.store.typing.press.afterwards(() => this.errors.removeCorrected(isLeft));
  }

  #arrange(): Arrangement {
    const { schema } = this.options;
    if (schema['x-prefilled'] === undefined) return arrange(schema, {}, []);
    const invalid = this.#validate(this.defaults()).map(({ pointer }) => pointer);
    return arrange(schema, this.defaults(), invalid);
  }

  /** What would be sent, and what is wrong with it. Validates once for each change. */
  #check(): CheckedData {
    this.#checked ??= checkAnswers({
      questions: this.questions,
      values: this.#values,
      defaults: this.defaults(),
      prefilled: this.options.schema['x-prefilled'] ?? [],
      validate: (data) => this.#validate(data),
    });
    return this.#checked;
  }

  #validate(values: FormData): FormViolation[] {
    const { errors, validationError } = this.validator.rawValidation<CheckError>(
      this.options.schema as RJSFSchema,
      values,
    );
    if (validationError !== undefined) {
      this.options.onBroken(validationError);
      return [];
    }
    const relevant = relevantErrors(errors ?? [], ({ pointer, union }) =>
      questionAt(this.questions, this.#values, fromPointer(pointer))?.node.decided.get(union.key),
    );
    return withDateFaults(violationsOf(relevant, values), this.store.fields, values);
  }
}

function languageOf(messages: Messages, localeTag: string, country: string | null): FormLanguage {
  return { messages, localeTag, numbers: localeNumbers(localeTag, country) };
}
