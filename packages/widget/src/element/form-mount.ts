import type { FormData, FormSchema, InvalidField, Violation } from 'precandidate-contract';
import { ProblemError } from '../api/problem-error.ts';
import { formNameOf, readSessionToken } from '../api/session-source.ts';
import { nextTask, pause } from '../api/timing.ts';
import { Draft } from '../drafts/draft.ts';
import { removeDraft, tabStorage } from '../drafts/draft-storage.ts';
import type { FormController } from '../form/form-controller.ts';
import type { FieldCounts, FormAppOptions } from '../form/form-options.ts';
import type { Messages } from '../i18n/messages.ts';
import type { OpenedForm, SubmissionForm } from '../submission/element-port.ts';
import { chunks, optionalChunks, type FormApp } from './chunks.ts';
import type { FormLayout } from './form-layout.ts';
import type { MessageLoader } from './message-loader.ts';
import type { PrerenderedForm } from './prerendered-form.ts';

/** A pause between words. */
const PAUSE_MS = 400;
/** How long a loaded form waits for such a pause, and for the keys of its draft. */
const MAX_WAIT_MS = 3_000;

const NO_FIELDS: FieldCounts = { fields: 0, required: 0, missing: 0 };

export interface FormMountCallbacks {
  onReady(counts: FieldCounts): void;
  /** Called at each keystroke, before the field commits its value. */
  onEdit(): void;
  /** `missing` counts the required fields that are still empty. */
  onFieldChange(field: string, missing: number): void;
  onSubmit(values: FormData): void;
  /** The candidate submitted invalid values; the form shows the errors. */
  onInvalid(errors: InvalidField[]): void;
  /** The form can no longer be rendered. */
  onBroken(): void;
  keepsDraft(): boolean;
}

type RequestDraftKeys = Parameters<SubmissionForm['prepare']>[1];
type FormAppForm = OpenedForm & Pick<FormAppOptions, 'messages'>;

/** Loads the form app, mounts it or hydrates a prerendered form, and keeps the draft. */
export class FormMount implements SubmissionForm {
  readonly #layout: FormLayout;
  readonly #prerendered: PrerenderedForm;
  readonly #messages: MessageLoader;
  readonly #callbacks: FormMountCallbacks;
  #handle: FormController | undefined;
  /** Aborted when the form is closed. */
  #closing = new AbortController();
  /** The mount that is under way or done. */
  #mounting: Promise<void> | undefined;
  #language: { messages: Messages; localeTag: string } | undefined;
  /** The form that is on its way or mounted. */
  #prepared: { formName: string; requestDraftKeys: RequestDraftKeys } | undefined;
  #draft: Draft | undefined;
  #isRestored = false;
  #hasNewFields = false;
  #typedAt = -Infinity;

  constructor(
    layout: FormLayout,
    prerendered: PrerenderedForm,
    messages: MessageLoader,
    callbacks: FormMountCallbacks,
  ) {
    this.#layout = layout;
    this.#prerendered = prerendered;
    this.#messages = messages;
    this.#callbacks = callbacks;
    layout.listen('input', () => {
      this.#typedAt = performance.now();
      this.#draft?.typing();
      callbacks.onEdit();
    });
  }

  /** Whether the form holds the values of a draft. */
  get isRestored(): boolean {
    return this.#isRestored;
  }

  /** Whether a deferred submit was not made because hydration added fields. */
  get hasNewFields(): boolean {
    return this.#hasNewFields;
  }

  get counts(): FieldCounts {
    return this.#handle?.counts() ?? NO_FIELDS;
  }

  get isEmpty(): boolean {
    return this.#handle !== undefined && this.counts.fields === 0;
  }

