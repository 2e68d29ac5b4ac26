import type Form from '@rjsf/core';
import { getDefaultFormState, type RJSFSchema } from '@rjsf/utils';
import type { FormData, Violation } from 'precandidate-contract';
import { createRef } from 'react';
import { flushSync } from 'react-dom';
import type { Messages } from '../i18n/messages.ts';
import type { CheckError } from '../validation/check.ts';
import { withoutUndefined } from '../validation/json.ts';
import { createValidator } from '../validation/validator.ts';
import { errorMessage } from './error-messages.ts';
import { IdleWork } from './field-notes.ts';
import { pointerOf } from './fields/field-id.ts';
import { localeNumbers, type LocaleNumbers } from './fields/locale-numbers.ts';
import { CONTROLS, focusSummary, unfold } from './focus.ts';
import { arrange, withNulls, withoutEmptyParts, type Arrangement } from './form-data.ts';
import type { FieldCounts, FormAppOptions } from './form-handle.ts';
import { FormStore, type FormError } from './form-store.ts';
import { toRenderSchema } from './render-schema.ts';
import { Press } from './typing.ts';
import {
  oneViolationPerField,
  relevantErrors,
  violationsOf,
  withDateFaults,
  type FormViolation,
} from './violations.ts';

/** By default, RJSF sets a required boolean without a default to `false`. */
export const DEFAULT_FORM_STATE = { requiredBooleanDefault: 'skip' } as const;

/** Validates, shows errors, counts fields, and passes values to the host. */
export class FormController {
  readonly store = new FormStore(() => this.#values ?? this.defaults());
  readonly validator = createValidator();
  readonly form = createRef<Form<FormData>>();
  readonly summary = createRef<HTMLElement>();
  readonly press = new Press();
  readonly options: FormAppOptions;
  /** For rendering; values are validated against `options.schema`. */
  readonly schema: RJSFSchema;
  readonly arrangement: Arrangement;
  #messages: Messages;
  #numbers: LocaleNumbers;
  /** RJSF's values; `undefined` until it reports them. */
  #values: FormData | undefined;
  #defaults: unknown;
  #validated: { values: unknown; violations: FormViolation[] } | undefined;
  #container: HTMLElement | undefined;
  readonly #listeners = new AbortController();
  /** JSON Pointers of the fields that changed since the form was counted. */
  readonly #uncounted = new Set<string>();
  readonly #counting = new IdleWork(() => this.#notifyCounted());

  /** Needs no page: a server renders forms too. */
  constructor(options: FormAppOptions) {
    this.options = options;
    this.#messages = options.messages;
    this.#numbers = localeNumbers(options.localeTag, options.country);
    this.#values = options.values;
    this.schema = toRenderSchema(options.schema);
    this.arrangement = this.#arrange();
  }

  /** Starts to handle the input of the form in this element. */
  listen(container: HTMLElement): void {
    this.#container = container;
    const { signal } = this.#listeners;
    this.press.listen();
    this.store.typing.listen(container, signal);
    // In the capture phase, before React: while it dispatches an event, nothing can be rendered.
    container.addEventListener('submit', (event) => this.#onSubmit(event), {
      capture: true,
      signal,
    });
  }

  release(): void {
    this.#listeners.abort();
    this.press.stop();
    this.#counting.cancel();
    this.store.notes.showPending();
  }

  /** The values with all typed text, without empty fields. */
  values(): FormData {
    flushSync(() => this.store.commitAll());
    return this.#sendableValues();
  }

  peek(): FormData {
    return this.#values ?? {};
  }

  get numbers(): LocaleNumbers {
    return this.#numbers;
  }

