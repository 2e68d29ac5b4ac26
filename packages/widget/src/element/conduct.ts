import type { PropertyValues, ReactiveController } from '@lit/reactive-element';
import type {
  ElementEventName,
  ElementEvents,
  FormData,
  InvalidField,
  Violation,
} from 'precandidate-contract';
import { ProblemError } from '../api/problem-error.ts';
import type { SessionSource } from '../api/session-source.ts';
import type { ElementState } from '../submission/element-state.ts';
import type { FormToShow } from '../submission/form-to-show.ts';
import { SubmissionController } from '../submission/submission-controller.ts';
import type { SubmissionHost } from '../submission/submission-host.ts';
import type { Frame } from './frame.ts';
import type { ConductedElement, ElementParts } from './conduct-host.ts';
import { tellForm } from './form-part.ts';
import { FormSlot, type FormSlotHost } from './form-slot.ts';
import { Lateness } from './lateness.ts';
import { askAnew } from './load-chunk.ts';
import { LostFocus } from './lost-focus.ts';
import { Screen } from './screen.ts';
import { showCustomState } from './show-custom-state.ts';
import { Words } from './words.ts';

const SESSION_WAYS = ['sessionUrl', 'fetchSession'] as const;

/** What an element does once it stands in the page: from the answer of its bootstrap to the end. */
export class Conduct implements ReactiveController, SubmissionHost, FormSlotHost {
  readonly #element: ConductedElement;
  readonly #parts: ElementParts;
  readonly #controller = new SubmissionController(this);
  readonly #slot: FormSlot;
  readonly #words: Words;
  readonly #screen: Screen;
  readonly #lostFocus = new LostFocus();
  readonly #drawAnew = () => this.requestUpdate();
  readonly #lateness = new Lateness(this.#drawAnew);
  #shownState: ElementState = 'loading';
  /** Counts down to the next try. */
  #tick: ReturnType<typeof setTimeout> | undefined;

  constructor(element: ConductedElement, parts: ElementParts) {
    this.#element = element;
    this.#parts = parts;
    this.#slot = new FormSlot(this, parts.drawn);
    this.#words = new Words(() => this.#wordSources, parts.unreachable, this.#drawAnew);
    this.#screen = new Screen({
      frame: parts.frame,
      controller: this.#controller,
      slot: this.#slot,
      words: this.#words,
      lateness: this.#lateness,
      onRetry: () => this.#retry(),
      onStartOver: () => this.#startOver(),
    });
    this.#lostFocus.watch(parts.frame.island);
    element.addController(this);
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
    this.#screen.hush();
    this.requestUpdate();
  }

  focus(options?: FocusOptions): void {
    if (this.#lostFocus.isLost) return;
    if (this.#screen.isFormVisible) this.#slot.focusFirst();
    else this.#screen.focus(options);
  }

  hostConnected(): void {
    this.#parts.pageMessages.addEventListener('change', this.#drawAnew);
    this.#controller.hostConnected();
  }

  hostDisconnected(): void {
    clearTimeout(this.#tick);
    this.#lateness.end();
    this.#parts.pageMessages.removeEventListener('change', this.#drawAnew);
    this.#controller.hostDisconnected();
  }

  /** The host page changed attributes or properties of the element. */
  attributesChanged(changed: PropertyValues<ConductedElement>): void {
    const { session } = this.#element;
    if (changed.has('session')) this.#controller.sessionChanged(session || null);
    else if (SESSION_WAYS.some((way) => changed.has(way))) this.#controller.sessionWaysChanged();
    if (changed.has('proxyUrl')) this.#controller.open();
    if (changed.has('draft')) this.#slot.keepDraft(this.#keepsDraft);
  }

  hostUpdate(): void {
    this.#words.follow();
    this.#lateness.follow(this.state === 'loading');
    this.#screen.draw();
    this.#showState();
  }

  hostUpdated(): void {
    const { messages, unreachable } = this.#words;
    // Words that cannot be fetched leave those that are there.
    if (messages) this.#slot.translate(messages);
    tellForm(this.#parts.internals, {
      value: this.#controller.handedOver,
      isRequired: this.#element.required,
      message: messages?.sendFirst ?? unreachable.loading,
      anchor: this.#screen.goingOn,
    });
    clearTimeout(this.#tick);
    if (this.#controller.retryAt !== undefined) this.#tick = setTimeout(this.#drawAnew, 1_000);
  }

  requestUpdate(): void {
    this.#element.requestUpdate();
  }

  get isConnected(): boolean {
    return this.#element.isConnected;
  }

  get frame(): Frame {
    return this.#parts.frame;
  }

  get sessionWays() {
    return this.#element.sessionWays;
  }

  get proxyAddress(): string {
    const { proxyAddress } = this.#element;
    if (proxyAddress === null) throw new ProblemError('proxy-url-invalid');
    return proxyAddress;
  }

  takeSessionSource(): SessionSource {
    return this.#parts.entry.takeSource();
  }

  requestBootstrap(token: string, signal: AbortSignal): Promise<Response> {
    return this.#parts.entry.ask(this.proxyAddress, token, signal);
  }

  tell<Name extends ElementEventName>(name: Name, detail: ElementEvents[Name]): void {
    this.#element.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  expectForm(name: string): void {
    this.#screen.expectForm();
    this.#slot.expect(name, this.#keepsDraft);
  }

  draftKeys(): Promise<readonly string[]> {
    return this.#controller.draftKeys();
  }

  async showForm(form: FormToShow, signal: AbortSignal): Promise<void> {
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
    this.requestUpdate();
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

  get #keepsDraft(): boolean {
    return this.#element.draft !== 'off';
  }

  get #wordSources() {
    const { locale, languageAround, messages } = this.#element;
    return {
      tags: [locale, this.#controller.locale, languageAround, ...navigator.languages],
      hosts: [this.#parts.pageMessages.current, messages],
    };
  }

  #showState(): void {
    const { state } = this;
    if (state === this.#shownState) return;
    showCustomState(this.#parts.internals, this.#shownState, state);
    this.#shownState = state;
    this.#slot.island?.setBusy(state === 'checking' || state === 'sending');
    if (['sent', 'submitted', 'elsewhere'].includes(state)) this.#slot.discardDraft();
    // Confirmed: what was typed need not stay in the page.
    if (state === 'submitted' || state === 'elsewhere') this.#slot.close();
  }

  #startOver(): void {
    this.reset();
    this.#slot.island?.focusFirst();
  }

  #retry(): void {
    const { isLate } = this.#lateness;
    if (isLate) {
      this.#lateness.end();
      askAnew();
    }
    if (isLate || this.#words.hasFailed) void this.#words.load().catch(() => {});
    if (isLate) this.#controller.open();
    else this.#controller.retry();
  }
}
