import type { ReactiveController } from 'lit';
import type { BrowserPrecandidate, FormData, Snapshot } from 'precandidate-contract';
import { ProblemError, problemFrom } from '../api/problem-error.ts';
import { jsonText, orUndefined, type ProxyClient } from '../api/proxy-client.ts';
import { listenToPage } from '../api/timing.ts';
import { deliverInBackground } from './background-delivery.ts';
import { Connection } from './connection.ts';
import { expectsCall, formToOpen, webAddress, type ElementPort } from './element-port.ts';
import { emitStatus, emitStep } from './submission-events.ts';
import { ErrorState, needsSession, type FailedRequest } from './error-state.ts';
import {
  elementState,
  idsOf,
  mayHaveOtherState,
  SubmissionProgress,
  type ElementState,
  type Step,
} from './submission-progress.ts';

/** A slower load is repeated when the candidate returns to the tab. */
const LATE_MS = 3_000;

const REPLACES_FORM: readonly ElementState[] = ['sent', 'submitted', 'elsewhere', 'handed-off'];

/**
 * Loads a form with the host's session, sends its values, and follows the status. Each snapshot of the
 * proxy moves the progress; each failure becomes the current error, which repeats what failed.
 */
export class SubmissionController implements ReactiveController {
  readonly #element: ElementPort;
  readonly #connection: Connection;
  readonly #errors = new ErrorState((request) => this.#repeat(request));
  #progress: SubmissionProgress;
  #isConnected = false;
  /** Stops listening to the page; `undefined` while nothing goes on. */
  #stopListening: (() => void) | undefined;
  #formToOpen: ReturnType<typeof formToOpen>;
  /** When the latest load started: `performance.now()`. */
  #loadStartedAt = 0;
  #record: BrowserPrecandidate | null = null;
  #isSubmitting = false;
  /** Submitted values that are still to be sent; an edit withdraws them. `response`: to the latest try. */
  #unsent: { values: FormData; response?: Promise<Snapshot> } | undefined;

  constructor(element: ElementPort) {
    this.#element = element;
    this.#progress = new SubmissionProgress(element.form, element.pageAttempts);
    this.#connection = new Connection(() => element.connectionSettings());
  }

  get state(): ElementState {
    return this.#stateWhen(this.#isSubmitting);
  }

  /** The state that the candidate sees: a retry shows what failed until it has ended. */
  get shownState(): ElementState {
    return this.#stateWhen(this.#isSubmitting && !this.#errors.isRetrying);
  }

  get error(): ErrorState {
    return this.#errors;
  }

  get progress(): SubmissionProgress {
    return this.#progress;
  }

  /** Whether the state takes the form's place. */
  get replacesForm(): boolean {
    return this.#progress.isStored || REPLACES_FORM.includes(this.state);
  }

