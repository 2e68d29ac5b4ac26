import type { FormData } from 'precandidate-contract';
import { flushSync } from 'react-dom';
import { canonical, fromPointer, valueAt } from '../validation/json.ts';
import { questionAt } from './questions/answers.ts';
import type { Questions } from './questions/questions.ts';
import { errorMessage } from './error-messages.ts';
import type { FieldStore, FormError } from './field-store.ts';
import { unfold } from './focus.ts';
import type { FormViolation } from './violations.ts';

/** The form whose errors are shown. */
interface FormOfErrors {
  store: FieldStore;
  questions: Questions;
  values: () => FormData;
  /** What is wrong with the current values. */
  violations: () => readonly FormViolation[];
  container: () => HTMLElement | undefined;
}

/** Decides where an error is shown, and until when. */
export class FormErrors {
  readonly #form: FormOfErrors;

  constructor(form: FormOfErrors) {
    this.#form = form;
  }

  /** A value has changed, which may correct errors around it and in it. */
  changed(pointer: string): void {
    const isIn = (inner: string, outer: string) => inner === outer || inner.startsWith(`${outer}/`);
    this.removeCorrected((error) => isIn(error.pointer, pointer) || isIn(pointer, error.pointer));
  }

  /**
   * Removes the errors that the values in question no longer have, and those of questions that are not asked
   * any more. What only the proxy has refused stays until its value changes.
   */
  removeCorrected(isInQuestion: (error: FormError) => boolean): void {
    const { errors } = this.#form.store.state;
    if (errors.length === 0) return;
    const invalid = new Set(this.#form.violations().map(({ pointer }) => pointer));
    const isLeft = (error: FormError) => {
      const { pointer } = error.violation;
      if (invalid.has(pointer)) return true;
      if (error.refused !== undefined) return error.refused === this.#textAt(pointer);
      return (
        !isInQuestion(error) &&
        questionAt(this.#form.questions, this.#form.values(), fromPointer(pointer))
      );
    };
    const left = errors.filter(isLeft);
    // An array entry may have moved: its errors belong to another field now.
    const renewed = left.map((error) => ({ ...error, ...this.#formError(error.violation) }));
    const isSame = left.length === errors.length && renewed.every(isLikeIn(errors));
    if (!isSame) this.#form.store.setErrors(renewed);
  }

  #textAt(pointer: string): string {
    return canonical(valueAt(this.#form.values(), fromPointer(pointer)));
  }

  /** Replaces the shown errors. Returns the violations in the order of the page. */
  show(
    violations: readonly FormViolation[],
    isRefused: (violation: FormViolation) => boolean = () => false,
  ): FormViolation[] {
    const elements = this.#form.container()?.querySelectorAll('[id]') ?? [];
    const positions = new Map([...elements].map(({ id }, index) => [id, index]));
    // Errors without a field come last.
    const positionOf = ({ focusId = '' }: FormError) => positions.get(focusId) ?? positions.size;
    const errors = violations
      .map((violation) => {
        const refused = isRefused(violation) && { refused: this.#textAt(violation.pointer) };
        return { ...this.#formError(violation), ...refused };
      })
      .sort((a, b) => positionOf(a) - positionOf(b));
    const byPointer = new Map<string, FormError>();
    for (const error of errors)
      if (!byPointer.has(error.pointer)) byPointer.set(error.pointer, error);
    flushSync(() => this.#form.store.setErrors([...byPointer.values()], 'gradual'));
    this.#unfold(errors);
    return errors.map(({ violation }) => violation);
  }

  /** Shows what the proxy has refused. */
  showRefused(violations: readonly FormViolation[]): void {
    const own = new Set(this.#form.violations().map(({ pointer }) => pointer));
    this.show(violations, ({ pointer }) => !own.has(pointer));
  }

  /** Shows the same errors, in another language. */
  showAgain(): void {
    const { errors } = this.#form.store.state;
    const refused = errors.filter((error) => error.refused !== undefined);
    const isRefused = (violation: FormViolation) =>
      refused.some((error) => error.violation === violation);
    this.show(
      errors.map(({ violation }) => violation),
      isRefused,
    );
  }

  #unfold(errors: readonly FormError[]): void {
    const container = this.#form.container();
    if (!container?.querySelector('details')) return;
    const root = container.getRootNode() as ShadowRoot | Document;
    for (const { focusId = '' } of errors) {
      const field = root.getElementById(focusId);
      if (field) unfold(field);
    }
  }

  #formError(violation: FormViolation): FormError {
    const { messages, numbers } = this.#form.store.state.language;
    const { formName } = messages;
    const field = this.#form.store.fieldAround(violation.pointer);
    const questions = {
      messages: field?.messages ?? { label: formName, ask: formName },
      inputMethod: field?.inputMethod ?? 'typed',
    };
    const message = errorMessage(violation, questions, messages, numbers.format);
    if (field === undefined) return { pointer: violation.pointer, message, violation };
    const { pointer, focusId } = field;
    const entry = this.#form.store.entryAround(pointer)?.label;
    return { pointer, message, violation, focusId, ...(entry !== undefined && { entry }) };
  }
}

const isLikeIn = (errors: readonly FormError[]) => (error: FormError, index: number) => {
  const before = errors[index];
  const isSame = (part: 'pointer' | 'message' | 'entry') => before?.[part] === error[part];
  return isSame('pointer') && isSame('message') && isSame('entry');
};
