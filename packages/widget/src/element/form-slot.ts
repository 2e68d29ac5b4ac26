import type {
  ElementEventName,
  ElementEvents,
  FormData,
  InvalidField,
  Violation,
} from 'precandidate-contract';
import { ProblemError } from '../api/problem-error.ts';
import { formNameOf, readSessionToken } from '../api/session-token.ts';
import type { FormToShow } from '../submission/form-to-show.ts';
import type { DrawnFields } from './drawn-fields.ts';
import type { Frame } from './frame.ts';
import type { FormHandle, FormAppOptions } from '../form/form-handle.ts';
import type { Messages } from '../i18n/messages.ts';
import type { KeptForm } from '../drafts/draft.ts';
import { draftPlace } from '../drafts/draft-place.ts';
import { DraftSlot } from '../drafts/draft-slot.ts';
import { filledIn } from './filled-in.ts';
import { loadCheckDigits } from './load-check-digits.ts';
import { loadCombobox } from './load-combobox.ts';
import { loadFormApp } from './load-form-app.ts';

type FormApp = Awaited<ReturnType<typeof loadFormApp>>;
type FormToDraw = FormToShow & Pick<FormAppOptions, 'messages'>;

/** Whom the fields tell. */
export interface FormSlotHost {
  readonly frame: Frame;
  /** Whether the words are all ours, as a server has them. */
  readonly hasOurWords: boolean;
  /** BCP 47: how numbers and dates are written. */
  readonly localeTag: string;
  tell<Name extends ElementEventName>(name: Name, detail: ElementEvents[Name]): void;
  /** The candidate changed a field. */
  onChange(): void;
  /** The candidate submitted values that satisfy the schema. */
  onSubmit(values: FormData): void;
  /** A submit was made before anything listened, and what was filled in is known by now. */
  onHeldSubmit(): void;
  /** The candidate submitted values that do not. */
  onInvalid(errors: InvalidField[]): void;
  /** The keys of the form's draft. Rejects when they cannot be had now. */
  draftKeys(): Promise<readonly string[]>;
  /** The form cannot be drawn any more. */
  onBroken(): void;
}

/** The place of the fields in the element: it loads the island and keeps what was typed. */
export class FormSlot {
  readonly #host: FormSlotHost;
  readonly #drawn: DrawnFields;
  #island: FormHandle | undefined;
  /** What the fields are called by now. */
  #messages: Messages | undefined;
  #localeTag = '';
  #formName: string | undefined;
  #draft: DraftSlot | undefined;
  #isRestored = false;
  #asksMore = false;

  /** @param drawn - fields that stand in the place already, or that may come to */
  constructor(host: FormSlotHost, drawn: DrawnFields) {
    this.#host = host;
    this.#drawn = drawn;
    host.frame.island.addEventListener('input', () => {
      this.#draft?.typed();
      this.#keepEarly();
    });
  }

  /** The fields; `undefined` while there are none. */
  get island(): FormHandle | undefined {
    return this.#island;
  }

  /** Fields that wait to be taken over; `undefined` when there are none. */
  get drawn(): DrawnFields | undefined {
    return this.#island === undefined && this.#drawn.areThere ? this.#drawn : undefined;
  }

  /** Whether the fields hold what the candidate had typed before the page was loaded. */
  get isRestored(): boolean {
    return this.#isRestored;
  }

  /** Whether a submit was not made, since its answers brought questions; until the next one. */
  get asksMore(): boolean {
    return this.#asksMore;
  }

