import type { FormData, InvalidField, Violation } from 'precandidate-contract';
import { ProblemError, problemFrom } from '../api/problem-error.ts';
import { formNameOf, readSessionToken } from '../api/session-source.ts';
import { nextTask } from '../api/timing.ts';
import { DraftSaver } from '../drafts/draft-saver.ts';
import type { FormController, SavedForm } from '../form/form-controller.ts';
import type { FieldCounts, Restored } from '../form/model/form-model.ts';
import type { FormChanges } from '../form/form-changes.ts';
import type { MountOptions } from '../form/form-app.tsx';
import type { Messages } from '../i18n/messages.ts';
import type { ElementPort, FormToOpen, SubmissionForm } from '../submission/element-port.ts';
import type { SubmissionController } from '../submission/submission-controller.ts';
import { chunks, optionalChunks, type FormApp } from './chunks.ts';
import type { FormLayout } from './form-layout.ts';
import type { MessageLoader } from './message-loader.ts';
import { FormLifecycle } from './form-lifecycle.ts';
import type { PrerenderedForm } from './prerendered-form.ts';

const NO_FIELDS: FieldCounts = { fields: 0, required: 0, missing: 0 };

/** The element, as its form sees it. */
export interface FormHost extends Pick<ElementPort, 'emit' | 'requestUpdate'> {
  /** The token that the page has set; `null` when it has set none. */
  session(): string | null;
  keepsDraft(): boolean;
  submission(): Pick<SubmissionController, 'edited' | 'foundInvalid' | 'fail'>;
  /** The candidate submitted valid values. */
  submit(values: FormData): void;
  /** The form shows errors, and has focused them unless the candidate types elsewhere. */
  announceErrors(): void;
}

/** The input added fields, or the service has changed the form. */
export type StoppedSubmit = 'new fields' | FormChanges;

/** A form that the form app has rendered. */
interface MountedForm {
  controller: FormController;
  schemaEtag: string | null;
  /** Why the last submit sent nothing, if the errors do not say it. */
  stopped?: StoppedSubmit | undefined;
}

/**
 * The form of an element: loads the form app, hydrates a prerendered form or renders one, and keeps the
 * draft. `lifecycle` says how far it is.
 */
export class FormMount implements SubmissionForm {
  readonly lifecycle = new FormLifecycle();
  readonly #layout: FormLayout;
  readonly #prerendered: PrerenderedForm;
  readonly #messages: MessageLoader;
  readonly #host: FormHost;
  readonly #draft: DraftSaver<SavedForm>;
  /** The form that was requested. */
  #formName: string | undefined;
  /** The latest mount, under way or ended. */
  #mounting: Promise<void> | undefined;
  /** Aborted when the form is removed. */
  #removal = new AbortController();
  /** From the end of a mount until the form is removed. */
  #mounted: MountedForm | undefined;

