import { LitElement, type ComplexAttributeConverter, type PropertyDeclarations } from 'lit';
import { showCustomState } from './show-custom-state.ts';

/** What the form of a host is told. */
export interface FormPart {
  /** What is sent with the form under the element's `name`; `null`: nothing. */
  value: string | null;
  /** Why the form must wait, when the element is `required` and has no value. */
  message: string;
  /** What can be focused to go on; `null` while there is nothing. */
  anchor: HTMLElement | null;
}

/** As the platform has it: without the attribute the property is empty. */
const TEXT: ComplexAttributeConverter<string> = {
  fromAttribute: (value) => value ?? '',
  toAttribute: (value) => value || null,
};

/** An element that is a part of the form around it, as the platform's own fields are. */
export class FormAssociated extends LitElement {
  static readonly formAssociated = true;
  static override properties: PropertyDeclarations = {
    name: { reflect: true, converter: TEXT },
    required: { type: Boolean, reflect: true },
  };

  declare name: string;
  declare required: boolean;
  readonly #internals = this.attachInternals();

  constructor() {
    super();
    this.name = '';
    this.required = false;
  }

  get form(): HTMLFormElement | null {
    return this.#internals.form;
  }

  get type(): string {
    return this.localName;
  }

  get validity(): ValidityState {
    return this.#internals.validity;
  }

  get validationMessage(): string {
    return this.#internals.validationMessage;
  }

  get willValidate(): boolean {
    return this.#internals.willValidate;
  }

  checkValidity(): boolean {
    return this.#internals.checkValidity();
  }

  reportValidity(): boolean {
    return this.#internals.reportValidity();
  }

  protected tellForm({ value, message, anchor }: FormPart): void {
    this.#internals.setFormValue(value);
    if (!this.required || value !== null) return this.#internals.setValidity({});
    this.#internals.setValidity({ valueMissing: true }, message, anchor ?? undefined);
  }

  /** Changes the state that style sheets select with `:state()`. */
  protected showState(from: string | undefined, to: string): void {
    showCustomState(this.#internals, from, to);
  }
}
