import type Form from '@rjsf/core';
import { getDefaultFormState, type RJSFSchema } from '@rjsf/utils';
import type { FormData, Violation } from 'precandidate-contract';
import { createRef } from 'react';
import { flushSync } from 'react-dom';
import type { CheckError } from '../validation/check.ts';
import { createValidator } from '../validation/validator.ts';
import { withoutUndefined } from '../validation/json.ts';
import { pointerOf } from './fields/field-id.ts';
import { localeNumbers, type LocaleNumbers } from './fields/locale-numbers.ts';
import type { Messages } from '../i18n/messages.ts';
import type { FieldCounts, FormAppOptions } from './form-handle.ts';
import { arrange, type Arrangement } from './arrange.ts';
import { errorMessage } from './error-message.ts';
import { CONTROLS, focusSummary, unfold } from './focus-field.ts';
import { FormStore, type ShownError } from './form-store.ts';
import { IdleWork } from './idle-work.ts';
import { Press } from './press.ts';
import { relevantErrors } from './relevant-errors.ts';
import { toRenderSchema } from './render-schema.ts';
import { sendableData } from './sendable-data.ts';
import { mostTelling, violationsOf, withFaults, type FormViolation } from './violations.ts';

/** What a form does between its fields and its host: read, check, show errors, hand over. */
export class FormController {
  readonly store = new FormStore(() => this.form.current?.state.formData ?? this.given());
  readonly validator = createValidator();
  readonly form = createRef<Form<FormData>>();
  readonly summary = createRef<HTMLElement>();
  readonly options: FormAppOptions;
  /** As RJSF draws it; the data is checked by the one in `options`. */
  readonly schema: RJSFSchema;
  readonly press = new Press();
  readonly arrangement: Arrangement;
  #messages: Messages;
  #numbers: LocaleNumbers;
  /** What the form is opened with. */
  #openedWith: unknown;
  #checked: { data: unknown; violations: FormViolation[] } | undefined;
  #container: HTMLElement | undefined;
  readonly #listening = new AbortController();
  /** Fields that changed since they were counted, by JSON Pointer. */
  readonly #uncounted = new Set<string>();
  readonly #counting = new IdleWork(() => this.#tellCounted());

  /** Needs no page: a server draws the form too. */
  constructor(options: FormAppOptions) {
    this.options = options;
    this.#messages = options.messages;
    this.#numbers = localeNumbers(options.localeTag, options.country);
    this.schema = toRenderSchema(options.schema);
    this.arrangement = this.#arranged();
  }

