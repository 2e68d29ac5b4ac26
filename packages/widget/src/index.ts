import type { ElementEventName, ElementEvents } from 'precandidate-contract';
import type { ElementState } from './submission/element-state.ts';
import type { HostMessages } from './i18n/messages.ts';

export type { ElementEventName, ElementEvents, InvalidField } from 'precandidate-contract';
export type { ElementState } from './submission/element-state.ts';
export type { HostLanguage, HostMessages, PluralForms } from './i18n/messages.ts';

/**
 * `<precandidate-form>`: collects the data that one precandidate still lacks.
 *
 * ```html
 * <script type="module" src="https://forms.hr.example/widget.js"></script>
 * <precandidate-form session="eyJ…"></precandidate-form>
 * ```
 */
export interface PrecandidateFormElement extends HTMLElement {
  /** Attribute `session`: a token from the proxy's `POST /sessions`. `null`: see the two below. */
  session: string | null;
  /** Attribute `session-url`: an address of this site that answers `{ "token": "…" }` to a GET. */
  sessionUrl: string | null;
  /** Gives a token when there is none or the proxy refuses it. Comes before `sessionUrl`. */
  fetchSession: (() => Promise<string>) | null;
  /** Attribute `proxy-url`: the proxy's address. `null`: where the script came from. */
  proxyUrl: string | null;
  /**
   * Attribute `locale`: a BCP 47 tag. `null`: the session's locale, else the nearest `lang`, else
   * the browser's languages; Spanish when none of them is Spanish, Portuguese or English.
   */
  locale: string | null;
  /** Attribute `draft`: `session` (default) keeps what is typed for this tab, `off` does not. */
  draft: string | null;
  /** Attribute `name`: under it the form around the element sends the precandidate's id. */
  name: string;
  /** Attribute `required`: the form around the element waits until the service has the data. */
  required: boolean;
  /** The form around the element; `null`: none. */
  readonly form: HTMLFormElement | null;
  /** Always `precandidate-form`. */
  readonly type: string;
  /** `valueMissing` while `required` and the service has no data; else valid. */
  readonly validity: ValidityState;
  /** Why it is not valid, in the candidate's language; empty when it is. */
  readonly validationMessage: string;
  /** Whether the form around it asks: not in a disabled `fieldset`. */
  readonly willValidate: boolean;
  /** Whether it is valid; tells `invalid` when not. */
  checkValidity(): boolean;
  /** The same, and shows the candidate what to do. */
  reportValidity(): boolean;
  /**
   * The host's words by BCP 47 tag, in place of ours or for a language that we do not have; over
   * those of the class. Set a new object to change them. `null`: none.
   */
  messages: HostMessages | null;
  /** Where the form stands; also `:state(…)` in style sheets. */
  readonly state: ElementState;
  /** Required fields that are still empty; 0 while there is no form. */
  readonly missing: number;
  /** Does what the button does: checks the data, then shows errors or sends it. */
  submit(): void;
  /** Puts every field back to what the schema says, and throws the draft away. */
  reset(): void;
  /** Focuses the first field, or what can be done in place of the form. */
  focus(options?: FocusOptions): void;
}

/** The element's class: what `customElements.whenDefined('precandidate-form')` resolves to. */
export interface PrecandidateFormConstructor extends CustomElementConstructor {
  new (): PrecandidateFormElement;
  /** Words for every element of the page; see the property of the same name. */
  messages: HostMessages | null;
}

/** The element's events by name, as listeners get them. */
export type PrecandidateFormEvents = {
  [Name in ElementEventName]: CustomEvent<ElementEvents[Name]>;
};

declare global {
  interface HTMLElementTagNameMap {
    'precandidate-form': PrecandidateFormElement;
  }
  // The events bubble, so any element may hear them, and the document too.
  interface HTMLElementEventMap extends PrecandidateFormEvents {}
  interface DocumentEventMap extends PrecandidateFormEvents {}
}
