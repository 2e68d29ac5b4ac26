import { html, nothing, render, type TemplateResult } from 'lit-html';
import type { ElementState } from '../submission/element-state.ts';
import type { SubmissionController } from '../submission/submission-controller.ts';
import type { Frame } from './frame.ts';
import type { FormSlot } from './form-slot.ts';
import { card, further, nextStep, notice, startOver, type NextStep } from './views/card.ts';
import { furtherLine } from './views/further-line.ts';
import {
  callView,
  moreView,
  restoredView,
  unreachableView,
  viewOf,
  type RestoredView,
  type View,
} from './views/view.ts';
import { spoken } from './spoken.ts';
import type { Lateness } from './lateness.ts';
import type { Words } from './words.ts';

/** What can be focused to go on, in the order of the page. */
const GOING_ON =
  '.skeleton:not([hidden]), .card .button, .card .title, #island:not([hidden]) [part=submit]';

/** What decides what is on the screen, and whom its buttons tell. */
export interface ScreenSource {
  readonly frame: Frame;
  readonly controller: SubmissionController;
  readonly slot: FormSlot;
  readonly words: Words;
  readonly lateness: Lateness;
  onRetry(): void;
  onStartOver(): void;
}

/** What a candidate sees and hears of the form's state, around the fields or in their place. */
export class Screen {
  readonly #source: ScreenSource;
  #announced: string | undefined;
  #announcement = '';
  /** Title of what was read out before; until something is. */
  #said: string | null | undefined;
  #isRestorationTold = false;

  constructor(source: ScreenSource) {
    this.#source = source;
    // What the markup said by itself is said here from now on, and not read out once more.
    const kept = source.frame.base.querySelector('.kept');
    if (source.slot.drawn?.isSubmitHeld) this.#said = kept?.querySelector('.title')?.textContent;
    kept?.remove();
  }

  /** Fields that wait to be taken over keep what is typed, whatever goes wrong meanwhile. */
  get isFormVisible(): boolean {
    const { controller, slot } = this.#source;
    const isOpening = controller.state === 'loading' || controller.state === 'problem';
    return controller.isFormVisible || (isOpening && slot.drawn !== undefined);
  }

  /** What can be focused to go on; `null` while there is nothing. */
  get goingOn(): HTMLElement | null {
    return this.#source.frame.base.querySelector(GOING_ON);
  }

  /** Another form is on its way. */
  expectForm(): void {
    this.#isRestorationTold = false;
  }

  /** What was said last is true no more. */
  hush(): void {
    this.#announcement = '';
  }

  /** Focuses what can be done in place of the form. */
  focus(options?: FocusOptions): void {
    const { base } = this.#source.frame;
    base.querySelector<HTMLElement>('.card .button, .card .title')?.focus(options);
  }

  draw(): void {
    const { frame, words } = this.#source;
    const { isFormVisible } = this;
    const view = this.#view;
    // Asked first: what is drawn may take the focused field out of the page.
    const hadFocus = frame.root.activeElement !== null;
    const takesFocus = this.#announce(view, hadFocus);
    const { base, island, skeleton } = frame;
    base.lang = words.wanted.language;
    base.dir = words.wanted.dir;
    island.hidden = !isFormVisible;
    skeleton.hidden = isFormVisible || view !== undefined;
    skeleton.setAttribute('role', 'img');
    skeleton.setAttribute('aria-label', words.unreachable.loading);
    const instead = view ? card(view, this.#below) : nothing;
    render(isFormVisible ? this.#above : instead, base, { renderBefore: skeleton });
    render(this.#underneath(isFormVisible ? (view ?? this.#aside) : undefined), base);
    if (takesFocus) base.querySelector<HTMLElement>('.card .title')?.focus();
  }

  /** Puts what is new into words for the ear; answers whether a heading says them instead, focused. */
  #announce(view: View | undefined, hadFocus: boolean): boolean {
    const restored = view ? undefined : this.#restoration;
    if (restored && !this.#isRestorationTold) {
      this.#isRestorationTold = true;
      this.#announcement = spoken(restored);
    }
    const sentence = view ?? this.#aside;
    if (sentence?.title === this.#announced) return false;
    this.#announced = sentence?.title;
    const isSaid = sentence?.title === this.#said;
    if (sentence) this.#said = undefined;
    const isHeading = !this.isFormVisible && hadFocus;
    this.#announcement =
      sentence && !isHeading && !isSaid ? spoken(sentence, this.#furtherLine) : '';
    return isHeading;
  }

  get #state(): ElementState {
    return this.#source.controller.state;
  }

  get #view(): View | undefined {
    const { problem } = this.#source.controller;
    const { messages, unreachable, hasFailed } = this.#source.words;
    if (this.#source.lateness.isLate) return unreachableView(unreachable);
    if (messages) return viewOf(this.#state, problem, messages, unreachable);
    return hasFailed && this.#state !== 'loading' ? unreachableView(unreachable) : undefined;
  }

  /** Said below the fields, whatever the state: that a submit is kept, or why it was not made. */
  get #aside(): View | undefined {
    const { slot, words } = this.#source;
    const { messages, unreachable } = words;
    if (messages === undefined) return undefined;
    if (slot.drawn?.isSubmitHeld) return viewOf('checking', undefined, messages, unreachable);
    return slot.asksMore ? moreView(messages) : undefined;
  }

  get #restoration(): RestoredView | undefined {
    const words = this.#source.words.messages?.restored;
    return words && this.#source.slot.isRestored ? restoredView(words) : undefined;
  }

  /** What a candidate should know before filling in. */
  get #above(): TemplateResult {
    const { controller, slot, words } = this.#source;
    const call = controller.expectsCall ? words.messages?.call : undefined;
    const isEmpty = slot.island?.counts().fields === 0;
    const restored = this.#restoration;
    const onStartOver = () => this.#source.onStartOver();
    return html`<div class="above">
      ${call ? notice(callView(call, isEmpty), nothing) : nothing}
      ${restored ? notice(restored, startOver(restored.startOver, onStartOver)) : nothing}
    </div>`;
  }

  #underneath(view: View | undefined): TemplateResult {
    return html`${view ? notice(view, this.#below) : nothing}
      <p class="unseen" role="status">${this.#announcement}</p>`;
  }

  get #below(): unknown {
    return [further(this.#furtherLine), nextStep(this.#nextStep)];
  }

  /** Counted down for eyes; read out once, with its state. */
  get #furtherLine(): string | undefined {
    const { messages, unreachable } = this.#source.words;
    return furtherLine(this.#source.controller, messages, unreachable);
  }

  get #nextStep(): NextStep | undefined {
    const { controller, words, lateness } = this.#source;
    const { messages, unreachable, hasFailed } = words;
    const href = controller.formUrl;
    if (this.#state === 'handed-off' && href !== null && messages)
      return { label: messages.openForm, link: { href, newTab: messages.newTab } };
    if (!controller.canRetry && !hasFailed && !lateness.isLate) return undefined;
    return { label: unreachable.retry, onRetry: () => this.#source.onRetry() };
  }
}
