import type { ReactiveController } from 'lit';
import { maySubmit, type FormData, type Snapshot } from 'precandidate-contract';
import { ProblemError, problemFrom } from '../api/problem-error.ts';
import { orUndefined, type ProxyClient } from '../api/proxy-client.ts';
import { listenToPage } from '../api/timing.ts';
import { BackgroundDelivery } from './background-delivery.ts';
import { SessionConnection, webAddress } from './session-connection.ts';
import type { ElementPort } from './element-port.ts';
import { ErrorState, needsSession, type FailedRequest } from './error-state.ts';
import { FormLoader } from './form-loader.ts';
import { FormSubmission } from './form-submission.ts';
import type { PendingSubmit } from './pending-submit.ts';
import {
  idsOf,
  mayHaveOtherState,
  type ElementState,
  type SubmissionProgress,
} from './submission-progress.ts';

/** A slower load is repeated when the candidate returns to the tab. */
const LATE_MS = 3_000;

const REPLACES_FORM: readonly ElementState[] = ['sent', 'submitted', 'elsewhere', 'handed-off'];

/**
 * Loads a form with the host's session, sends its values, and follows the status. Each snapshot of the
 * proxy moves the progress; each failure becomes the current error, which repeats what failed. Without a network,
 * `error-state.ts` says when it tries again, and `pending-submit.ts` what is still to be sent.
 */
export class SubmissionController implements ReactiveController {
  readonly #element: ElementPort;
  readonly #connection: SessionConnection;
  readonly #loader: FormLoader;
  readonly #errors = new ErrorState((request) => this.#repeat(request));
  #submission: FormSubmission;
  #isConnected = false;
  /** Stops listening to the page; `undefined` while nothing goes on. */
  #stopListening: (() => void) | undefined;
  /** When the latest load started: `performance.now()`. */
  #loadStartedAt = 0;
  readonly #delivery: BackgroundDelivery;

  constructor(element: ElementPort) {
    this.#element = element;
    this.#submission = new FormSubmission(element);
    this.#loader = new FormLoader(element);
    this.#delivery = new BackgroundDelivery(element);
    this.#connection = new SessionConnection(() => element.connectionSettings());
  }

  get state(): ElementState {
    return this.#submission.elementState(this.#errors.problem, this.#pending.isChecking);
  }

  /** The state that the candidate sees: a retry shows what failed until it has ended. */
  get shownState(): ElementState {
    const isSubmitting = this.#pending.isChecking && !this.#errors.isRetrying;
    return this.#submission.elementState(this.#errors.problem, isSubmitting);
  }

  get error(): ErrorState {
    return this.#errors;
  }

  get progress(): SubmissionProgress {
    return this.#submission.progress;
  }

  /** Whether the state takes the form's place. */
  get replacesForm(): boolean {
    return this.progress.isStored || REPLACES_FORM.includes(this.state);
  }

  /** Whether the proxy or the service has the data, so that no problem concerns the candidate. */
  get isDataSafe(): boolean {
    return this.state === 'sent' || (this.state === 'sending' && this.progress.isStored);
  }

  /** Whether submitted values are still to be sent. */
  get hasUnsentValues(): boolean {
    return this.#pending.values !== undefined;
  }

  /** Whether what the candidate submitted in another form of this page did not arrive. */
  get hasLostValues(): boolean {
    return this.#delivery.hasLostAnother(this.#connection.lastClient?.formName);
  }

  get expectsCall(): boolean {
    return this.#loader.expectsCall;
  }

  get sessionLocale(): string | undefined {
    return this.#connection.locale;
  }