  /** The values that the schema's defaults give. */
  readonly defaults = (): unknown => {
    this.#defaults ??= getDefaultFormState(
      this.validator,
      this.schema,
      {},
      this.schema,
      false,
      DEFAULT_FORM_STATE,
    );
    return this.#defaults;
  };

  /** Sets the value at a path, which may be an object or array. */
  readonly setValue = (path: readonly string[], value: unknown): void => {
    flushSync(() => this.form.current?.setFieldValue([...path], value as FormData));
  };

  /**
   * RJSF has new values. An error that they correct disappears now; a new one appears at the next
   * submit. Counting waits until the page is idle.
   *
   * @param rjsfId - the field that changed; absent when RJSF filled in defaults
   */
  changed(values: FormData | undefined, rjsfId: string | undefined): void {
    this.#values = values;
    if (rjsfId === undefined) return;
    const pointer = pointerOf(rjsfId);
    this.store.notifyValues();
    this.#removeCorrected(pointer);
    this.options.onChange();
    this.#uncounted.add(pointer);
    this.#counting.schedule();
  }

  submit(): void {
    if (this.store.isBusy) return;
    const values = this.values();
    this.#counting.flush();
    const violations = this.#show(this.#violations());
    if (violations.length === 0) return this.options.onSubmit(values);
    focusSummary(this.summary.current);
    this.options.onInvalid(violations.map(({ pointer, keyword }) => ({ pointer, keyword })));
  }

  reset(): void {
    this.#counting.flush();
    this.#values = undefined;
    flushSync(() => this.store.reset());
    this.recount();
  }

  /** Shows violations that the proxy found. */
  showErrors(violations: readonly Violation[]): void {
    const found = violations.map(({ pointer, keyword }) => ({ pointer, keyword, params: {} }));
    flushSync(() => this.#show(oneViolationPerField(found)));
    focusSummary(this.summary.current);
  }

  translate(messages: Messages, localeTag: string): void {
    this.#messages = messages;
    this.#numbers = localeNumbers(localeTag, this.options.country);
  }

  /** Shows the current errors in the current messages, after the fields have been rendered in them. */
  translateErrors(): void {
    this.#show(this.store.errors.map(({ violation }) => violation));
  }

  focusFirst(): void {
    const controls = this.#container?.querySelectorAll<HTMLElement>(`${CONTROLS}, summary`);
    [...(controls ?? [])].find((control) => control.checkVisibility())?.focus();
  }

  counts(): FieldCounts {
    if (this.#uncounted.size > 0) this.recount();
    return this.store.counts;
  }

  recount(): void {
    const fields = this.store.fields.filter((field) => !field.isContainer);
    const missing = this.#violations().filter(({ keyword }) => keyword === 'required');
    this.store.counts = {
      fields: fields.length,
      required: fields.filter((field) => field.required).length,
      missing: missing.length,
    };
  }

  #onSubmit(event: SubmitEvent): void {
    event.preventDefault();
    event.stopPropagation();
    this.submit();
  }

  #notifyCounted(): void {
    this.recount();
    const fields = [...this.#uncounted];
    this.#uncounted.clear();
    for (const field of fields) this.options.onCounted(field);
  }

  #removeCorrected(changed: string): void {
    const { errors } = this.store;
    const affected = errors.filter(({ pointer }) => isAffected(pointer, changed));
    if (affected.length === 0) return;
    const invalid = new Set(this.#violations().map(({ pointer }) => pointer));
    const left = errors.filter((error) => !affected.includes(error) || invalid.has(error.pointer));
    // An array entry may have moved: its errors belong to another field now.
    this.store.setErrors(left.map(({ violation }) => this.#formError(violation)));
  }

  #arrange(): Arrangement {
    const { schema } = this.options;
    if (schema['x-prefilled'] === undefined) return arrange(schema, {}, []);
    const values = withoutUndefined(this.defaults()) as FormData;
    const invalid = this.#validate(values).map(({ pointer }) => pointer);
    return arrange(schema, values, invalid);
  }

  #sendableValues(): FormData {
    const values = withoutUndefined(this.#values ?? {}) as FormData;
    const isOptional = (at: string) => this.store.fieldAt(at)?.required === false;
    const sendable = withoutEmptyParts(values, isOptional);
    const missing = this.#validate(sendable).filter(({ keyword }) => keyword === 'required');
    return withNulls(
      sendable,
      missing.map(({ pointer }) => pointer),
      (filled) => this.#validate(filled).map(({ pointer }) => pointer),
    );
  }

  /** The current violations. Validates once for each change. */
  #violations(): FormViolation[] {
    const values = this.#values;
    if (this.#validated === undefined || this.#validated.values !== values)
      this.#validated = { values, violations: this.#validate(this.#sendableValues()) };
    return this.#validated.violations;
  }

  #validate(values: FormData): FormViolation[] {
    const { errors, validationError } = this.validator.rawValidation<CheckError>(
      this.options.schema as RJSFSchema,
      values,
    );
    if (validationError !== undefined) {
      this.options.onBroken();
      return [];
    }
    const relevant = relevantErrors(errors ?? [], this.store.branches);
    return withDateFaults(violationsOf(relevant, values), this.store.fields, values);
  }

  /** Replaces the shown errors. Returns the violations in the order of the page. */
  #show(violations: readonly FormViolation[]): FormViolation[] {
    const elements = this.#container?.querySelectorAll('[id]') ?? [];
    const positions = new Map([...elements].map(({ id }, index) => [id, index]));
    // Errors without a field come last.
    const positionOf = ({ focusId = '' }: FormError) => positions.get(focusId) ?? positions.size;
    const errors = violations
      .map((violation) => this.#formError(violation))
      .sort((a, b) => positionOf(a) - positionOf(b));
    const byPointer = new Map<string, FormError>();
    for (const error of errors)
      if (!byPointer.has(error.pointer)) byPointer.set(error.pointer, error);
    flushSync(() => this.store.setErrors([...byPointer.values()], 'gradual'));
    this.#unfold(errors);
    return errors.map(({ violation }) => violation);
  }

  #unfold(errors: readonly FormError[]): void {
    if (!this.#container?.querySelector('details')) return;
    const root = this.#container.getRootNode() as ShadowRoot | Document;
    for (const { focusId = '' } of errors) {
      const field = root.getElementById(focusId);
      if (field) unfold(field);
    }
  }

  #formError(violation: FormViolation): FormError {
    const { formName } = this.#messages;
    const field = this.store.fieldAround(violation.pointer);
    const messages = field?.messages ?? { label: formName, ask: formName };
    const inputMethod = field?.inputMethod ?? 'typed';
    const message = errorMessage(
      violation,
      { messages, inputMethod },
      this.#messages,
      this.#numbers.format,
    );
    if (field === undefined) return { pointer: violation.pointer, message, violation };
    const { pointer, focusId } = field;
    const entry = this.store.entryAround(pointer)?.label;
    return { pointer, message, violation, focusId, ...(entry !== undefined && { entry }) };
  }
}

/** Whether a change at `changed` can correct an error at `pointer`. */
function isAffected(pointer: string, changed: string): boolean {
  return (
    pointer === changed || pointer.startsWith(`${changed}/`) || changed.startsWith(`${pointer}/`)
  );
}