  /** Whether the proxy or the service has the data, so that no problem concerns the candidate. */
  get isDataSafe(): boolean {
    return this.state === 'sent' || (this.state === 'sending' && this.#progress.isStored);
  }

  /** Whether submitted values are still to be sent. */
  get hasUnsentValues(): boolean {
    return this.#unsent !== undefined;
  }

  get expectsCall(): boolean {
    return expectsCall(this.#record);
  }

  get sessionLocale(): string | undefined {
    return this.#connection.locale;
  }

  /** The service's own form, where the candidate continues or finds help; only a web address. */
  get hostedFormUrl(): string | null {
    const { form_url } = this.#progress.snapshot ?? {};
    return webAddress(form_url ?? this.#record?.form_url ?? this.#errors.error?.formUrl);
  }

  hostConnected(): void {
    this.#isConnected = true;
    this.#stopListening?.();
    const stopListening = listenToPage({
      visibilitychange: () => {
        if (document.visibilityState !== 'hidden') this.#returned(LATE_MS, false);
      },
      online: () => this.#returned(0, true),
      offline: () => this.#element.requestUpdate(),
      // The page may go into the back-forward cache, and come back.
      pagehide: () => this.#connection.unfollow(),
      pageshow: ({ persisted }: PageTransitionEvent) => persisted && this.#follow(),
    });
    this.#stopListening = stopListening;
    const load = () => this.#stopListening === stopListening && this.reload();
    // A script may insert the element first and set its attributes next. The first update applies
    // properties that were set before the element was defined.
    setTimeout(() => this.#element.whenUpdated().then(load, load));
  }

  hostDisconnected(): void {
    this.#isConnected = false;
    this.#connection.unfollow();
    this.#stopUnlessDelivering();
  }

  /** Of an element in no page, only the delivery of a submit goes on, while it can end by itself. */
  #stopUnlessDelivering(): void {
    if (this.#isConnected || (this.hasUnsentValues && !this.#errors.isFinal)) return;
    this.#stopListening?.();
    this.#stopListening = undefined;
    this.#isSubmitting = false;
    this.#connection.close();
    this.#errors.waitForButton();
  }

  /** The host set another token. A token for the same form has no visible effect. */
  sessionChanged(token: string | null): void {
    const isFinal = this.#errors.problem !== undefined && !this.#errors.canRetry;
    if (token === null || isFinal || !this.#connection.replaceToken(token)) return this.reload();
    this.#element.requestUpdate();
    if (this.#unsent || this.#errors.request === 'load') this.#repeat(this.#errors.beginRetry());
    this.#follow();
  }

  /** The host set another session source. Without a token, that may be another candidate's. */
  sessionSourceChanged(): void {
    if (this.#element.connectionSettings().session === null) {
      this.#forget();
      this.reload();
    } else if (needsSession(this.#errors.problem)) this.load();
  }

  /** Loads the form with a session from the host's current settings, even if a source still hangs. */
  reload(): void {
    this.#connection.forgetSession();
    this.load();
  }

  /** Loads the form, or reconnects the open form with its input. Does nothing once nothing goes on. */
  load(): void {
    if (this.#stopListening === undefined) return;
    this.#isSubmitting = false;
    this.#loadStartedAt = performance.now();
    this.#connection.reset();
    this.#errors.begin();
    this.#element.requestUpdate();
    this.#run('load', (signal) => this.#connect(signal));
  }

  /** The candidate pressed the retry button. A submit reads the form again, as its own button does. */
  retry(): void {
    // What loads for too long is no error.
    if (this.state === 'loading') return this.reload();
    const request = this.#errors.beginRetry();
    if (request === 'submit') this.#element.form.submit();
    else this.#repeat(request);
    this.#element.requestUpdate();
  }

  /** Sends valid values. Does nothing while a submit is under way. */
  submit(values: FormData): void {
    const { snapshot, canSubmit } = this.#progress;
    if (this.#isSubmitting || !canSubmit || snapshot === undefined) return;
    this.#unsent = { values };
    const { client } = this.#connection;
    // Without a session, gets one first.
    if (client === undefined) return this.load();
    this.#isSubmitting = true;
    this.#errors.begin();
    this.#element.requestUpdate();
    const body = jsonText(values);
    const key = this.#progress.begin(body);
    this.#element.emit('precandidate-submitting', idsOf(snapshot));
    const response = client.submit(body, key, this.#element.form.schemaEtag);
    this.#unsent.response = response;
    this.#run('submit', (signal) => this.#receiveResponse(response, client, signal));
  }

  /** The candidate edits the form: what they submitted before is not sent any more. */
  edited(): void {
    const isRetry = this.#errors.request === 'submit';
    if (this.#unsent === undefined && !isRetry) return;
    this.#unsent = undefined;
    if (isRetry) this.#errors.waitForButton();
    this.#element.requestUpdate();
  }

  /** The form found errors before sending: clears the error of an earlier submit. */
  foundInvalid(): void {
    this.#unsent = undefined;
    if (this.#errors.request === 'submit') this.#errors.clear();
    this.#element.requestUpdate();
  }

  /** Shows a problem of a request, or of a form that cannot be rendered. */
  fail(error: ProblemError, request?: FailedRequest): void {
    this.#isSubmitting = false;
    this.#element.requestUpdate();
    if (this.#progress.isOver) return;
    const isNew = this.#errors.raise(error, request, this.#connection.canRenew);
    // Nothing is left to send: an edit withdrew it, or it was submitted before the page was reloaded.
    if (request === 'submit' && this.#unsent === undefined) this.#errors.waitForButton();
    if (isNew) this.#element.report(error);
  }

  /** A request from before the network was away never gets its response, and a late one may not. */
  #returned(lateMs: number, isNetworkBack: boolean): void {
    this.#element.requestUpdate();
    if (navigator.onLine === false) return;
    const isLost = this.state === 'loading' && performance.now() - this.#loadStartedAt >= lateMs;
    this.#element.loadAgain(isLost);
    return isLost ? this.load() : this.#errors.retryOnReturn(isNetworkBack);
  }

  #repeat(request: FailedRequest | undefined): void {
    if (request === 'load') this.load();
    if (request === 'submit' && this.#unsent) this.submit(this.#unsent.values);
  }

  #run(request: FailedRequest, work: (signal: AbortSignal) => Promise<unknown>): void {
    const { signal } = this.#connection;
    void work(signal)
      .catch((error: unknown) => {
        if (!signal.aborted) this.fail(problemFrom(error), request);
      })
      .then(() => this.#stopUnlessDelivering());
  }

  async #connect(signal: AbortSignal): Promise<void> {
    const client = await this.#connection.connect(signal, {
      onOtherForm: () => this.#forget(),
      onReplaced: () => this.load(),
    });
    // The session may set the language.
    this.#element.requestUpdate();
    if (this.#element.form.hasOpened) this.#receive(await client.snapshot(signal), signal);
    else await this.#loadForm(client, signal);
    this.#follow();
    this.#errors.recover();
    this.#element.requestUpdate();
    this.#repeat('submit');
  }

  async #loadForm(client: ProxyClient, signal: AbortSignal): Promise<void> {
    this.#element.form.prepare(client.formName);
    const adoptLocale = this.#element.localeRequested();
    const bootstrap = await client.bootstrap(this.#element, signal);
    adoptLocale(bootstrap.locale);
    this.#record = bootstrap.record;
    this.#formToOpen = formToOpen(bootstrap, client.proxyUrl);
    this.#receive(bootstrap.snapshot, signal);
    this.#element.requestUpdate();
    await this.#mountForm(signal);
  }

  /** Mounts the form unless it is mounted, or nothing can be submitted now. */
  async #mountForm(signal: AbortSignal): Promise<void> {
    const { form } = this.#element;
    const toOpen = this.#formToOpen;
    if (toOpen === undefined || !this.#progress.canSubmit || form.hasOpened) return;
    // Another snapshot may arrive while the form opens.
    this.#formToOpen = undefined;
    await form.mount(toOpen, signal);
    this.#errors.recover();
    form.open();
  }

  #follow(): void {
    if (!this.#isConnected) return;
    const { signal } = this.#connection;
    this.#connection.follow({
      isOver: () => this.#progress.isOver,
      onSnapshot: (snapshot) => {
        const { canSubmit: couldSubmit } = this.#progress;
        this.#receive(snapshot, signal);
        // A page that was loaded while the data was on its way has no form yet.
        if (!couldSubmit) this.#run('load', () => this.#mountForm(signal));
      },
      onEnd: (problem) => this.fail(problem, 'load'),
    });
  }

  async #receiveResponse(response: Promise<Snapshot>, client: ProxyClient, signal: AbortSignal) {
    let snapshot: Snapshot;
    try {
      snapshot = await response;
      signal.throwIfAborted();
    } catch (error) {
      if (!(error instanceof ProblemError) || signal.aborted) throw error;
      return this.#handleRejection(error, client, signal);
    }
    this.#isSubmitting = false;
    this.#progress.accepted(snapshot);
    this.#receive(snapshot, signal);
    // The stream was faster than the response: the service did not get the data.
    if (snapshot.state === 'sending' && this.#progress.state === 'open')
      return this.#handleRejection(new ProblemError('service-unavailable'), client, signal);
    this.#unsent = undefined;
    this.#errors.recover();
    if (this.#progress.isHandedOff) emitStatus(this.#element, snapshot);
    this.#follow();
    this.#element.requestUpdate();
  }

  #stateWhen(isSubmitting: boolean): ElementState {
    return elementState(this.#progress, {
      hasOpened: this.#element.form.hasOpened,
      problem: this.#errors.problem,
      isSubmitting,
      isOnline: navigator.onLine !== false,
    });
  }

  /** The proxy did not accept the data; the candidate sees only reasons that concern them. */
  async #handleRejection(error: ProblemError, client: ProxyClient, signal: AbortSignal) {
    const { problem, violations } = error;
    const isInvalid = problem === 'validation-failed' && violations.length > 0;
    this.#progress.rejected(problem);
    // The stream may lag behind the response, and the service may have changed the form.
    const newest =
      isInvalid && (await orUndefined(client.bootstrap(this.#element, signal), signal));
    if (!isInvalid && mayHaveOtherState(problem)) {
      const snapshot = await orUndefined(client.snapshot(signal), signal);
      if (snapshot) this.#receive(snapshot, signal);
    }
    if (!isInvalid && !this.#progress.isExplainedByState(problem)) throw error;
    this.#isSubmitting = false;
    this.#unsent = undefined;
    this.#errors.clear();
    this.#element.requestUpdate();
    if (!isInvalid) return;
    const latest = newest ? formToOpen(newest, client.proxyUrl) : undefined;
    this.#element.form.showErrors(violations, latest);
  }

  #receive(snapshot: Snapshot, signal: AbortSignal): void {
    const step = signal.aborted ? undefined : this.#progress.receive(snapshot);
    if (step === undefined) return;
    if (step.to !== step.from) this.#endOldState(step.to);
    emitStep(this.#element, step, snapshot, this.#progress);
    // The response to a pending submit says why. Another page reports its own.
    const isAbandoned = step.from === 'sending' && step.to === 'open';
    if (isAbandoned && !this.#isSubmitting && !this.#progress.isForeign)
      this.fail(new ProblemError('service-unavailable'), 'submit');
    if (step.isNewRefusal) this.#element.report(new ProblemError('submission-refused'));
    this.#element.requestUpdate();
  }

  /** Ends what a new state makes obsolete, before an event tells it. */
  #endOldState(to: Step['to']): void {
    // The candidate still cannot fill in a form that has broken.
    if (this.#errors.problem !== 'form-broken' || !this.#progress.canSubmit) this.#errors.clear();
    if (to === 'open' || to === 'sending') return;
    // The stream was faster than the response to the submit.
    this.#isSubmitting = false;
    this.#unsent = undefined;
  }

  /** The page opens another form: what the candidate has submitted in this one still goes out. */
  #deliverUnsent(): void {
    const { lastClient: client } = this.#connection;
    if (this.#unsent === undefined || client === undefined) return;
    const progress = this.#progress;
    const body = jsonText(this.#unsent.values);
    const key = progress.begin(body);
    const { schemaEtag } = this.#element.form;
    const send = () => client.submit(body, key, schemaEtag);
    void deliverInBackground(send, this.#unsent.response).then(
      (snapshot) => snapshot && progress.accepted(snapshot),
    );
  }

  #forget(): void {
    this.#deliverUnsent();
    this.#progress = new SubmissionProgress(this.#element.form, this.#element.pageAttempts);
    this.#formToOpen = undefined;
    this.#record = null;
    this.#unsent = undefined;
    this.#element.form.remove();
    this.#element.requestUpdate();
    this.#stopUnlessDelivering();
  }
}
