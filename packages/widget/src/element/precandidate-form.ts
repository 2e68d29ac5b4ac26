import { html, nothing, render, type PropertyValues, type TemplateResult } from 'lit';
import type {
  ElementEventName,
  ElementEvents,
  FormData,
  InvalidField,
  Violation,
} from 'precandidate-contract';
import { ProblemError } from '../client/problem-error.ts';
import type { OpeningWishes } from '../client/proxy-client.ts';
import type { SessionWays } from '../client/session-source.ts';
import type { ElementState } from '../controller/element-state.ts';
import type { FormToShow } from '../controller/form-to-show.ts';
import { SubmissionController } from '../controller/submission-controller.ts';
import type { SubmissionHost } from '../controller/submission-host.ts';
import type { PrecandidateFormElement } from '../index.ts';
import type { HostMessages } from '../messages/host-messages.ts';
import type { Sentence } from '../messages/messages.ts';
import { adoptStyles } from './adopt-styles.ts';
import { takeAsked } from './asked-opening.ts';
import styles from './element.css?inline';
import { FormAssociated } from './form-associated.ts';
import { DrawnFields } from './drawn-fields.ts';
import { FormSlot, type FormSlotHost } from './form-slot.ts';
import { frameOf, type Frame } from './frame.ts';
import { languageAround } from './language-around.ts';
import { LostFocus } from './lost-focus.ts';
import { pageMessages } from './page-messages.ts';
import { card, further, nextStep, notice, startOver, type NextStep } from './views/card.ts';
import { furtherLine } from './views/further-line.ts';
import { spoken } from './spoken.ts';
import { skeleton } from './views/skeleton.ts';
import {
  callView,
  restoredView,
  unreachableView,
  viewOf,
  type RestoredView,
  type View,
} from './views/view.ts';
import { webAddress } from './web-address.ts';
import { Words } from './words.ts';

/** What a candidate goes on with, in the order of the page. */
const GOING_ON = '.skeleton, .card .button, .card .title, #island:not([hidden]) [part=submit]';
const SESSION_WAYS = ['sessionUrl', 'fetchSession'] as const;

