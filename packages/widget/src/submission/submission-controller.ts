import {
  problemType,
  PROBLEMS,
  type FormData,
  type ProblemName,
  type Snapshot,
  type SubmittedBy,
} from 'precandidate-contract';
import { ProblemError } from '../api/problem-error.ts';
import type { ProxyClient } from '../api/proxy-client.ts';
import { Connection } from './connection.ts';
import { elementState, type ElementState } from './element-state.ts';
import { expectsCall } from './expects-call.ts';
import { formToShow, type FormToShow } from './form-to-show.ts';
import type { SubmissionHost } from './submission-host.ts';
import { SubmissionProgress, type Step } from './submission-progress.ts';
import { Trouble } from './trouble.ts';

/**
 * A form's life in one place: session, schema, status, submit. Requests go up from here, snapshots
 * come down, and the element draws what they say; nothing is assumed before the proxy said it.
 */
export class SubmissionController {
  readonly #host: SubmissionHost;
  readonly #connection: Connection;
  readonly #trouble = new Trouble();
  #progress = new SubmissionProgress();
  /** From attach to detach. */
  #attachment = new AbortController();
  #form: FormToShow | undefined;
  #isFormShown = false;
  #isPending = false;
  #isHandedOff = false;
  #isSubmitWanted = false;
  #expectsCall = false;
  /** Submits what stands in the fields by then: that is what the candidate means. */
  readonly #submitAgain = () => this.#host.submit();
  readonly #reopen = () => this.open();

  constructor(host: SubmissionHost) {
    this.#host = host;
    this.#connection = new Connection(host);
  }

  get state(): ElementState {
    return elementState({
      submission: this.#progress.state,
      by: this.#by,
      problem: this.problem,
      isFormShown: this.#isFormShown,
      isPending: this.#isPending,
      isHandedOff: this.#isHandedOff,
      isOnline: navigator.onLine !== false,
    });
  }

  get problem(): ProblemName | undefined {
    return this.#trouble.problem;
  }

  /** Whether the fields belong on the screen. */
  get isFormVisible(): boolean {
    const over = ['sent', 'submitted', 'elsewhere', 'handed-off'];
    return this.#isFormShown && !over.includes(this.state);
  }

  /** Whether trying again can help; a session that nobody renews cannot be tried again. */
  get canRetry(): boolean {
    const isStuck = this.problem === 'session-expired' && !this.#connection.isRenewable;
    return this.#trouble.canRetry && !isStuck;
  }

  /** Whether the service will call the candidate. */
  get expectsCall(): boolean {
    return this.#expectsCall;
  }

  /** When what failed is tried again by itself, in epoch ms; `undefined` when it waits to be asked. */
  get retryAt(): number | undefined {
    return this.#trouble.retryAt;
  }

  /** BCP 47 tag in the session; `undefined` when it has none. */
  get locale(): string | undefined {
    return this.#connection.locale;
  }

  /** The precandidate whose data the service has; `null` before it has any. */
  get handedOver(): string | null {
    const { isOpen, state, snapshot } = this.#progress;
    return isOpen || state === 'sending' ? null : (snapshot?.precandidate_id ?? null);
  }

  /** The hosted form, once the candidate is sent there; only web addresses. */
  get formUrl(): string | null {
    const url = this.#progress.snapshot?.form_url ?? null;
    return url !== null && /^https?:\/\//i.test(url) ? url : null;
  }