  /** The service's own form, where the candidate continues or finds help; only a web address. */
  get hostedFormUrl(): string | null {
    const { form_url } = this.progress.snapshot ?? {};
    return webAddress(form_url ?? this.#loader.record?.form_url ?? this.#errors.error?.formUrl);
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
    this.#pending.stopChecking();
    this.#connection.close();
    this.#errors.waitForButton();
  }

  /** The host set another token. A token for the same form has no visible effect. */
  sessionChanged(token: string | null): void {
    const isFinal = this.#errors.problem !== undefined && !this.#errors.canRetry;
    if (token === null || isFinal || !this.#connection.replaceToken(token)) return this.reload();
    this.#element.requestUpdate();
    if (this.hasUnsentValues || this.#errors.request === 'load')
      this.#repeat(this.#errors.beginRetry());
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
    this.#pending.stopChecking();
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
    const { snapshot, canSubmit } = this.progress;
    if (this.#pending.isChecking || !canSubmit || snapshot === undefined) return;
    this.#pending.wait(values);
    const { client } = this.#connection;
    // Without a session, gets one first.
    if (client === undefined) return this.load();
    const response = this.#submission.send(client, values);
    this.#errors.begin();
    this.#element.requestUpdate();
    this.#element.emit('precandidate-submitting', idsOf(snapshot));
    this.#run('submit', (signal) => this.#receiveResponse(response, client, signal));
  }

  /** The candidate edits the form: what they submitted before is not sent any more. */
  edited(): void {
    const isRetry = this.#errors.request === 'submit';
    if (!this.hasUnsentValues && !isRetry) return;
    this.#pending.withdraw();
    if (isRetry) this.#errors.waitForButton();
    this.#element.requestUpdate();
  }

  /** The form found errors before sending: clears the error of an earlier submit. */
  foundInvalid(): void {
    this.#pending.withdraw();
    if (this.#errors.request === 'submit') this.#errors.clear();
    this.#element.requestUpdate();
  }

  /** Shows a problem of a request, or of a form that cannot be rendered. */
  fail(error: ProblemError, request?: FailedRequest): void {
    this.#pending.stopChecking();
    this.#element.requestUpdate();
    if (this.progress.isOver) return;
    const isNew = this.#errors.raise(error, request, this.#connection.canRenew);
    // Nothing is left to send: an edit withdrew it, or it was submitted before the page was reloaded.
    if (request === 'submit' && !this.hasUnsentValues) this.#errors.waitForButton();
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
    const { values } = this.#pending;
    if (request === 'submit' && values) this.submit(values);
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
    const isOpen = this.#element.form.hasOpened;
    const snapshot = await (isOpen ? client.snapshot(signal) : this.#loader.load(client, signal));
    signal.throwIfAborted();
    // Nothing else has to be loaded.
    if (isOpen || !maySubmit(snapshot.state)) this.#errors.recover();
    this.#receive(snapshot, signal);
    await this.#mountForm(signal);
    this.#follow();
    this.#errors.recover();
    this.#element.requestUpdate();
    this.#repeat('submit');
  }

  /** Mounts the form unless it is mounted, or nothing can be submitted now. */
  async #mountForm(signal: AbortSignal): Promise<void> {
    if (!this.progress.canSubmit || !(await this.#loader.mount(signal))) return;
    this.#errors.recover();
    this.#element.form.open();
    this.#notifyPage();
    this.#element.form.pressDeferred();
  }

  #follow(): void {
    if (!this.#isConnected) return;
    const { signal } = this.#connection;
    this.#connection.follow({
      isOver: () => this.progress.isOver,
      onSnapshot: (snapshot) => {
        const { canSubmit: couldSubmit } = this.progress;
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
    this.progress.accepted(snapshot);
    // The stream was faster than the response: the service did not get the data.
    if (this.progress.hasReturned(snapshot)) {
      this.#pending.stopChecking();
      return this.#handleRejection(new ProblemError('service-unavailable'), client, signal);
    }
    this.#pending.end();
    this.#errors.recover();
    this.#receive(snapshot, signal);
    this.#notifyPage();
    this.#follow();
  }

  /** The proxy did not accept the data; the candidate sees only reasons that concern them. */
  async #handleRejection(error: ProblemError, client: ProxyClient, signal: AbortSignal) {
    const { problem, violations } = error;
    const isInvalid = problem === 'validation-failed' && violations.length > 0;
    this.progress.rejected(problem);
    // The stream may lag behind the response, and the service may have changed the form.
    const latest = isInvalid ? await this.#loader.latest(client, signal) : undefined;
    if (!isInvalid && mayHaveOtherState(problem)) {
      const snapshot = await orUndefined(client.snapshot(signal), signal);
      if (snapshot) this.#receive(snapshot, signal);
    }
    if (!isInvalid && !this.progress.isExplainedByState(problem)) throw error;
    this.#pending.end();
    this.#errors.clear();
    this.#element.requestUpdate();
    if (isInvalid) this.#element.form.showErrors(violations, latest);
  }

  #receive(snapshot: Snapshot, signal: AbortSignal): void {
    const step = signal.aborted ? undefined : this.#submission.receive(snapshot);
    if (step === undefined) return;
    const { from, to } = step;
    // The candidate still cannot fill in a form that has broken.
    const isBroken = this.#errors.problem === 'form-broken' && this.progress.canSubmit;
    if (to !== from && !isBroken) this.#errors.clear();
    this.#notifyPage();
    // The response to a pending submit says why. Another page reports its own.
    const isAbandoned = from === 'sending' && to === 'open';
    if (isAbandoned && !this.#pending.isChecking && !this.progress.isForeign)
      this.fail(new ProblemError('service-unavailable'), 'submit');
  }

  /** Renders the state, and dispatches its events: those of a form that is on its way wait until it is open. */
  #notifyPage(): void {
    this.#element.requestUpdate();
    const isFailed = this.#errors.problem !== undefined && !this.#errors.isRetrying;
    const isOpening = this.progress.canSubmit && !this.#element.form.hasOpened && !isFailed;
    if (!isOpening) this.#submission.notifyPage();
  }

  /** The page opens another form: what the candidate has submitted in this one still goes out. */
  #forget(): void {
    this.#deliverUnsent();
    this.#submission = new FormSubmission(this.#element);
    this.#loader.reset();
    this.#element.form.remove();
    this.#element.requestUpdate();
    this.#stopUnlessDelivering();
  }

  #deliverUnsent(): void {
    const { lastClient: client } = this.#connection;
    const { values, response } = this.#pending;
    if (values === undefined || client === undefined) return;
    const { progress } = this;
    const send = this.#submission.sender(client, values);
    void this.#delivery
      .deliver({ formName: client.formName, send, response })
      .then((snapshot) => snapshot && progress.accepted(snapshot));
  }

  get #pending(): PendingSubmit {
    return this.#submission.pending;
  }
}