  /** Takes care of the form that stands, or will, in this element. */
  attach(container: HTMLElement): void {
    this.#container = container;
    const { signal } = this.#listening;
    this.press.listen(signal);
    this.store.typing.listen(container, signal);
    // Ahead of RJSF, whose own submit runs while React commits, when nothing can be drawn or focused.
    const options = { capture: true, signal };
    container.addEventListener('submit', (event) => this.#onSubmit(event), options);
  }

  values(): FormData {
    flushSync(() => this.store.commitAll());
    return this.#data();
  }

  peek(): FormData {
    return this.form.current?.state.formData ?? {};
  }

  submit(): void {
    if (this.store.isBusy) return;
    const values = this.values();
    this.#counting.doNow();
    const violations = this.#show(this.#found());
    if (violations.length === 0) return this.options.onSubmit(values);
    focusSummary(this.summary.current);
    this.options.onInvalid(violations.map(({ pointer, keyword }) => ({ pointer, keyword })));
  }

  /** Fills in what stands at a path, a list or part as a whole. */
  readonly fillIn = (path: readonly string[], value: unknown): void => {
    flushSync(() => this.form.current?.setFieldValue([...path], value as FormData));
  };

  reset(): void {
    this.#counting.doNow();
    flushSync(() => this.store.beginAnew());
    this.recount();
  }

  /**
   * A field handed over its value. An error that it corrects goes at once, a new one waits; the form
   * as a whole is looked at when the page is idle.
   */
  changed(rjsfId: string): void {
    const pointer = pointerOf(rjsfId);
    this.store.answered();
    this.#correct(pointer);
    this.options.onChange();
    this.#uncounted.add(pointer);
    this.#counting.ask();
  }

  showErrors(violations: readonly Violation[]): void {
    const told = violations.map(({ pointer, keyword }) => ({ pointer, keyword, params: {} }));
    flushSync(() => this.#show(mostTelling(told)));
    focusSummary(this.summary.current);
  }

  /** How the candidate writes numbers. */
  get numbers(): LocaleNumbers {
    return this.#numbers;
  }

  /** Has the errors that are shown from now on be told in these words. */
  translate(messages: Messages, localeTag: string): void {
    this.#messages = messages;
    this.#numbers = localeNumbers(localeTag, this.options.country);
  }

  /** Says the errors on the screen in the words of now. */
  translateErrors(): void {
    this.#show(this.store.errors.map(({ violation }) => violation));
  }

  focusFirst(): void {
    const controls = this.#container?.querySelectorAll<HTMLElement>(`${CONTROLS}, summary`);
    [...(controls ?? [])].find((control) => control.checkVisibility())?.focus();
  }

  /** What is on the screen, and what of it is still empty. */
  counts(): FieldCounts {
    if (this.#uncounted.size > 0) this.recount();
    return this.store.counts;
  }

  /** Counts again. */
  recount(): void {
    const fields = this.store.fields.filter((field) => !field.isContainer);
    const missing = this.#found().filter(({ keyword }) => keyword === 'required');
    this.store.counts = {
      fields: fields.length,
      required: fields.filter((field) => field.required).length,
      missing: missing.length,
    };
  }

  /** Stops listening to the page. */
  release(): void {
    this.#listening.abort();
    this.#counting.cancel();
    this.store.notes.putRest();
  }

  /** What the schema itself fills in. */
  readonly given = (): unknown => {
    this.#openedWith ??= getDefaultFormState(this.validator, this.schema, {}, this.schema);
    return this.#openedWith;
  };

  #tellCounted(): void {
    this.recount();
    const fields = [...this.#uncounted];
    this.#uncounted.clear();
    for (const field of fields) this.options.onCounted(field);
  }

  /** Removes the errors that a change corrected. */
  #correct(changed: string): void {
    const { errors } = this.store;
    const touched = errors.filter(({ pointer }) => isTouched(pointer, changed));
    if (touched.length === 0) return;
    const wrong = new Set(this.#found().map(({ pointer }) => pointer));
    const left = errors.filter((error) => !touched.includes(error) || wrong.has(error.pointer));
    // An entry that moved up in its list is found elsewhere.
    this.store.errors = left.map(({ violation }) => this.#shown(violation));
  }

  #arranged(): Arrangement {
    const { schema } = this.options;
    if (schema['x-prefilled'] === undefined) return arrange(schema, {}, []);
    const values = withoutUndefined(this.given()) as FormData;
    return arrange(
      schema,
      values,
      this.#violations(values).map(({ pointer }) => pointer),
    );
  }

  #onSubmit(event: SubmitEvent): void {
    event.preventDefault();
    event.stopPropagation();
    this.submit();
  }

  #data(): FormData {
    const data = withoutUndefined(this.form.current?.state.formData ?? {}) as FormData;
    return sendableData(data, (pointer) => this.store.fieldAt(pointer)?.required === false);
  }

  /** What is wrong by now. The whole is checked once for each change, however many ask. */
  #found(): FormViolation[] {
    const data = this.form.current?.state.formData;
    if (this.#checked === undefined || this.#checked.data !== data)
      this.#checked = { data, violations: this.#violations(this.#data()) };
    return this.#checked.violations;
  }

  #violations(values: FormData): FormViolation[] {
    const { errors, validationError } = this.validator.rawValidation<CheckError>(
      this.options.schema as RJSFSchema,
      values,
    );
    if (validationError !== undefined) {
      this.options.onBroken();
      return [];
    }
    const relevant = relevantErrors(errors ?? [], this.store.choices);
    return withFaults(violationsOf(relevant, values), this.store.fields, values);
  }

  /** Shows errors in place of those that are shown; answers them in the order of the screen. */
  #show(violations: readonly FormViolation[]): FormViolation[] {
    const ids = this.#container
      ? [...this.#container.querySelectorAll('[id]')].map(({ id }) => id)
      : this.store.fields.map(({ focusId }) => focusId);
    const place = new Map(ids.map((id, index) => [id, index]));
    // As on the screen; what no field can be blamed for comes last.
    const placeOf = ({ focusId = '' }: ShownError) => place.get(focusId) ?? ids.length;
    const errors = violations
      .map((violation) => this.#shown(violation))
      .sort((a, b) => placeOf(a) - placeOf(b));
    const seen = new Set<string>();
    const isNew = ({ pointer }: ShownError) => !seen.has(pointer) && seen.add(pointer);
    const shown = errors.filter(isNew);
    // A server has no time to come back to it.
    flushSync(() => {
      if (this.#container) this.store.refuse(shown);
      else this.store.errors = shown;
    });
    this.#unfold(errors);
    return errors.map(({ violation }) => violation);
  }

  #unfold(errors: readonly ShownError[]): void {
    if (!this.#container?.querySelector('details')) return;
    const root = this.#container.getRootNode() as ShadowRoot | Document;
    for (const { focusId = '' } of errors) {
      const field = root.getElementById(focusId);
      if (field) unfold(field);
    }
  }

  #shown(violation: FormViolation): ShownError {
    const messages = this.#messages;
    const field = this.store.fieldAround(violation.pointer);
    const words = field?.words ?? { label: messages.formName, ask: messages.formName };
    const answer = field?.answer ?? 'typed';
    const message = errorMessage(violation, { words, answer }, messages, this.#numbers.format);
    if (field === undefined) return { pointer: violation.pointer, message, violation };
    const { pointer, focusId } = field;
    const entry = this.store.entryAround(pointer)?.label;
    return { pointer, message, violation, focusId, ...(entry !== undefined && { entry }) };
  }
}

/** Whether a change at `changed` can have corrected what is wrong at `pointer`. */
function isTouched(pointer: string, changed: string): boolean {
  return (
    pointer === changed || pointer.startsWith(`${changed}/`) || changed.startsWith(`${pointer}/`)
  );
}