  /**
   * Whether the latest attempt was another tab's: it came through the proxy too, but to a page that
   * showed the form open it came from elsewhere. A page opened later cannot tell.
   */
  get #isForeign(): boolean {
    return this.#isFormShown && !this.#progress.isOwn;
  }

  /** Who collected the data; `null` until somebody has. */
  get #by(): SubmittedBy | null {
    const { by } = this.#progress;
    return by === 'form' && this.#isForeign ? 'elsewhere' : by;
  }

  get #needsForm(): boolean {
    return !this.#isFormShown && this.#progress.isOpen;
  }

  /** The element stands in the page. */
  hostConnected(): void {
    this.#attachment = new AbortController();
    const { signal } = this.#attachment;
    const onOnline = () =>
      this.problem === 'proxy-unreachable' ? this.retry() : this.#trouble.retryByItself();
    const onVisible = () =>
      globalThis.document?.visibilityState === 'hidden' || this.#trouble.retryByItself();
    globalThis.addEventListener('online', onOnline, { signal });
    globalThis.document?.addEventListener('visibilitychange', onVisible, { signal });
    // A page that is put aside holds no line; taken up again it goes on.
    globalThis.addEventListener('pagehide', () => this.#connection.rest(), { signal });
    globalThis.addEventListener('pageshow', ({ persisted }) => persisted && this.#follow(), {
      signal,
    });
    globalThis.addEventListener('offline', () => this.#host.requestUpdate(), { signal });
    // A script that attaches first and sets attributes next has done both by then.
    queueMicrotask(() => signal.aborted || this.open());
  }

  /** The element was taken out of the page. */
  hostDisconnected(): void {
    this.#attachment.abort();
    this.#cutOff();
    this.#trouble.hold();
  }

  /** The host set another token. One for the same form changes nothing that can be seen. */
  sessionChanged(token: string | null): void {
    if (!this.#host.isConnected) return;
    const isStuck = this.problem !== undefined && !this.#trouble.canRetry;
    if (token === null || isStuck || !this.#connection.renew(token)) return this.open();
    this.#host.requestUpdate();
    this.retry();
    this.#follow();
  }

  /** The host can give a session another way: then a missing or expired one is asked for again. */
  sessionWaysChanged(): void {
    const { problem } = this;
    if (!this.#host.isConnected || (problem !== 'session-missing' && problem !== 'session-expired'))
      return;
    this.open();
  }

  /** Loads the form, or goes on with the one that stands: then what was typed is kept. */
  open(): void {
    this.#cutOff();
    this.#connection.begin();
    this.#trouble.begin();
    this.#host.requestUpdate();
    void this.#run((signal) => this.#load(signal), this.#reopen);
  }

  /** The keys of the form's draft. Rejects when they cannot be had now. */
  async draftKeys(): Promise<readonly string[]> {
    const { client, signal } = this.#connection;
    if (client === undefined) throw new ProblemError('session-expired');
    return client.draftKeys(signal);
  }

  /** Does again what last failed; nothing when nothing did. */
  retry(): void {
    this.#trouble.retry();
  }

  /** Hands over values that satisfy the schema. While one submit is under way, another is ignored. */
  submit(values: FormData): void {
    const { snapshot, isOpen } = this.#progress;
    if (this.#isPending || !isOpen || snapshot === undefined) return;
    const { client } = this.#connection;
    this.#isPending = true;
    // Without a session it is asked for again, and then the data goes out.
    if (client === undefined) return this.open();
    this.#trouble.begin();
    this.#host.requestUpdate();
    const { key } = this.#progress.begin(values);
    this.#host.tell('precandidate-submitting', idsOf(snapshot));
    void this.#run((signal) => this.#send(client, values, key, signal), this.#submitAgain);
  }

  /** The candidate pressed the button of a form that is still being opened. */
  submitOnceOpen(): void {
    this.#isSubmitWanted = true;
  }

  /** The candidate goes on filling in: what failed to be sent is not sent half changed. */
  fieldChanged(): void {
    if (!this.#trouble.isAbout(this.#submitAgain)) return;
    this.#trouble.hold();
    this.#host.requestUpdate();
  }

  /** The values were found wrong before they were sent: trouble with sending them is over. */
  foundInvalid(): void {
    if (this.#trouble.isAbout(this.#submitAgain)) this.#clearTrouble();
  }

  /** Something outside the requests went wrong, such as a schema that cannot be drawn. */
  fail(problem: ProblemError, again?: () => void): void {
    this.#isPending = false;
    if (this.#progress.isOver) return this.#host.requestUpdate();
    // Without network the end of that is what is waited for.
    const isOffline = problem.problem === 'proxy-unreachable' && navigator.onLine === false;
    const isStuck = problem.problem === 'session-expired' && !this.#connection.isRenewable;
    const isNews = this.#trouble.raise(problem, again, isOffline || isStuck);
    this.#host.requestUpdate();
    if (!isNews) return;
    const { title, status, retryable } = PROBLEMS[problem.problem];
    const type = problemType(problem.problem);
    this.#host.tell('precandidate-problem', { type, title, status, retryable });
  }

  async #run(work: (signal: AbortSignal) => Promise<void>, again: () => void): Promise<void> {
    const { signal } = this.#connection;
    try {
      await work(signal);
    } catch (error) {
      if (signal.aborted) return;
      this.fail(error instanceof ProblemError ? error : new ProblemError('form-broken'), again);
    }
  }

  /** Ends all requests. A submit among them is made again. */
  #cutOff(): void {
    this.#connection.cutOff();
    this.#isSubmitWanted ||= this.#isPending;
    this.#isPending = false;
  }

  async #load(signal: AbortSignal): Promise<void> {
    const client = await this.#connection.connect(signal, () => this.#forget());
    // The session's language may be another than the page's.
    this.#host.requestUpdate();
    if (this.#isFormShown) this.#receive(await client.snapshot(signal), signal);
    else await this.#open(client, signal);
    this.#follow();
    this.#trouble.recover();
    this.#host.requestUpdate();
    if (!this.#isSubmitWanted) return;
    this.#isSubmitWanted = false;
    this.#submitAgain();
  }

  async #open(client: ProxyClient, signal: AbortSignal): Promise<void> {
    this.#host.expectForm(this.#connection.formName ?? '');
    const bootstrap = await client.bootstrap(
      (token) => this.#host.requestBootstrap(token, signal),
      signal,
    );
    this.#form = formToShow(bootstrap, client.proxyUrl);
    this.#expectsCall = expectsCall(bootstrap.record);
    this.#receive(bootstrap.snapshot, signal);
    this.#host.requestUpdate();
    if (this.#needsForm) await this.#show(signal);
  }

  async #show(signal: AbortSignal): Promise<void> {
    if (this.#form === undefined) return;
    await this.#host.showForm(this.#form, signal);
    this.#isFormShown = true;
    this.#host.requestUpdate();
  }

  #follow(): void {
    const { signal } = this.#connection;
    this.#connection.follow({
      isOver: () => this.#progress.isOver,
      onSnapshot: (snapshot) => this.#receive(snapshot, signal),
      onEnd: (problem) => this.fail(problem, this.#reopen),
    });
  }

  async #send(
    client: ProxyClient,
    values: FormData,
    key: string,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      const snapshot = await client.submit(values, key, signal);
      this.#isPending = false;
      this.#progress.answered(snapshot);
      this.#receive(snapshot, signal);
      if (snapshot.state === 'sending' && this.#progress.state === 'open')
        throw new ProblemError('service-unavailable');
      this.#isHandedOff = snapshot.channel === 'handoff' && snapshot.state === 'open';
      this.#follow();
      this.#trouble.recover();
      this.#host.requestUpdate();
    } catch (error) {
      if (!(error instanceof ProblemError) || signal.aborted) throw error;
      await this.#notTaken(error, client, signal);
    }
  }

  /** The proxy did not take the data: its reason may be one that the candidate never needs to see. */
  async #notTaken(error: ProblemError, client: ProxyClient, signal: AbortSignal): Promise<void> {
    this.#progress.notTaken(error.problem);
    if (error.problem === 'validation-failed' && error.violations.length > 0) {
      this.#isPending = false;
      this.#host.showErrors(error.violations);
      return this.#host.requestUpdate();
    }
    if (MOVES_FORM.has(PROBLEMS[error.problem].status)) await this.#catchUp(client, signal);
    if (!this.#progress.isToldByState(error.problem)) throw error;
    this.#isPending = false;
    this.#host.requestUpdate();
  }

  /** The stream may be behind: what it tells later must not be told twice. */
  async #catchUp(client: ProxyClient, signal: AbortSignal): Promise<void> {
    try {
      this.#receive(await client.snapshot(signal), signal);
    } catch {
      signal.throwIfAborted();
    }
  }

  #receive(snapshot: Snapshot, signal: AbortSignal): void {
    const step = signal.aborted ? undefined : this.#progress.receive(snapshot);
    if (step === undefined) return;
    if (step.newStatus !== null)
      this.#host.tell('precandidate-status', { precandidate_status: step.newStatus });
    if (step.to !== step.from) this.#moved(step, snapshot, signal);
    this.#host.requestUpdate();
  }

  #moved({ from, to }: Step, snapshot: Snapshot, signal: AbortSignal): void {
    this.#clearTrouble();
    if (to === 'sent' && !this.#isForeign) this.#host.tell('precandidate-sent', idsOf(snapshot));
    if (to === 'submitted')
      this.#host.tell('precandidate-submitted', {
        ...idsOf(snapshot),
        by: this.#by ?? 'elsewhere',
        updated_at: snapshot.updated_at,
      });
    // While a submit is pending, its answer tells.
    if (from === 'sending' && to === 'open' && !this.#isPending)
      this.fail(new ProblemError('service-unavailable'), this.#submitAgain);
    // A reload found the data on its way, and now it is wanted again.
    if (from !== 'open' && this.#needsForm) void this.#run(() => this.#show(signal), this.#reopen);
  }

  #clearTrouble(): void {
    this.#trouble.clear();
    this.#host.requestUpdate();
  }

  #forget(): void {
    this.#progress = new SubmissionProgress();
    this.#form = undefined;
    this.#isFormShown = false;
    this.#isHandedOff = false;
    this.#isSubmitWanted = false;
    this.#expectsCall = false;
    this.#host.closeForm();
    this.#host.requestUpdate();
  }
}

/** Statuses of answers after which the form may stand elsewhere than this page knows. */
const MOVES_FORM: ReadonlySet<number> = new Set([409, 422, 502, 503]);

function idsOf({ person_id, precandidate_id }: Snapshot) {
  return { person_id, precandidate_id };
}