/** `<precandidate-form>`: what a page can do with it stands in `index.ts`. */
export class PrecandidateForm
  extends FormAssociated
  implements PrecandidateFormElement, SubmissionHost, FormSlotHost
{
  /** Where the script came from; ends with `/`. */
  static scriptAddress = '';
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

  readonly #controller = new SubmissionController(this);
  readonly #slot = new FormSlot(this);
  readonly #lostFocus = new LostFocus();
  readonly #words = new Words(
    () => ({
      tags: [this.locale, this.#controller.locale, languageAround(this), ...navigator.languages],
      hosts: [pageMessages.current, this.messages],
    }),
    () => this.requestUpdate(),
  );
  readonly #drawAnew = () => this.requestUpdate();
  #frame: Frame | undefined;
  #shownState: ElementState | undefined;
  #announced: string | undefined;
  #announcement = '';
  #focusesHeading = false;
  #isDisabled = false;
  #isRestorationTold = false;
  /** Counts down to the next try. */
  #tick: ReturnType<typeof setTimeout> | undefined;

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
    return this.#controller.state;
  }

  get missing(): number {
    return this.#slot.island?.counts().missing ?? 0;
  }

  submit(): void {
    this.#slot.submit();
  }

  reset(): void {
    this.#slot.reset();
    this.#announcement = '';
    this.requestUpdate();
  }

  override focus(options?: FocusOptions): void {
    if (this.#lostFocus.isLost) return;
    if (this.#isFormVisible) return this.#slot.focusFirst();
    this.renderRoot.querySelector<HTMLElement>('.card .button, .card .title')?.focus(options);
  }

  /** Called by the browser when a `fieldset` around the element is disabled, or enabled again. */
  formDisabledCallback(isDisabled: boolean): void {
    this.#isDisabled = isDisabled;
    this.requestUpdate();
  }

  /** Called by the browser when a form around the element is reset. */
  formResetCallback(): void {
    this.reset();
  }

  get proxyAddress(): string {
    const { proxyUrl } = this;
    if (!proxyUrl) return PrecandidateForm.scriptAddress;
    return webAddress(proxyUrl.endsWith('/') ? proxyUrl : `${proxyUrl}/`);
  }

  get sessionWays(): SessionWays {
    const { session, sessionUrl, fetchSession } = this;
    // An attribute without a value says as little as none.
    return { session: session || null, sessionUrl: sessionUrl || null, fetchSession };
  }

  get openingWishes(): OpeningWishes {
    return { locale: this.localeTag, fields: this.#slot.drawn !== undefined };
  }

  takeAsked(session: string): Promise<Response> | undefined {
    return takeAsked({ element: this, session, proxyUrl: this.proxyAddress });
  }

  /** The shell is drawn around the place of the fields, which may be filled in already. */
  protected override createRenderRoot(): HTMLElement {
    const { base, island } = this.frame;
    this.#slot.found(
      new DrawnFields(this.frame, this.getAttribute('rendered'), () => this.requestUpdate()),
    );
    adoptStyles(this.frame.root, styles);
    this.#lostFocus.watch(island);
    this.renderOptions.renderBefore = island;
    return base;
  }

  get frame(): Frame {
    this.#frame ??= frameOf(this);
    return this.#frame;
  }

  tell<Name extends ElementEventName>(name: Name, detail: ElementEvents[Name]): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  expectForm(name: string): void {
    this.#isRestorationTold = false;
    this.#slot.expect(name, this.#keepsDraft);
  }

  draftKeys(): Promise<readonly string[]> {
    return this.#controller.draftKeys();
  }

  async showForm(form: FormToShow, signal: AbortSignal): Promise<void> {
    await this.updateComplete;
    await this.#slot.show(form, this.#words.load(), signal);
  }

  closeForm(): void {
    this.#slot.close();
  }

  showErrors(violations: readonly Violation[]): void {
    this.#slot.showErrors(violations);
  }

  onChange(): void {
    this.#controller.fieldChanged();
  }

  onSubmit(values: FormData): void {
    this.#controller.submit(values);
  }

  onHeldSubmit(): void {
    this.#controller.submitOnceOpen();
  }

  onInvalid(errors: InvalidField[]): void {
    this.#controller.foundInvalid();
    this.tell('precandidate-invalid', { errors });
  }

  onBroken(): void {
    this.#controller.fail(new ProblemError('form-broken'));
  }

  get localeTag(): string {
    return this.#words.wanted.tag;
  }

  get hasOurWords(): boolean {
    return this.#words.wanted.layers.length === 0;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // Another place in the page may have another language.
    this.#drawAnew();
    pageMessages.addEventListener('change', this.#drawAnew);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#tick);
    pageMessages.removeEventListener('change', this.#drawAnew);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (this.hasUpdated) this.#attributesChanged(changed);
    this.#words.follow();
    // Asked first: a state may take the focused field out of the page.
    const hadFocus = this.frame.root.activeElement !== null;
    this.#showState();
    const view = this.#view;
    const restored = view ? undefined : this.#restoration;
    if (restored && !this.#isRestorationTold) {
      this.#isRestorationTold = true;
      this.#announcement = spoken(restored);
    }
    const sentence = view ?? this.#busy;
    if (sentence?.title === this.#announced) return;
    this.#announced = sentence?.title;
    this.#focusesHeading = !this.#isFormVisible && hadFocus;
    // A heading that takes the focus is read out already.
    this.#announcement =
      sentence && !this.#focusesHeading ? spoken(sentence, this.#furtherLine) : '';
  }

  #attributesChanged(changed: PropertyValues<this>): void {
    if (changed.has('session')) this.#controller.sessionChanged(this.session || null);
    else if (SESSION_WAYS.some((way) => changed.has(way))) this.#controller.sessionWaysChanged();
    if (changed.has('proxyUrl')) this.#controller.open();
    if (changed.has('draft')) this.#slot.keepDraft(this.#keepsDraft);
  }

  #showState(): void {
    const { state } = this;
    if (state === this.#shownState) return;
    this.showState(this.#shownState, state);
    this.#shownState = state;
    this.#slot.island?.setBusy(state === 'checking' || state === 'sending');
    if (['sent', 'submitted', 'elsewhere'].includes(state)) this.#slot.discardDraft();
    // Confirmed: what was typed need not stay in the page.
    if (state === 'submitted' || state === 'elsewhere') this.#slot.close();
  }

  protected override update(changed: PropertyValues<this>): void {
    super.update(changed);
    const { base, island } = this.frame;
    const { language, dir } = this.#words.wanted;
    base.lang = language;
    base.dir = dir;
    base.inert = this.#isDisabled;
    island.hidden = !this.#isFormVisible;
    render(this.#underneath, base);
  }

  protected override updated(): void {
    // Words that cannot be fetched leave those that are there.
    if (this.#words.messages) this.#slot.translate(this.#words.messages);
    this.tellForm({
      value: this.#controller.handedOver,
      message: this.#words.messages?.sendFirst ?? this.#words.unreachable.loading,
      anchor: this.renderRoot.querySelector(GOING_ON),
    });
    clearTimeout(this.#tick);
    if (this.#controller.retryAt !== undefined) this.#tick = setTimeout(this.#drawAnew, 1_000);
    if (!this.#focusesHeading) return;
    this.#focusesHeading = false;
    this.renderRoot.querySelector<HTMLElement>('.card .title')?.focus();
  }

  /** What stands above the fields, or in their place. */
  protected override render(): unknown {
    if (this.#isFormVisible) return this.#above;
    const view = this.#view;
    return view ? card(view, this.#below) : skeleton(this.#words.unreachable.loading);
  }

  get #underneath(): TemplateResult {
    const view = this.#isFormVisible ? this.#view : undefined;
    return html`${view ? notice(view, this.#below) : nothing}
      <p class="unseen" role="status">${this.#announcement}</p>`;
  }

  get #view(): View | undefined {
    const { problem } = this.#controller;
    const { messages, unreachable, hasFailed } = this.#words;
    if (messages) return viewOf(this.state, problem, messages, unreachable);
    return hasFailed && this.state !== 'loading' ? unreachableView(unreachable) : undefined;
  }

  /** Fields that wait to be taken over keep what is typed, whatever goes wrong meanwhile. */
  get #isFormVisible(): boolean {
    const isOpening = this.state === 'loading' || this.state === 'problem';
    return this.#controller.isFormVisible || (isOpening && this.#slot.drawn !== undefined);
  }

  /** Said while a submit is kept. */
  get #busy(): Sentence | undefined {
    return this.#slot.drawn?.isSubmitHeld ? this.#words.messages?.states.checking : undefined;
  }

  /** What a candidate should know before filling in. */
  get #above(): TemplateResult {
    const call = this.#controller.expectsCall ? this.#words.messages?.call : undefined;
    const isEmpty = this.#slot.island?.counts().fields === 0;
    const restored = this.#restoration;
    return html`<div class="above">
      ${call ? notice(callView(call, isEmpty), nothing) : nothing}
      ${restored ? notice(restored, startOver(restored.startOver, this.#startOver)) : nothing}
    </div>`;
  }

  get #keepsDraft(): boolean {
    return this.draft !== 'off';
  }

  get #restoration(): RestoredView | undefined {
    const words = this.#words.messages?.restored;
    return words && this.#slot.isRestored ? restoredView(words) : undefined;
  }

  readonly #startOver = () => {
    this.reset();
    this.#slot.island?.focusFirst();
  };

  get #below(): unknown {
    return [further(this.#furtherLine), nextStep(this.#nextStep)];
  }

  /** Counted down for eyes; read out once, with its state. */
  get #furtherLine(): string | undefined {
    const { messages, unreachable } = this.#words;
    return furtherLine(this.#controller, messages, unreachable);
  }

  get #nextStep(): NextStep | undefined {
    const { state } = this;
    const { messages, unreachable, hasFailed } = this.#words;
    const href = this.#controller.formUrl;
    if (state === 'handed-off' && href !== null && messages)
      return { label: messages.openForm, link: { href, newTab: messages.newTab } };
    if (!this.#controller.canRetry && !hasFailed) return undefined;
    return { label: unreachable.retry, onRetry: () => this.#retry() };
  }

  #retry(): void {
    if (this.#words.hasFailed) void this.#words.load().catch(() => {});
    this.#controller.retry();
  }
}
