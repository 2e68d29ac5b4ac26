import type { PropertyValues } from '@lit/reactive-element';
import type { BootstrapRequest } from 'precandidate-contract';
import type { SessionWays } from '../api/session-source.ts';
import type { Conduct } from './conduct.ts';
import type { ElementState } from '../submission/element-state.ts';
import type { PrecandidateFormElement } from '../index.ts';
import type { HostMessages } from '../i18n/messages.ts';
import { UNREACHABLE } from '../i18n/problem-messages.ts';
import { arrival } from './arrival.ts';
import { takePrefetched } from './prefetched-bootstraps.ts';
import { DrawnFields } from './drawn-fields.ts';
import { Entry } from './entry.ts';
import { FormAssociated } from './form-associated.ts';
import { Frame } from './frame.ts';
import { languageAround } from './language-around.ts';
import { pageMessages } from './page-messages.ts';
import { webAddress } from './web-address.ts';

/** What a change of these opens another form than the one that was asked for ahead. */
const WAYS_IN = ['session', 'sessionUrl', 'fetchSession', 'proxyUrl'] as const;

/**
 * `<precandidate-form>`: what a page can do with it stands in `index.ts`. It keeps the place of the
 * form and asks for it; all that follows is conducted by what is loaded meanwhile.
 */
export class PrecandidateForm extends FormAssociated implements PrecandidateFormElement {
  /** Where the script came from; ends with `/`. */
  static scriptAddress = '';
  static conduct: Promise<typeof import('./conduct.ts')>;
  static override properties = {
    session: {},
    sessionUrl: { attribute: 'session-url' },
    proxyUrl: { attribute: 'proxy-url' },
    locale: {},
    draft: {},
    fetchSession: { attribute: false },
    messages: { attribute: false },
  };

  declare session: string | null;
  declare sessionUrl: string | null;
  declare proxyUrl: string | null;
  declare locale: string | null;
  declare draft: string | null;
  declare fetchSession: (() => Promise<string>) | null;
  declare messages: HostMessages | null;

  readonly #entry = new Entry(this);
  #asked = takePrefetched(this);
  #frame: Frame | undefined;
  #drawn: DrawnFields | undefined;
  #conduct: Conduct | undefined;
  #isAwaited = false;
  #isDisabled = false;

  constructor() {
    super();
    this.session = null;
    this.sessionUrl = null;
    this.proxyUrl = null;
    this.locale = null;
    this.draft = null;
    this.fetchSession = null;
    this.messages = null;
  }

  static get messages(): HostMessages | null {
    return pageMessages.current;
  }

  static set messages(messages: HostMessages | null) {
    pageMessages.current = messages;
  }

  get state(): ElementState {
    return this.#conduct?.state ?? 'loading';
  }

  get missing(): number {
    return this.#conduct?.missing ?? 0;
  }

  submit(): void {
    (this.#conduct ?? this.#drawn)?.submit();
  }

  reset(): void {
    (this.#conduct ?? this.#drawn)?.reset();
  }

  override focus(options?: FocusOptions): void {
    (this.#conduct ?? this.#frame)?.focus(options);
  }

  /** Called by the browser when a `fieldset` around the element is disabled, or enabled again. */
  formDisabledCallback(isDisabled: boolean): void {
    this.#isDisabled = isDisabled;
    if (this.#frame) this.#frame.base.inert = isDisabled;
  }

  /** Called by the browser when a form around the element is reset. */
  formResetCallback(): void {
    this.reset();
  }

  get proxyAddress(): string | null {
    const { proxyUrl } = this;
    if (!proxyUrl) return PrecandidateForm.scriptAddress;
    return webAddress(proxyUrl.endsWith('/') ? proxyUrl : `${proxyUrl}/`);
  }

  get sessionWays(): SessionWays {
    const { session, sessionUrl, fetchSession } = this;
    // An attribute without a value says as little as none.
    return { session: session || null, sessionUrl: sessionUrl || null, fetchSession };
  }

  get wishes(): Omit<BootstrapRequest, 'session'> {
    const locale = this.locale ?? this.languageAround ?? navigator.language;
    return { locale, fields: false };
  }

  takePrefetched(token: string): Promise<Response> | undefined {
    const asked = this.#asked;
    this.#asked = undefined;
    // The loader does not mend an address, as `proxyAddress` does.
    const isSameAddress = (this.proxyUrl || '/').endsWith('/');
    return asked?.session === token && isSameAddress ? asked.answer : undefined;
  }

  get languageAround(): string | null | undefined {
    return languageAround(this);
  }

  protected override createRenderRoot(): ShadowRoot {
    const frame = new Frame(this);
    const onHeld = () => this.requestUpdate();
    this.#frame = frame;
    // The page may have given the element another session since the loader saw it.
    const { session = this.session, answer } = this.#asked ?? {};
    const from = { fingerprint: this.getAttribute('rendered'), session };
    this.#drawn = new DrawnFields(frame, from, onHeld);
    if (answer && session === this.session) void this.#drawn.paint(answer).catch(() => {});
    frame.base.inert = this.#isDisabled;
    return frame.root;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // Another place in the page may have another language.
    this.requestUpdate();
    if (this.#frame && this.#drawn && !this.#isAwaited) void this.#start(this.#frame, this.#drawn);
  }

  async #start(frame: Frame, drawn: DrawnFields): Promise<void> {
    this.#isAwaited = true;
    const language = () => frame.base.lang || this.wishes.locale || '';
    const { Conduct } = await arrival(frame, language, PrecandidateForm.conduct);
    const { internals } = this;
    this.#conduct = new Conduct(this, {
      frame,
      drawn,
      entry: this.#entry,
      internals,
      pageMessages,
      unreachable: UNREACHABLE,
    });
    this.requestUpdate();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (this.#conduct)
      return this.hasUpdated ? this.#conduct.attributesChanged(changed) : undefined;
    if (WAYS_IN.some((way) => changed.has(way))) void this.#entry.askAhead();
  }

  protected override updated(): void {
    if (!this.#conduct)
      this.internals.setValidity({ valueMissing: this.required }, '…', this.#frame?.skeleton);
  }
}
