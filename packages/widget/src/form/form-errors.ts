import type { Violation } from 'precandidate-contract';
import { createRef } from 'react';
import { flushSync } from 'react-dom';
import { formatMessage } from '../i18n/format-message.ts';
import { canonical, childPointer, parentOf } from '../validation/json.ts';
import type { AskedForm } from './asked-form/asked-form.ts';
import { encodeName } from './asked-form/field-info.ts';
import { errorMessage, formErrorMessage } from './error-messages.ts';
import { choiceId } from './fields/field-id.ts';
import { readableName } from './fields/labels.ts';
import { withoutMarkup } from './fields/markup.ts';
import type { FieldStore, FormError } from './field-store.ts';
import type { FormModel } from './model/form-model.ts';
import { focusSummary, TEXT_CONTROLS, unfold } from './page.ts';
import { choiceItem } from './steps/step-list.ts';
import type { StepNavigation } from './steps/step-navigation.ts';
import type { FormChanges, GoneLabel } from './form-changes.ts';
import {
  type Alternative,
  type FormViolation,
  isMissing,
  oneViolationPerField,
} from './model/violations.ts';

/** A violation, which stays with its list entry. */
interface PlacedViolation extends Omit<FormViolation, 'pointer'> {
  place: string;
  /** The value that the proxy has refused, as text: the error stays until it changes. */
  refused: string | undefined;
}

interface Form {
  store: FieldStore;
  model: FormModel;
  askedForm: AskedForm;
  steps: StepNavigation;
}

/** Decides where an error is shown, and until when. */
export class FormErrors {
  readonly summary = createRef<HTMLElement>();
  readonly #store: FieldStore;
  readonly #model: FormModel;
  readonly #askedForm: AskedForm;
  readonly #steps: StepNavigation;
  readonly #container: () => HTMLElement | undefined;
  #lastOpened: string | undefined;
  /** In the order of the page when they were found, with those of removed entries. */
  #violations: readonly PlacedViolation[] = [];
  /** Chosen answers that the schema of now does not offer. */
  #gone: readonly FormViolation[] = [];

  /** @param container - the element that the form is mounted in */
  constructor({ store, model, askedForm, steps }: Form, container: () => HTMLElement | undefined) {
    this.#store = store;
    this.#model = model;
    this.#askedForm = askedForm;
    this.#steps = steps;
    this.#container = container;
  }

  /** A value has changed, or the candidate has left a text. */
  changed(): void {
    const root = this.#container()?.getRootNode() as ShadowRoot | undefined;
    const text = root?.activeElement?.matches(TEXT_CONTROLS) ? root.activeElement : undefined;
    // The inputs of a date have ids of their own.
    const focusId = text?.id.split('-')[0];
    const field = focusId && this.#askedForm.all.find(({ info }) => info.focusId === focusId);
    this.removeCorrected(field ? field.info.pointer : undefined);
  }

  /**
   * Removes the errors that the values no longer have, and those of questions that are not asked any more; says
   * what is wrong now where it is something else. Not around the text that the candidate is in: a screen reader
   * would read its whole description again. What only the proxy has refused stays until its value changes.
   *
   * @param focused - JSON Pointer of the text
   */
  removeCorrected(focused?: string): void {
    if (this.#violations.length === 0) return;
    const current = new Map(this.#model.check().violations.map((each) => [each.pointer, each]));
    this.#violations = this.#violations.flatMap((violation) => {
      const error = this.#formError(violation);
      // It comes back with its entry.
      if (error === undefined) return violation;
      const { refused } = violation;
      const isFocused = focused !== undefined && `${focused}/`.startsWith(`${error.pointer}/`);
      const { pointer } = error.violation;
      const found = current.get(pointer);
      if (found && refused === undefined && !isFocused) return { ...violation, ...found };
      const isKept = refused === undefined ? isFocused : refused === this.#textAt(pointer);
      return found || isKept ? violation : [];
    });
    this.update();
  }