  /** Starts to restore the draft of a form that is on its way. */
  prepare(formName: string, requestDraftKeys: RequestDraftKeys): void {
    const claims = readSessionToken(this.#prerendered.session ?? '');
    // Another candidate may have filled in a form that was prerendered for another session.
    if (this.#prepared === undefined && claims && formNameOf(claims) !== formName)
      this.#prerendered.remove();
    this.#closeDraft();
    this.#prepared = { formName, requestDraftKeys };
    this.keepOrRemoveDraft();
  }

  keepOrRemoveDraft(): void {
    const storage = tabStorage();
    if (this.#prepared === undefined || !storage) return;
    const { formName, requestDraftKeys } = this.#prepared;
    if (!this.#callbacks.keepsDraft()) {
      this.#closeDraft();
      return removeDraft(storage, formName);
    }
    const source = {
      formName,
      requestKeys: requestDraftKeys,
      // The candidate may be typing: the network may come back at any key.
      commit: () => this.#handle?.commitAll({ keepFocused: true }),
      read: () => this.#handle?.peek(),
    };
    this.#draft ??= new Draft(source, storage);
    if (this.#handle !== undefined) this.#draft.begin();
  }

  discardDraft(): void {
    this.#draft?.discard();
  }

  /**
   * Mounts a form. Resolves with whether to submit it: the candidate submitted the prerendered form, and
   * their values add no fields to it.
   */
  async open(form: OpenedForm, signal: AbortSignal): Promise<boolean> {
    const [formApp, messages] = await Promise.all([chunks.formApp(), this.#messages.load()]);
    // An element that is moved in the page opens its form again. The first mount stays: a second one,
    // even with a newer schema, would lose the input.
    if (this.#mounting === undefined) {
      const values = await this.#restoreDraft(formApp, form.schema, signal);
      this.#mounting ??= this.#mount(formApp, { ...form, messages }, values);
    }
    await this.#mounting;
    signal.throwIfAborted();
    this.#prerendered.hydrated();
    await nextTask();
    signal.throwIfAborted();
    this.#callbacks.onReady(this.counts);
    this.#draft?.begin();
    return this.#prerendered.endDeferral() && !this.#hasNewFields;
  }

  submit(): void {
    if (this.#handle) this.#handle.submit();
    else this.#prerendered.submit();
  }

  /** Restores the schema's defaults and removes the draft. */
  reset(): void {
    this.#hasNewFields = false;
    this.#prerendered.endDeferral();
    if (this.#handle) this.#handle.reset();
    else this.#prerendered.reset();
    this.#draft?.discard();
    this.#isRestored = false;
  }

  focusFirst(): void {
    if (this.#handle) this.#handle.focusFirst();
    else this.#layout.focus();
  }

  setConnected(isConnected: boolean): void {
    this.#handle?.setConnected(isConnected);
  }

  setBusy(isBusy: boolean): void {
    this.#handle?.setBusy(isBusy);
  }

  /** Shows the form in other messages or number formats; values, errors, and focus stay. */
  translate(messages: Messages): void {
    const { tag: localeTag } = this.#messages.locale;
    const language = this.#language;
    if (this.#handle === undefined) return;
    if (language?.messages === messages && language.localeTag === localeTag) return;
    this.#language = { messages, localeTag };
    this.#handle.translate(messages, localeTag);
  }

  /** Removes the form and its values; the draft stays. */
  close(): void {
    this.#closing.abort();
    this.#closing = new AbortController();
    this.#mounting = undefined;
    // Before anything else removes what React rendered.
    this.#handle?.destroy();
    this.#handle = undefined;
    // A prerendered form belongs to the first form that the page opens.
    if (this.#prepared !== undefined) this.#prerendered.remove();
    this.#closeDraft();
    this.#isRestored = false;
    this.#hasNewFields = false;
  }

  showErrors(violations: readonly Violation[]): void {
    this.#handle?.showErrors(violations);
    this.#callbacks.onInvalid(violations.map(({ pointer, keyword }) => ({ pointer, keyword })));
  }

  /** Waits for a pause in typing and for the keys of the draft. Resolves with the draft's values. */
  async #restoreDraft(
    { fittingValues }: FormApp,
    schema: FormSchema,
    signal: AbortSignal,
  ): Promise<FormData | undefined> {
    const timeout = pause(MAX_WAIT_MS, signal, false);
    await this.#typingPause(signal);
    // Last, because a reset or `draft="off"` may discard the draft until then.
    const fit = (stored: unknown) => fittingValues(stored, schema);
    const values = await this.#draft?.restore(fit, timeout);
    signal.throwIfAborted();
    // The candidate may have typed before the element was defined.
    if (this.#controls.some(({ value, defaultValue = value }) => value !== defaultValue))
      this.#draft?.typing();
    return values;
  }

  /** While the candidate types, the next key would wait for each step of mounting (ADR 17). */
  async #typingPause(signal: AbortSignal): Promise<void> {
    const end = performance.now() + MAX_WAIT_MS;
    const leftMs = () => Math.min(this.#typedAt + PAUSE_MS, end) - performance.now();
    while (leftMs() > 0 && !signal.aborted) await pause(leftMs(), signal, false);
  }

  /** Mounts the form with its draft, or without it when the draft breaks the form. */
  async #mount(formApp: FormApp, form: FormAppForm, values: FormData | undefined): Promise<void> {
    const { signal } = this.#closing;
    const namesBefore = new Set(this.#controls.map(({ name }) => name));
    try {
      await this.#mountOnce(formApp, form, values, signal).catch((error: unknown) => {
        signal.throwIfAborted();
        if (values === undefined) throw error;
        this.#draft?.discard();
        return this.#mountOnce(formApp, form, undefined, signal);
      });
    } catch (error) {
      if (!signal.aborted) this.#mounting = undefined;
      throw error;
    }
    if (!this.#prerendered.isSubmitDeferred) return;
    // Typed text may add fields. The candidate pressed the button without seeing them.
    this.#handle?.commitAll();
    const added = this.#controls.find(({ name }) => !namesBefore.has(name));
    this.#hasNewFields = added !== undefined;
    added?.focus();
  }

  async #mountOnce(
    { mount }: FormApp,
    form: FormAppForm,
    values: FormData | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const isPrerendered = values === undefined && this.#isRenderedAlike(form);
    const localeTag = this.#messages.locale.tag;
    this.#isRestored = values !== undefined;
    this.#language = { messages: form.messages, localeTag };
    const options: FormAppOptions = {
      ...form,
      ...(values && { values }),
      isPrerendered,
      localeTag: (isPrerendered && form.fields?.locale) || localeTag,
      loadCombobox: optionalChunks.combobox,
      loadCheckDigits: optionalChunks.checkDigits,
      onChange: () => this.#draft?.save(),
      onCounted: (field) => this.#callbacks.onFieldChange(field, this.counts.missing),
      onInvalid: (errors) => {
        this.#hasNewFields = false;
        this.#callbacks.onInvalid(errors);
      },
      onSubmit: (data) => {
        this.#hasNewFields = false;
        this.#callbacks.onSubmit(data);
      },
      onBroken: () => this.#callbacks.onBroken(),
    };
    this.#handle = await mount(this.#layout.formContainer, options, signal).catch(() => {
      signal.throwIfAborted();
      throw new ProblemError('form-broken');
    });
    this.setConnected(this.#layout.root.host.isConnected);
  }

  /** Whether the form app would render what the proxy prerendered. */
  #isRenderedAlike({ fields, country }: OpenedForm): boolean {
    const { layers, tag } = this.#messages.locale;
    // A tag without a region means the candidate's country.
    const locales = [tag, `${tag}-${country}`].map((each) => each.toLowerCase());
    const isSameLocale = locales.includes(fields?.locale.toLowerCase() ?? '');
    return layers.length === 0 && isSameLocale && this.#prerendered.matches(fields);
  }

  #closeDraft(): void {
    this.#draft?.close();
    this.#draft = undefined;
  }

  get #controls(): HTMLInputElement[] {
    const { formContainer } = this.#layout;
    return [...formContainer.querySelectorAll<HTMLInputElement>('[name]:not([type=hidden])')];
  }
}
