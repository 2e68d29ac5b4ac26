import { LitElement, type ComplexAttributeConverter, type PropertyDeclarations } from 'lit';
import type { ElementState } from '../submission/submission-progress.ts';

/** As in the platform's own fields, the property is empty without the attribute. */
const TEXT: ComplexAttributeConverter<string> = {
  fromAttribute: (value) => value ?? '',
  toAttribute: (value) => value || null,
};

/** A form-associated custom element: the host's form validates and submits it as one of its fields. */
export class FormAssociated extends LitElement {
  static readonly formAssociated = true;
  static override properties: PropertyDeclarations = {
    name: { reflect: true, converter: TEXT },
    required: { type: Boolean, reflect: true },
  };

  declare name: string;
  declare required: boolean;
  readonly #internals = this.attachInternals();
  #state: ElementState | undefined;

  constructor() {
    super();
    this.name = '';
    this.required = false;
    this.setCustomState('loading');
    this.addEventListener('click', (event) => this.#onClick(event));
  }

  /** A press on a `<label>` of the page comes as a click on the element itself. */
  #onClick(event: Event): void {
    const isOnElement = event.composedPath()[0] === this;
    const isFocused = this.shadowRoot?.activeElement != null;
    if (isOnElement && !isFocused && this.#internals.labels.length > 0) this.focus();
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

  /** Sets the state that style sheets select with `:state()`; `false` when it is set already. */
  protected setCustomState(state: ElementState): boolean {
    if (state === this.#state) return false;
    try {
      if (this.#state) this.#internals.states.delete(this.#state);
      this.#internals.states.add(state);
    } catch {
      // Browsers before 2024 have no custom states: the host's style is lost, not the form.
    }
    this.#state = state;
    return true;
  }

  /**
   * Sets what the host's form submits and whether it has to wait.
   *
   * @param value - `null` before the service has the data
   * @param message - why a required element blocks the host's form
   * @param anchor - what the browser focuses then
   */
  protected setFormValue(value: string | null, message: string, anchor: HTMLElement | null): void {
    this.#internals.setFormValue(value);
    if (!this.required || value !== null) return this.#internals.setValidity({});
    this.#internals.setValidity({ valueMissing: true }, message, anchor ?? undefined);
  }
}