  /** A form is on its way. `isKept`: what was typed into it before is looked for, and kept on. */
  expect(formName: string, isKept: boolean): void {
    const claims = readSessionToken(this.#drawn.session ?? '');
    // What stands when the page opens its first form may have been filled in by somebody else.
    if (this.#formName === undefined && claims && formNameOf(claims) !== formName)
      this.#drawn.remove();
    this.#draft?.close();
    this.#draft = undefined;
    this.#formName = formName;
    this.keepDraft(isKept);
  }

  /** Keeps what is typed from now on; or no longer, and what is kept is removed. */
  keepDraft(isKept: boolean): void {
    const place = this.#formName === undefined ? undefined : draftPlace(this.#formName);
    if (place === undefined || (isKept && this.#draft !== undefined)) return;
    this.#draft?.close();
    this.#draft = undefined;
    if (!isKept) return place.storage.removeItem(place.name);
    this.#draft = new DraftSlot({
      ...place,
      askKeys: () => this.#host.draftKeys(),
      read: (whole) => (whole ? this.#island?.values() : this.#island?.peek()),
      early: () => {
        const { areThere, fingerprint } = this.#drawn;
        const answers = filledIn(this.#host.frame.island);
        return areThere ? { fingerprint, answers } : undefined;
      },
    });
    if (this.#island !== undefined) this.#draft.begin();
    if (this.#isFilledIn) this.#keepEarly();
  }

  /** Keeps what is filled in though nothing listens: a page may be gone before the form has come. */
  #keepEarly(): void {
    if (!this.drawn) return;
    this.#draft?.begin();
    this.#draft?.changed();
  }

  /** What is kept is not needed any more. */
  discardDraft(): void {
    this.#draft?.discard();
  }

  /** Takes over the fields that stand, or draws another form in their place. */
  async show(form: FormToShow, words: Promise<Messages>, signal: AbortSignal): Promise<void> {
    const [island, messages, kept] = await Promise.all([
      loadFormApp(),
      words,
      this.#draft?.restore(form),
    ]);
    signal.throwIfAborted();
    const isHeld = this.drawn?.isSubmitHeld ?? false;
    const seen = new Set(this.#controls.map(({ name }) => name));
    await this.#draw(island, { ...form, messages }, kept, signal);
    const pressed = this.#drawn.release();
    this.#drawn.taken();
    this.#host.tell('precandidate-ready', { ...this.#counts() });
    this.#draft?.begin();
    // From the end: an entry that goes renames those behind it.
    for (const { type, id } of pressed.toReversed()) if (type === 'button') this.#press(id);
    if (!isHeld && !pressed.some(({ type }) => type === 'submit')) return;
    // What was submitted before a question was there does not answer it.
    const unseen = this.#controls.find(({ name }) => !seen.has(name));
    this.#asksMore = unseen !== undefined;
    if (unseen) unseen.focus();
    else this.#host.onHeldSubmit();
  }

  /** Puts every field back to what the schema says; what was typed is gone. */
  reset(): void {
    this.#asksMore = false;
    if (this.drawn) this.drawn.reset();
    else this.#island?.reset();
    this.#draft?.discard();
    this.#isRestored = false;
  }

  /** Checks and submits, as the button does. */
  submit(): void {
    if (this.drawn) this.drawn.submit();
    else this.#island?.submit();
  }

  focusFirst(): void {
    if (this.drawn) this.#host.frame.focus();
    else this.#island?.focusFirst();
  }

  /** Says the same in these words; nothing when it does already. */
  translate(messages: Messages): void {
    const { localeTag } = this.#host;
    if (this.#island === undefined) return;
    if (this.#messages === messages && this.#localeTag === localeTag) return;
    this.#messages = messages;
    this.#localeTag = localeTag;
    this.#island.translate(messages, localeTag);
  }

  /** Takes the fields and what was typed out of the page. */
  close(): void {
    // Those that stand when the page opens its first form are of that form.
    if (this.#formName !== undefined) this.drawn?.remove();
    this.#island?.destroy();
    this.#island = undefined;
    this.#draft?.close();
    this.#isRestored = false;
    this.#asksMore = false;
  }

  showErrors(violations: readonly Violation[]): void {
    this.#island?.showErrors(violations);
    const errors = violations.map(({ pointer, keyword }) => ({ pointer, keyword }));
    this.#host.onInvalid(errors);
  }

  /** A draft that breaks the form is discarded. */
  async #draw(
    island: FormApp,
    form: FormToDraw,
    kept: KeptForm | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const values = kept?.values;
    this.#isRestored = kept !== undefined;
    try {
      await this.#mount(island, { ...form, ...(values && { values }) }, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (kept === undefined) throw error;
      this.#isRestored = false;
      this.#draft?.discard();
      await this.#mount(island, form, signal);
    }
  }

  async #mount(
    { mount }: FormApp,
    form: FormToDraw & Pick<FormAppOptions, 'values'>,
    signal: AbortSignal,
  ): Promise<void> {
    const container = this.#host.frame.island;
    const isDrawn = form.values === undefined && this.#isDrawn(form);
    this.#island?.destroy();
    this.#island = undefined;
    this.#messages = form.messages;
    this.#localeTag = this.#host.localeTag;
    const options: FormAppOptions = {
      ...form,
      isPrerendered: isDrawn,
      localeTag: (isDrawn && form.fields?.locale) || this.#localeTag,
      loadCombobox,
      loadCheckDigits,
      onChange: () => {
        this.#draft?.changed();
        this.#host.onChange();
      },
      onCounted: (field) => {
        const { missing } = this.#counts();
        this.#host.tell('precandidate-change', { field, missing });
      },
      onInvalid: (errors) => {
        this.#asksMore = false;
        this.#host.onInvalid(errors);
      },
      onSubmit: (data) => {
        this.#asksMore = false;
        this.#host.onSubmit(data);
      },
      onBroken: () => this.#host.onBroken(),
    };
    this.#island = await mount(container, options, signal).catch(() => {
      signal.throwIfAborted();
      throw new ProblemError('form-broken');
    });
  }

  /** Presses a button for somebody who did so before it could be heard, and may have gone on since. */
  #press(id: string): void {
    const { root } = this.#host.frame;
    const focused = root.activeElement as HTMLElement | null;
    const button = root.getElementById(id);
    button?.click();
    if (focused?.isConnected && focused !== button) focused.focus({ preventScroll: true });
  }

  /** Whether what stands is what the island would draw. */
  #isDrawn({ fields, country }: FormToShow): boolean {
    const { hasOurWords, localeTag } = this.#host;
    // Drawn as in the candidate's country, where the page names no region.
    const locales = [localeTag, `${localeTag}-${country}`].map((tag) => tag.toLowerCase());
    const isSameLocale = locales.includes(fields?.locale.toLowerCase() ?? '');
    return hasOurWords && isSameLocale && (this.drawn?.areLike(fields) ?? false);
  }

  get #isFilledIn(): boolean {
    return filledIn(this.#host.frame.island).length > 0;
  }

  /** What can be filled in, in the order of the screen. */
  get #controls(): HTMLInputElement[] {
    const { island } = this.#host.frame;
    return [...island.querySelectorAll<HTMLInputElement>('[name]:not([type=hidden])')];
  }

  #counts() {
    return this.#island?.counts() ?? { fields: 0, required: 0, missing: 0 };
  }
}