  constructor(
    layout: FormLayout,
    prerendered: PrerenderedForm,
    messages: MessageLoader,
    host: FormHost,
  ) {
    this.#layout = layout;
    this.#prerendered = prerendered;
    this.#messages = messages;
    this.#host = host;
    this.#draft = new DraftSaver({
      isAllowed: () => host.keepsDraft(),
      // The candidate may be typing: the network may come back at any key.
      commit: () => this.#controller?.commitAll({ keepFocused: true }),
      read: () => this.#controller?.draft(),
    });
    if (prerendered.isInPage) this.lifecycle.to('prerendered');
    layout.show(this.lifecycle.isFormVisible ? 'form' : 'skeleton');
    layout.listen('click', ({ target }) => {
      const button = (target as Element).closest('button');
      if (button?.matches('[part=submit]')) this.#deferSubmit();
      else if (button) this.#edited();
    });
    layout.listen('input', () => {
      this.#prerendered.typing();
      this.#draft.typing();
      this.#edited();
    });
    void this.#showPrefetched();
  }

  get hasOpened(): boolean {
    return this.lifecycle.hasOpened;
  }

  /** What the form holds of a draft. */
  get restored(): Restored {
    return this.#controller?.restored ?? 'none';
  }

  /** Whether the tab keeps the candidate's answers. */
  get keepsDraft(): boolean {
    return this.#draft.isActive;
  }

  /** Why the last submit sent nothing, if the errors do not say it. */
  get stopped(): StoppedSubmit | undefined {
    return this.#mounted?.stopped;
  }

  /** The title of the shown errors, in the current language. */
  get errorTitle(): string {
    return this.#controller?.errors.title ?? '';
  }

  get schemaEtag(): string | null {
    return this.#mounted?.schemaEtag ?? null;
  }

  get counts(): FieldCounts {
    return this.#controller?.counts() ?? NO_FIELDS;
  }

  get isEmpty(): boolean {
    return this.#mounted !== undefined && this.counts.fields === 0;
  }

  /** Another candidate may have filled in a form that was prerendered for another session. */
  prepare(formName: string): void {
    if (formName === this.#formName) return;
    const claims = readSessionToken(this.#prerendered.session ?? '');
    const isOther = claims !== undefined && formNameOf(claims) !== formName;
    this.#formName = formName;
    if (this.lifecycle.state === 'prerendered' && isOther) this.#clear('absent');
    this.#draft.prepare(formName);
  }

  discardDraft(): void {
    this.#draft.discard();
  }

  async mount(form: FormToOpen, signal: AbortSignal): Promise<void> {
    const [formApp] = await Promise.all([
      chunks.formApp(),
      // Loaded here, and asked for again when the form is mounted: the page may choose another one meanwhile.
      this.#languageFor(form),
      this.#messages.load(),
    ]);
    // An element that is moved in the page opens its form again. The first mount stays: a second one,
    // even with a newer schema, would lose the input.
    const { state } = this.lifecycle;
    if (state === 'absent' || state === 'prerendered') {
      this.#draft.start(form.draftKeys);
      const draft = await this.#storedDraft(signal);
      this.#mounting = this.#mountOnce(formApp, form, draft);
    }
    await this.#mounting;
    await nextTask();
    signal.throwIfAborted();
  }

  /** Opens a mounted form, unless it has broken. */
  open(): void {
    const { state } = this.lifecycle;
    if (state !== 'mounting' && state !== 'hydrating') return;
    this.lifecycle.to('open');
    this.#host.emit('precandidate-ready', { ...this.counts });
    this.#host.requestUpdate();
  }

  pressDeferred(): void {
    const seen =
      this.lifecycle.state === 'open' ? this.#prerendered.endDeferredSubmit() : undefined;
    if (seen) this.#controller?.press(seen);
  }

  submit(): void {
    if (this.lifecycle.hasOpened) this.#controller?.submit();
    else this.#deferSubmit();
  }

  /** Restores the schema's defaults and removes the draft. */
  reset(): void {
    this.#setStopped(undefined);
    this.#edited();
    if (this.#controller) this.#controller.reset();
    else this.#prerendered.reset();
    this.#draft.discard();
  }

  focusFirst(): void {
    if (this.#controller) this.#controller.focusFirst();
    else this.#layout.focus();
  }

  setConnected(isConnected: boolean): void {
    this.#controller?.setConnected(isConnected);
    if (!isConnected) this.#draft.leavePage();
  }

  setBusy(isBusy: boolean): void {
    this.#controller?.setBusy(isBusy);
  }

  /** A status takes the place of the form, or no longer does. */
  setHidden(isHidden: boolean): void {
    const { state } = this.lifecycle;
    if (state === 'hidden' && !isHidden) this.lifecycle.to('open');
    if (state === 'open' && isHidden) this.lifecycle.to('hidden');
    // There is nothing to fill in.
    if (state !== 'prerendered' || !isHidden) return;
    this.#prerendered.endDeferredSubmit();
    this.lifecycle.to('absent');
  }

  /** Shows the form in other messages or number formats; values, errors, and focus stay. */
  translate(messages: Messages): void {
    this.#controller?.translate(messages, this.#messages.locale.tag);
  }

  /** Another form is requested: removes this one and its values; the draft stays. */
  remove(): void {
    // A prerendered form belongs to the first form that the page opens.
    if (this.#formName === undefined) return;
    this.#formName = undefined;
    this.#draft.leavePage();
    this.#clear('absent');
  }

  /** The data is confirmed and the form hidden: its values need not stay in the page. */
  finish(): void {
    const { state } = this.lifecycle;
    if (state === 'hidden') this.#clear('finished');
    // The nodes of a prerendered form, when there was nothing to fill in.
    if (state === 'absent') this.#clear('absent');
  }

  showErrors(violations: readonly Violation[], latest: FormToOpen | undefined): void {
    const changes = latest && this.#replaceSchema(latest);
    if (changes && !changes.isEmpty) {
      this.#setStopped(changes);
      this.#controller?.errors.showRefused(violations, changes);
    } else {
      this.#controller?.errors.showRefused(violations);
      this.#host.announceErrors();
    }
    this.#foundInvalid(violations.map(({ pointer, keyword }) => ({ pointer, keyword })));
  }

  /** `undefined` when the service has not changed the form. */
  #replaceSchema({ schema, schemaEtag }: FormToOpen): FormChanges | undefined {
    if (this.#mounted === undefined || schemaEtag === this.#mounted.schemaEtag) return undefined;
    this.#mounted.schemaEtag = schemaEtag;
    return this.#mounted.controller.replaceSchema(schema);
  }

  #setStopped(stopped: StoppedSubmit | undefined): void {
    if (this.#mounted) this.#mounted.stopped = stopped;
  }

  /** The candidate submitted invalid values; the form shows the errors. */
  #foundInvalid(errors: InvalidField[]): void {
    this.#host.submission().foundInvalid();
    this.#host.emit('precandidate-invalid', { errors });
  }

  get #controller(): FormController | undefined {
    return this.#mounted?.controller;
  }

  async #showPrefetched(): Promise<void> {
    const form = await this.#prerendered.prefetched;
    const isCurrent = this.#host.session() === this.#prerendered.session;
    if (form === undefined || this.lifecycle.state !== 'absent' || !isCurrent) return;
    this.#prerendered.show(form);
    this.lifecycle.to('prerendered');
    this.#host.requestUpdate();
  }

  /** Nothing waits in place of a form that is not on the screen. */
  #deferSubmit(): void {
    if (this.lifecycle.isFormVisible && !this.hasOpened) this.#prerendered.deferSubmit();
  }

  /** By input, or a button, such as the one that removes an entry: an earlier submit is not sent any more. */
  #edited(): void {
    this.#prerendered.endDeferredSubmit();
    this.#host.submission().edited();
  }

  /** Waits for a pause in typing. Resolves with the draft. */
  async #storedDraft(signal: AbortSignal): Promise<SavedForm | undefined> {
    await this.#prerendered.typingPause(signal);
    signal.throwIfAborted();
    // Last, because a reset or `draft="off"` may discard the draft until then.
    const draft = await this.#draft.stored();
    signal.throwIfAborted();
    // The candidate may have typed before the element was defined.
    if (this.#prerendered.isFilledIn) this.#draft.typing();
    return draft;
  }

  /** Mounts the form with its draft. */
  async #mountOnce(
    { mount }: FormApp,
    form: FormToOpen,
    draft: SavedForm | undefined,
  ): Promise<void> {
    const { signal } = this.#removal;
    this.lifecycle.to(this.lifecycle.state === 'prerendered' ? 'hydrating' : 'mounting');
    const canHydrate = this.#prerendered.matches(form.fields);
    try {
      const language = await this.#languageFor(form);
      signal.throwIfAborted();
      const given = { ...form, ...language, canHydrate, ...(draft && { draft }) };
      const options: MountOptions = { ...given, ...this.#callbacks };
      const controller = await mount(this.#layout.formContainer, options, signal);
      this.#mounted = { controller, schemaEtag: form.schemaEtag };
    } catch (error) {
      signal.throwIfAborted();
      this.#prerendered.endDeferredSubmit();
      this.lifecycle.to('absent');
      const problem = problemFrom(error);
      // The draft may be what breaks the form, and would break it again.
      if (problem !== error) this.#draft.discard();
      throw problem;
    }
    this.setConnected(this.#layout.root.host.isConnected);
    this.#prerendered.removeNotices();
    this.#draft.saveChanged();
  }

  /** What the form app loads, and how it notifies the element. */
  get #callbacks() {
    return {
      ...optionalChunks,
      formName: this.#formName ?? '',
      isOpen: () => this.lifecycle.hasOpened,
      isHidden: () => this.lifecycle.state === 'hidden',
      onChange: () => this.#draft.save(),
      onCounted: (field: string) =>
        this.#host.emit('precandidate-change', { field, missing: this.counts.missing }),
      onStep: (step: number, steps: number) =>
        this.#host.emit('precandidate-step', { step, steps }),
      onInvalid: (errors: InvalidField[]) => {
        this.#setStopped(undefined);
        this.#host.announceErrors();
        this.#foundInvalid(errors);
      },
      onAdded: () => {
        this.#setStopped('new fields');
        this.#host.requestUpdate();
      },
      onSubmit: (data: FormData) => {
        this.#setStopped(undefined);
        this.#host.submit(data);
      },
      onBroken: (cause: unknown) => this.#break(cause),
    };
  }

  /** Removes a form that cannot be rendered any more; the draft stays. */
  #break(cause: unknown): void {
    const { signal } = this.#removal;
    // React is still at work.
    queueMicrotask(() => {
      if (signal.aborted) return;
      this.#formName = undefined;
      this.#clear('absent');
      this.#host.submission().fail(new ProblemError('form-broken', { cause }));
    });
  }

  /** A prerendered form is hydrated in its own language and our messages. An update changes them. */
  async #languageFor({ fields }: FormToOpen) {
    if (!this.#prerendered.matches(fields)) {
      const messages = await this.#messages.load();
      return { messages, localeTag: this.#messages.locale.tag };
    }
    const localeTag = this.#layout.base.dataset['locale'] ?? this.#messages.locale.tag;
    return { messages: await this.#messages.loadOurs(localeTag), localeTag };
  }

  /** Removes the nodes of the form, with its values and its listeners. */
  #clear(next: 'absent' | 'finished'): void {
    this.#removal.abort();
    this.#removal = new AbortController();
    // Before anything else removes what React rendered.
    this.#controller?.destroy();
    this.#mounted = undefined;
    this.#prerendered.endDeferredSubmit();
    this.#prerendered.remove();
    this.#draft.close();
    if (this.lifecycle.state !== next) this.lifecycle.to(next);
  }
}
