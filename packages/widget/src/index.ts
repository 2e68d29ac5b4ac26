import type { ElementEventName, ElementEvents } from 'precandidate-contract';
import type { ElementState } from './submission/element-state.ts';
import type { HostMessages } from './i18n/messages.ts';
import { loadChunk } from './load-chunk.ts';

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
 *
 * @fires precandidate-ready - The form is ready for input; the numbers count fields. Text that the
 *   candidate is still typing counts as missing until the next `precandidate-change`
 * @fires precandidate-change - A field changed; `field` is its JSON Pointer. Fires when the browser
 *   is idle, so several changes of a field can be one event
 * @fires precandidate-invalid - Validation found errors; nothing was sent
 * @fires precandidate-submitting - The data is on its way to the proxy
 * @fires precandidate-sent - The service accepted the data; confirmation is pending
 * @fires precandidate-submitted - The service says `SUBMITTED`; `by` is `form` or `elsewhere`
 *   (phone, hosted form, another tab). Fires once
 * @fires precandidate-status - The service's status changed; undocumented values are passed through
 * @fires precandidate-problem - An error occurred; `type` names it in the problem catalog
 *
 * @cssState loading - A skeleton or the prerendered form; after ten seconds also a message and a
 *   retry button
 * @cssState ready - The form
 * @cssState checking - The form, while a submit is being validated
 * @cssState sending - The proxy delivers the data: the form or, once the proxy has stored the data,
 *   a card that says the page can be closed
 * @cssState sent - A card: the service has the data and has not confirmed it yet
 * @cssState submitted - A card: confirmed
 * @cssState elsewhere - A card: the service received the data in another way
 * @cssState handed-off - A card with a link to the hosted form
 * @cssState refused - The form; the service rejected the data
 * @cssState unconfirmed - The form; the service did not confirm the data in time, and the candidate
 *   can submit again
 * @cssState offline - The form, without a network; a pressed submit waits for it until the
 *   candidate edits the form
 * @cssState problem - A message, the time of the next automatic retry if one helps, and a retry
 *   button
 *
 * @cssprop [--precandidate-ink=light-dark(#1b1f24, #edf0f3)] - Text
 * @cssprop [--precandidate-muted=light-dark(#57606a, #a9b3bd)] - Hints
 * @cssprop [--precandidate-paper=light-dark(#ffffff, #16191d)] - Behind cards
 * @cssprop [--precandidate-field=light-dark(#ffffff, #1e2227)] - Behind inputs
 * @cssprop [--precandidate-line=light-dark(#868e96, #757f89)] - Borders of inputs, with a contrast
 *   of 3:1 on both sides
 * @cssprop [--precandidate-hairline=light-dark(#dfe3e7, #333a42)] - Dividers
 * @cssprop [--precandidate-accent=light-dark(#0b5c6b, #7fd1de)] - Button, links, focus
 * @cssprop [--precandidate-on-accent=light-dark(#ffffff, #06282e)] - Text on the accent
 * @cssprop [--precandidate-good=light-dark(#1a6b3c, #7bd6a0)] - Confirmed
 * @cssprop [--precandidate-error=light-dark(#b3261e, #ffb3ab)] - Errors
 * @cssprop [--precandidate-radius=0.625rem] - Corners
 * @cssprop [--precandidate-gap=1.5rem] - Between fields
 * @cssprop [--precandidate-focus-margin=min(33vh, 12rem)] - Space kept free above and below a
 *   focused field, so that no sticky header or footer covers it
 * @cssprop [--precandidate-font=1rem/1.5 system-ui, sans-serif] - The font shorthand
 *
 * @csspart base - Around everything
 * @csspart skeleton - The placeholder while the form loads
 * @csspart card - A status in place of the form
 * @csspart notice - A status next to the form
 * @csspart icon - The icon of a card or a notice
 * @csspart open - The link to the hosted form
 * @csspart retry - The button that tries again
 * @csspart start-over - The button that empties a restored form
 * @csspart form - Around the form
 * @csspart error-summary - The list of errors that links to the fields
 * @csspart field - One field with its label
 * @csspart intro - Title and description of a group of fields
 * @csspart label - The label of a field
 * @csspart hint - The hint below a label
 * @csspart error - The error of a field
 * @csspart input - A text field, text area, or select
 * @csspart chips - The chosen options of a long list
 * @csspart chip - One chosen option
 * @csspart prefix - The country's prefix before a phone number
 * @csspart warning - A warning about an unusual value, below its input
 * @csspart value - A read-only value, in place of an input
 * @csspart choices - Radio buttons or checkboxes
 * @csspart clear - The button that clears a choice
 * @csspart suggestions - The list of suggestions for a city or a long choice
 * @csspart suggestion - One suggestion
 * @csspart date - The day, month, and year of a date
 * @csspart group - Related fields, or a list
 * @csspart legend - The legend of a group
 * @csspart item - One item of a list
 * @csspart add - The button that adds an item
 * @csspart remove - The button that removes an item
 * @csspart undo - The message after an item was removed, with the undo button
 * @csspart undo-button - The undo button
 * @csspart choice - The choice between several groups of fields
 * @csspart known - The prefilled values, as a list
 * @csspart known-button - The button that opens the prefilled values for correction
 * @csspart progress - The progress, on long forms
 * @csspart submit - The submit button
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
   * Messages by BCP 47 tag that replace ours or add a language; they win over those of the class. Set a
   * new object to change them.
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

/** The element's class: what `customElements.whenDefined('precandidate-form')` resolves to. */
export interface PrecandidateFormConstructor extends CustomElementConstructor {
  new (): PrecandidateFormElement;
  /** Messages for every element of the page; see the property of the same name. */
  messages: HostMessages | null;
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
}
