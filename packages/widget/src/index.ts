import type { ElementEventName, ElementEvents } from 'precandidate-contract';
import type { ElementState } from './submission/submission-progress.ts';
import type { HostMessages } from './i18n/messages.ts';
import { loadChunk } from './load-chunk.ts';

export type { ElementEventName, ElementEvents, InvalidField } from 'precandidate-contract';
export type { ElementState } from './submission/submission-progress.ts';
export type { HostLanguage, HostMessages } from './i18n/messages.ts';
export type { PluralForms } from './i18n/format-message.ts';

/**
 * `<precandidate-form>`: collects the data that one precandidate still lacks.
 *
 * ```html
 * <script type="module" src="https://forms.hr.example/widget.js"></script>
 * <precandidate-form session="eyJ…"></precandidate-form>
 * ```
 *
 * `custom-elements.json` has its events, states, parts, and custom properties.
 */
export interface PrecandidateFormElement extends HTMLElement {
  /** Attribute `session`: a token from the proxy's `POST /sessions`. `null`: see the two below. */
  session: string | null;
  /** Attribute `session-url`: an address of this site that responds to GET with `{ "token": "…" }`. */
  sessionUrl: string | null;
  /**
   * Provides a token when there is none or the proxy rejects it. Wins over `sessionUrl`. Keep the
   * function stable: without `session`, another function closes the open form.
   */
  fetchSession: (() => Promise<string>) | null;
  /** Attribute `proxy-url`: the proxy's address. `null`: where the script came from. */
  proxyUrl: string | null;
  /**
   * Attribute `locale`: a BCP 47 tag. `null`: the session's locale, then the nearest `lang`, then the
   * browser's languages. Spanish when none of them is Spanish, Portuguese, or English.
   */
  locale: string | null;
  /** Attribute `draft`: `session` (default) keeps the input for the life of the tab, `off` does not. */
  draft: string | null;
  /** Attribute `name`: the host's form submits the precandidate's id under this name. */
  name: string;
  /** Attribute `required`: the host's form waits until the service has the data. */
  required: boolean;
  /** The host's form; `null` when there is none. */
  readonly form: HTMLFormElement | null;
  /** Always `precandidate-form`. */
  readonly type: string;
  /** `valueMissing` while `required` and the service has no data; else valid. */
  readonly validity: ValidityState;
  /** Why the element is not valid, in the candidate's language; empty when it is valid. */
  readonly validationMessage: string;
  /** Whether the host's form validates the element: not in a disabled `fieldset`. */
  readonly willValidate: boolean;
  /** Whether the element is valid; dispatches `invalid` when it is not. */
  checkValidity(): boolean;
  /** Like `checkValidity`, and shows the candidate what to do. */
  reportValidity(): boolean;
  /**
   * Messages by BCP 47 tag that replace ours or add a language. Set a new object to change them.
   */
  messages: HostMessages | null;
  /** The form's state; also `:state(…)` in style sheets. */
  readonly state: ElementState;
  /** Number of required fields that are empty; 0 while there is no form. */
  readonly missing: number;
  /** Does what the button does: validates the values, then shows the errors or sends them. */
  submit(): void;
  /** Restores the schema's defaults and removes the draft. */
  reset(): void;
  /** Focuses the first field, or the next step when no form is shown. */
  focus(options?: FocusOptions): void;
}

/** The attributes of `<precandidate-form>` as markup has them. */
export interface PrecandidateFormAttributes {
  session?: string | null | undefined;
  'session-url'?: string | null | undefined;
  'proxy-url'?: string | null | undefined;
  locale?: string | null | undefined;
  draft?: 'session' | 'off' | null | undefined;
  name?: string | null | undefined;
  required?: boolean | undefined;
}

/** The element's class: what `customElements.whenDefined('precandidate-form')` resolves to. */
export interface PrecandidateFormConstructor extends CustomElementConstructor {
  new (): PrecandidateFormElement;
}

/** The element's events by name. */
export type PrecandidateFormEvents = {
  [Name in ElementEventName]: CustomEvent<ElementEvents[Name]>;
};

const TAG = 'precandidate-form';
const MAX_TRIES = 3;

let loading: Promise<PrecandidateFormConstructor> | undefined;

/**
 * Loads the element from the proxy at `proxyUrl`, which is also the proxy of every element without
 * `proxy-url`. Resolves to the element's class once it is defined. Loads once per page; after a
 * failure (three tries), the next call starts over. Importing this module loads nothing, so a server
 * can import it too.
 */
export function loadPrecandidateForm({
  proxyUrl,
}: {
  proxyUrl: string;
}): Promise<PrecandidateFormConstructor> {
  if (loading === undefined) {
    loading = load(proxyUrl);
    loading.catch(() => {
      loading = undefined;
    });
  }
  return loading;
}

async function load(proxyUrl: string): Promise<PrecandidateFormConstructor> {
  if (typeof customElements === 'undefined')
    throw new Error('loadPrecandidateForm works in browsers only');
  if (customElements.get(TAG) === undefined) {
    const folder = proxyUrl.endsWith('/') ? proxyUrl : `${proxyUrl}/`;
    await loadChunk(new URL('widget.js', new URL(folder, document.baseURI)).href, MAX_TRIES);
  }
  return (await customElements.whenDefined(TAG)) as PrecandidateFormConstructor;
}

declare global {
  interface HTMLElementTagNameMap {
    'precandidate-form': PrecandidateFormElement;
  }
  // The events bubble.
  interface HTMLElementEventMap extends PrecandidateFormEvents {}
  interface DocumentEventMap extends PrecandidateFormEvents {}
  interface WindowEventMap extends PrecandidateFormEvents {}
}