  /** Those of the current step that the answers of a later one cannot remove. */
  ofStep(found: readonly FormViolation[]): FormViolation[] {
    const steps = this.#steps;
    const staying = this.#model.violationsWithout({
      field: (name) => steps.isLater(encodeName(name)),
      choice: (name) => steps.isLater(choiceItem(name)),
    });
    const pointers = new Set(staying.map(({ pointer }) => pointer));
    return found.filter((each) => steps.hasError(each) && pointers.has(each.pointer));
  }

  /** Replaces the shown errors, and focuses their summary. Returns the violations in the order of the page. */
  show(
    violations: readonly FormViolation[],
    isRefused: (pointer: string) => boolean = () => false,
  ): FormViolation[] {
    const ordered = this.#replace(violations, isRefused);
    const [first] = ordered;
    // Only the proxy finds errors that belong to no step.
    if (first && !this.#steps.hasError(first))
      this.#steps.openField(first.pointer, choiceOf(first));
    flushSync(() => this.update('gradual'));
    this.#unfold();
    focusSummary(this.summary.current);
    return ordered;
  }

  /** Returns the violations in the order of the page. */
  #replace(
    violations: readonly FormViolation[],
    isRefused: (pointer: string) => boolean,
  ): FormViolation[] {
    const { all } = this.#askedForm;
    const positions = new Map(all.map(({ info }, index) => [info.pointer, index]));
    // Errors that belong to no field are those of the form, and come last.
    const positionOf = ({ pointer }: FormViolation) =>
      positions.get(this.#askedForm.fieldAround(pointer)?.pointer || 'form') ?? positions.size;
    const ordered = violations.toSorted((a, b) => positionOf(a) - positionOf(b));
    this.#violations = ordered.map((each) => this.#placed(each, isRefused(each.pointer)));
    this.#gone = [];
    return ordered;
  }

  /**
   * Shows what the proxy has refused. If the form has the newest schema, its own violations say more, such as the
   * limit.
   *
   * @param changes - by which the service has changed the form. A notice says so, and has the focus; the fields that
   *   came with the change are no errors yet.
   */
  showRefused(violations: readonly Violation[], changes?: FormChanges): void {
    if (changes === undefined) return void this.show(...this.#refused(violations));
    const known = violations.filter(({ pointer }) => changes.isKept(pointer));
    this.#replace(...this.#refused(known));
    flushSync(() => this.update('gradual'));
  }

  #refused(
    violations: readonly Violation[],
  ): [violations: FormViolation[], isRefused: (pointer: string) => boolean] {
    const own = new Map(this.#model.check().violations.map((each) => [each.pointer, each]));
    const found = violations.map(
      ({ pointer, keyword }) => own.get(pointer) ?? { pointer, keyword, params: {} },
    );
    const gone = new Map(this.#gone.map((each) => [each.pointer, each]));
    const others = oneViolationPerField(found).filter(({ pointer }) => !gone.has(pointer));
    return [
      [...gone.values(), ...others],
      (pointer: string) => gone.has(pointer) || !own.has(pointer),
    ];
  }

  /** Shows which chosen answers a newer schema does not offer any more, without moving the focus. */
  setGone(violations: readonly FormViolation[]): void {
    this.#gone = violations;
    const placed = violations.map((each) => this.#placed(each, true));
    const isOther = ({ place }: PlacedViolation) => !placed.some((each) => each.place === place);
    this.#violations = [...placed, ...this.#violations.filter(isOther)];
    this.update();
  }

  #placed({ pointer, ...violation }: FormViolation, isRefused: boolean): PlacedViolation {
    const refused = isRefused ? this.#textAt(pointer) : undefined;
    return { ...violation, place: this.#model.entries.placeOf(pointer), refused };
  }

  /** The fields or the language have changed: shows each error, in its field's words, where it is now. */
  update(pace: 'immediate' | 'gradual' = 'immediate'): void {
    const byPointer = new Map<string, FormError>();
    for (const violation of this.#violations) {
      const error = this.#formError(violation);
      if (error && !byPointer.has(error.pointer)) byPointer.set(error.pointer, error);
    }
    const errors = [...byPointer.values()];
    const before = this.#store.state.errors;
    const isSame = errors.length === before.length && errors.every(isLikeIn(before));
    if (!isSame) this.#store.setErrors(errors, pace);
  }

  /** The title of their summary; empty when there are none. */
  get title(): string {
    const { errors, language } = this.#store.state;
    if (errors.length === 0) return '';
    const { missingSummary, errorSummary } = language.messages;
    const areMissing = errors.every(({ violation }) => isMissing(violation));
    return formatMessage(areMissing ? missingSummary : errorSummary, errors.length);
  }

  /** JSON Pointer of the error whose field a link or button has opened. */
  get lastOpened(): string | undefined {
    return this.#lastOpened;
  }

  noteOpened(pointer: string): void {
    this.#lastOpened = pointer;
  }

  clear(): void {
    this.#violations = [];
    this.update();
  }

  #textAt(pointer: string): string {
    return canonical(this.#model.valueAt(pointer));
  }

  #unfold(): void {
    const container = this.#container();
    if (!container?.querySelector('details')) return;
    const root = container.getRootNode() as ShadowRoot | Document;
    for (const { focusId = '' } of this.#store.state.errors) {
      const field = root.getElementById(focusId);
      if (field) unfold(field);
    }
  }

  /** `undefined` while its entry is removed. */
  #formError({ place, keyword, params }: PlacedViolation): FormError | undefined {
    const store = this.#store;
    const at = this.#model.entries.pointerOf(place);
    if (at === undefined) return undefined;
    const { language } = store.state;
    const { messages, numbers } = language;
    const violation = { pointer: at, keyword, params };
    const alternatives = params.alternatives as readonly Alternative[] | undefined;
    const field = this.#askedForm.fieldAround(alternatives ? parentOf(at) : at);
    const isOfForm = field === undefined || field.pointer === '';
    const own = isOfForm
      ? formErrorMessage(violation, messages)
      : errorMessage(violation, field, messages, numbers.format);
    const named = alternatives
      ? formatMessage(messages.alternatives, this.#namesOf(alternatives, parentOf(at)))
      : own;
    const gone = params.gone as GoneLabel | undefined;
    const message =
      gone && field ? formatMessage(messages.errors.gone, field.messages, gone(language)) : named;
    if (field === undefined) return { pointer: at, message, violation };
    const { pointer } = field;
    const around = this.#askedForm.contextOf(pointer);
    const context = around === '' ? {} : { context: around };
    const { focusId } = this.#askedForm.fieldAt(at) ?? field;
    const choice = choiceOf(violation);
    if (choice === undefined) return { pointer, message, violation, focusId, ...context };
    // Below a heading, a choice has no label of its own.
    const selectId = choiceId(at, choice);
    const text = focusId === selectId || gone ? message : messages.choose;
    return { pointer: at, message: text, violation, focusId: selectId, choice, ...context };
  }

  /** The titles of alternatives, or the labels of their fields. */
  #namesOf(alternatives: readonly Alternative[], around: string): string {
    const { and } = this.#store.state.language.messages.date;
    const labelOf = (name: string) =>
      this.#askedForm.fieldAt(childPointer(around, name))?.messages.label ?? readableName(name);
    const names = alternatives.map(({ title, required }) =>
      title === undefined ? required.map(labelOf).join(and) : withoutMarkup(title),
    );
    return names.join(', ');
  }
}

const choiceOf = ({ params }: FormViolation) => params.choice as string | undefined;

const isLikeIn = (errors: readonly FormError[]) => (error: FormError, index: number) => {
  const before = errors[index];
  const isSame = (part: 'pointer' | 'message' | 'context') => before?.[part] === error[part];
  return isSame('pointer') && isSame('message') && isSame('context');
};
