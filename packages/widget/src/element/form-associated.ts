import {
  ReactiveElement,
  type ComplexAttributeConverter,
  type PropertyDeclarations,
} from '@lit/reactive-element';

/** As the platform has it: without the attribute the property is empty. */
const TEXT: ComplexAttributeConverter<string> = {
  fromAttribute: (value) => value ?? '',
  toAttribute: (value) => value || null,
};

/** An element that is a part of the form around it, as the platform's own fields are. */
export class FormAssociated extends ReactiveElement {
  static readonly formAssociated = true;
  static override properties: PropertyDeclarations = {
    name: { reflect: true, converter: TEXT },
    required: { type: Boolean, reflect: true },
  };

  declare name: string;
  declare required: boolean;
  protected readonly internals = this.attachInternals();

  constructor() {
    super();
    this.name = '';
    this.required = false;
    try {
      this.internals.states.add('loading');
    } catch {
      // Nothing stands in for it, see `show-custom-state.ts`.
    }
  }

  get form(): HTMLFormElement | null {
    return this.internals.form;
  }

  get type(): string {
    return this.localName;
  }

  get validity(): ValidityState {
    return this.internals.validity;
  }

  get validationMessage(): string {
    return this.internals.validationMessage;
  }

  get willValidate(): boolean {
    return this.internals.willValidate;
  }

  checkValidity(): boolean {
    return this.internals.checkValidity();
  }

  reportValidity(): boolean {
    return this.internals.reportValidity();
  }
}
