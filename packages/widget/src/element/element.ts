import { html, nothing, render, type PropertyValues, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { ElementEventName, ElementEvents } from 'precandidate-contract';
import type { ProblemError } from '../api/problem-error.ts';
import { cleanToken } from '../api/session-source.ts';
import { nextTask } from '../api/timing.ts';
import type { HostMessages } from '../i18n/messages.ts';
import type { PrecandidateFormElement } from '../index.ts';
import type { ElementState } from '../submission/submission-progress.ts';
import { PageAttempts } from '../submission/page-attempts.ts';
import { folderUrl } from '../submission/session-connection.ts';
import { SubmissionController } from '../submission/submission-controller.ts';
import { Announcer, spokenText } from './announcer.ts';
import {
  chunks,
  handover,
  loadFailedChunks,
  receiveHandover,
  type LoaderHandover,
} from './chunks.ts';
import { reportProblem, warnOfIgnored } from './developer-console.ts';
import { FormAssociated } from './form-association.ts';
import { FormLayout } from './form-layout.ts';
import { FormMount } from './form-mount.ts';
import { LoadTimeout } from './load-timeout.ts';
import { TranslatedTexts } from './translated-text.ts';
import { MessageLoader, surroundingLanguage } from './message-loader.ts';
import { PrerenderedForm } from './prerendered-form.ts';
import {
  furtherText,
  renderAbove,
  renderBelow,
  renderReplacement,
  statusView,
  viewsAbove,
  type StatusModel,
  type StatusView,
} from './status-view.ts';

const NAME = 'precandidate-form';
const pageAttempts = new PageAttempts();
/** What the candidate can do next, in the order of the page. */
const NEXT_STEP =
  '.skeleton:not([hidden]), .card .button, .card .title, #form-app:not([hidden]) [part=submit]';
const CARD_TITLE = '.card .title';
const CARD_FOCUS = `.card .button, ${CARD_TITLE}`;
const COUNTDOWN_MS = 1_000;
const ELEMENT_DOCS =
  'https://github.com/precandidate/precandidate-form/blob/main/docs/reference/element.md#attributes';

/**
 * `<precandidate-form>`; `index.ts` documents what a page can do with it. The submission controller
 * owns the state, the form mount owns the fields, and this element renders the status around them.
 */
class PrecandidateForm extends FormAssociated implements PrecandidateFormElement {
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

  readonly #layout = new FormLayout(this);
  readonly #prerendered = new PrerenderedForm(this.#layout, handover.prefetched.get(this));
  readonly #messages = new MessageLoader(
    this,
    () => [this.locale, this.#submission.sessionLocale, ...this.#languages],
    (error) => this.#report(error),
  );
  readonly #formMount = this.#createFormMount();
  readonly #submission = this.#createSubmission();
  readonly #announcer = new Announcer(() => this.requestUpdate());
  readonly #loadTimeout = new LoadTimeout(() => this.requestUpdate());
  #view: StatusView | undefined;
  /** How many are announced. */
  #viewsAbove = 0;
  #countdown: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    handover.prefetched.delete(this);
    this.session = null;
    this.sessionUrl = null;
    this.proxyUrl = null;
    this.locale = null;
    this.draft = null;
    this.fetchSession = null;
    this.messages = null;
    this.addController(this.#submission);
    new TranslatedTexts().observe(this.#layout.base);
  }

  get state(): ElementState {
    return this.#submission.state;
  }

  get missing(): number {
    return this.#formMount.counts.missing;
  }

  submit(): void {
    this.#formMount.submit();
  }

  reset(): void {
    if (this.#isSending) return;
    this.#formMount.reset();
    this.#announcer.buttonPressed();
    this.requestUpdate();
  }

  override focus(options?: FocusOptions): void {
    if (this.#layout.isFocusLost) return;
    if (this.#isFormVisible) return this.#formMount.focusFirst();
    const target = this.#layout.base.querySelector<HTMLElement>(CARD_FOCUS);
    (target ?? this.#layout.skeleton).focus(options);
  }

  formDisabledCallback(isDisabled: boolean): void {
    this.#layout.base.inert = isDisabled;
  }

  formResetCallback(): void {
    this.reset();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#formMount.setConnected(true);
    // Another place in the page may have another language.
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#formMount.setConnected(false);
    clearTimeout(this.#countdown);
    this.#loadTimeout.reset();
    this.#announcer.stop();
  }

  adoptedCallback(): void {
    this.#layout.adoptStyles();
  }

  /** Lit renders what is below the form; {@link #renderAbove} renders what is above it. */
  protected override createRenderRoot(): HTMLElement {
    return this.#layout.base;
  }

  /**
   * Choosing the language and the first update are tasks of their own: creating the element takes long
   * enough on a slow phone. Without a token they run at once, to keep a `fetchSession` that was set before
   * the element was defined.
   */
  protected override async scheduleUpdate(): Promise<void> {
    if (!this.hasUpdated && this.hasAttribute('session')) {
      await nextTask();
      this.#messages.hostUpdate();
      await nextTask();
    }
    super.scheduleUpdate();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.#formMount.setHidden(this.#submission.replacesForm);
    if (!this.hasUpdated || changed.has('messages'))
      warnOfIgnored(this, PrecandidateForm.observedAttributes, () =>
        chunks.messages(this.#messages.locale.base),
      ).catch(() => {});
    if (!this.hasUpdated) return;
    if (changed.has('session')) this.#submission.sessionChanged(this.#token);
    if (changed.has('sessionUrl') || changed.has('fetchSession'))
      this.#submission.sessionSourceChanged();
    if (changed.has('proxyUrl')) this.#submission.load();
    if (changed.has('draft') && this.draft === 'off') this.#formMount.discardDraft();
  }

  protected override update(changed: PropertyValues<this>): void {
    this.#loadTimeout.update(this.isConnected && this.state === 'loading');
    const { locale, messages } = this.#messages;
    // First: a status may name fields.
    if (messages) this.#formMount.translate(messages);
    const model = this.#model;
    const { isFormVisible } = model;
    const view = statusView(model);
    // `null` while the candidate types elsewhere in the page, and keeps the focus there.
    const focused = this.#layout.root.activeElement;
    this.#view = view;
    this.#layout.setLanguage(locale.language, locale.dir);
    this.#renderAbove(view, model);
    // A button, link, or title that stays in the card keeps the focus.
    const movesToCard = view !== undefined && !isFormVisible && focused?.closest('.card') === null;
    // A screen reader reads the title that takes the focus.
    this.#announce(model, movesToCard);
    super.update(changed);
    // Before the form is hidden: Firefox reads no heading that follows a lost focus.
    if (movesToCard) this.#layout.base.querySelector<HTMLElement>(CARD_TITLE)?.focus();
    void this.#showPart(movesToCard);
    if (isFormVisible && this.#layout.isReplaced(focused)) this.#formMount.focusFirst();
  }

  #renderAbove(view: StatusView | undefined, model: StatusModel): void {
    const { base, skeleton } = this.#layout;
    const replacement = view ? renderReplacement(view, model) : nothing;
    const above = model.isFormVisible ? renderAbove(model) : replacement;
    render(above, base, { renderBefore: skeleton });
  }

  protected override render(): TemplateResult {
    const view = this.#isFormVisible ? this.#view : undefined;
    const { text } = this.#announcer;
    // Each text is a node of its own, because Firefox reports a changed text in pieces. The region is not
    // atomic: at each change, even a late one, Orca reads all that an atomic region holds by then.
    return html`${view ? renderBelow(view, this.#model) : nothing}
      <p class="announcements unseen" aria-live="polite">${keyed(text, text)}</p>`;
  }

  protected override updated(): void {
    const { messages, unreachable } = this.#messages;
    this.#applyState();
    this.setFormValue(
      this.#submission.progress.submittedId,
      messages?.sendFirst ?? unreachable.loading,
      this.#layout.base.querySelector(NEXT_STEP),
    );
    clearTimeout(this.#countdown);
    if (this.isConnected && this.#submission.error.retryAt !== undefined)
      this.#countdown = setTimeout(() => this.requestUpdate(), COUNTDOWN_MS);
  }

  async #showPart(isFocusMoved: boolean): Promise<void> {
    const replacement = this.#view ? 'card' : 'skeleton';
    const part = this.#isFormVisible ? 'form' : replacement;
    this.#layout.skeleton.setAttribute('aria-label', this.#messages.unreachable.loading);
    await this.#layout.show(part, isFocusMoved);
    const isDone = this.state === 'submitted' || this.state === 'elsewhere';
    if (isDone && this.#layout.formContainer.hidden) this.#formMount.finish();
  }

  #announce(model: StatusModel, isTitleRead: boolean): void {
    const further = furtherText(model);
    const spoken = this.#announcer.update(this.#view && { ...this.#view, further }, isTitleRead);
    const spokenAbove = () => viewsAbove(this.#model).map(spokenText);
    const { length } = viewsAbove(model);
    if (length > this.#viewsAbove)
      this.#announcer.say(() => [...spokenAbove(), spoken].join(' ').trim());
    this.#viewsAbove = length;
  }

  #applyState(): void {
    const { state } = this;
    if (this.setCustomState(state)) {
      this.#formMount.setBusy(this.#isSending);
      if (['sent', 'submitted', 'elsewhere'].includes(state)) this.#formMount.discardDraft();
    }
  }

  #retry(): void {
    if (this.#submission.error.isRetrying) return;
    this.#announcer.buttonPressed();
    this.#loadAgain(this.#loadTimeout.isOver);
    this.#loadTimeout.reset();
    this.#submission.retry();
  }

  /** @param isLate - what is still loading may never arrive */
  #loadAgain(isLate: boolean): void {
    if (isLate) handover.abandonPendingChunks();
    loadFailedChunks();
    this.#messages.load().catch(() => {});
  }

  get #isFormVisible(): boolean {
    return this.#formMount.lifecycle.isFormVisible;
  }

  get #token(): string | null {
    return cleanToken(this.session);
  }

  get #proxyUrl(): string | null {
    return this.proxyUrl ? folderUrl(this.proxyUrl) : handover.scriptUrl;
  }

  /** What the page and the browser prefer; a prerendered form keeps its language. */
  get #languages(): (string | null | undefined)[] {
    return [this.#prerendered.language, surroundingLanguage(this), ...navigator.languages];
  }

  /** What is being sent stays on the screen. */
  get #isSending(): boolean {
    return this.state === 'checking' || this.state === 'sending';
  }

  get #model(): StatusModel {
    const { isOver: isLate } = this.#loadTimeout;
    return {
      submission: this.#submission,
      form: this.#formMount,
      messageLoader: this.#messages,
      isFormVisible: this.#isFormVisible,
      isUnreachable: isLate || (this.#messages.hasFailed && this.state !== 'loading'),
      onRetry: () => this.#retry(),
      onStartOver: () => {
        this.reset();
        this.#formMount.focusFirst();
      },
    };
  }

  #createSubmission(): SubmissionController {
    return new SubmissionController({
      // An empty attribute counts as absent.
      connectionSettings: () => ({
        session: this.#token,
        sessionUrl: this.sessionUrl || null,
        fetchSession: this.fetchSession ?? null,
        proxyUrl: this.#proxyUrl,
      }),
      languages: () => {
        const languages = this.#languages.filter((tag) => tag != null);
        return { languages, ...(this.locale && { locale: this.locale }) };
      },
      localeRequested: () => this.#messages.localeRequested(),
      loadAgain: (isLate) => this.#loadAgain(isLate),
      requestUpdate: () => this.requestUpdate(),
      whenUpdated: () => this.updateComplete,
      emit: (name, detail) => this.#emit(name, detail),
      report: (error) => this.#report(error),
      takePrefetched: (request) => this.#prerendered.takeResponse(request),
      form: this.#formMount,
      pageAttempts,
    });
  }

  #createFormMount(): FormMount {
    return new FormMount(this.#layout, this.#prerendered, this.#messages, {
      session: () => this.#token,
      keepsDraft: () => this.draft !== 'off',
      submission: () => this.#submission,
      submit: (values) => {
        this.#announcer.buttonPressed();
        this.#submission.submit(values);
      },
      requestUpdate: () => this.requestUpdate(),
      emit: (name, detail) => this.#emit(name, detail),
      announceErrors: () => void this.#announceErrors(),
    });
  }

  /** A screen reader reads the summary with the focus. Without the focus, its title is announced. */
  async #announceErrors(): Promise<void> {
    if (this.#layout.root.activeElement !== null) return;
    // The update announces the end of the submit.
    await this.updateComplete;
    this.#announcer.say(() => this.#formMount.errorTitle);
  }

  /** Dispatches the event of a problem, and tells the page's developer. */
  #report(error: ProblemError): void {
    this.#emit('precandidate-problem', error.eventDetail);
    const hasFetchSession = this.fetchSession != null;
    const facts = { session: this.#token, hasFetchSession, proxyUrl: this.#proxyUrl };
    void reportProblem(this, error, facts);
  }

  #emit<Name extends ElementEventName>(name: Name, detail: ElementEvents[Name]): void {
    if (name === 'precandidate-problem' && !this.#submission.isDataSafe)
      this.#announcer.errorRaised();
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

/** Registers the element, once per page, in a task of its own: it creates the elements of the page. */
export async function defineElement(given: LoaderHandover): Promise<void> {
  await nextTask();
  if (customElements.get(NAME) !== undefined)
    return console.error(
      `<precandidate-form> second-script: the page loads another widget.js: ${given.scriptUrl}. Load it once, or set proxy-url. ${ELEMENT_DOCS}`,
    );
  receiveHandover(given);
  customElements.define(NAME, PrecandidateForm);
  // An element that the page inserts later opens even after an upgrade replaced this version's files.
  chunks.formApp().catch(() => {});
}
