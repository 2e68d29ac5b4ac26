import type { ReactiveController } from 'lit';
import {
  isTerminal,
  OPEN,
  problemType,
  PROBLEMS,
  type FormData,
  type ProblemName,
  type Snapshot,
  type Submission,
  type SubmissionState,
  type SubmittedBy,
} from 'precandidate-contract';
import { followStatus } from '../client/follow-status.ts';
import { ProblemError } from '../client/problem-error.ts';
import { ProxyClient } from '../client/proxy-client.ts';
import { SessionSource } from '../client/session-source.ts';
import { isSameForm, readSessionToken, type SessionClaims } from '../client/session-token.ts';
import { attemptFor, type Attempt } from './attempt.ts';
import { elementState, type ElementState } from './element-state.ts';
import { followSnapshot } from './follow-snapshot.ts';
import { loadForm, type FormToShow } from './load-form.ts';
import type { SubmissionHost } from './submission-host.ts';

/**
 * A form's life in one place: session, schema, status, submit. Requests go up from here, snapshots
 * come down, and the element draws what they say; nothing is assumed before the proxy said it.
 */
export class SubmissionController implements ReactiveController {
  readonly #host: SubmissionHost;
  /** Lives from attach to detach. */
  #connection = new AbortController();
  /** All requests; a newer `open` ends those of the one before. */
  #work = new AbortController();
  #session: SessionSource | undefined;
  #claims: SessionClaims | undefined;
  #client: ProxyClient | undefined;
  #snapshot: Snapshot | undefined;
  #submission: Submission = OPEN;
  #attempt: Attempt | undefined;
  /** The number of the attempt that this page made last. */
  #ownAttempt: number | undefined;
  #problem: ProblemError | undefined;
  #retry: (() => void) | undefined;
  #isFormShown = false;
  #isPending = false;
  #isHandedOff = false;
  #isFollowing = false;
  #isSubmitWanted = false;
  /** Submits what stands in the fields by then: that is what the candidate means. */
  readonly #submitAgain = () => this.#host.submit();

  constructor(host: SubmissionHost) {
    this.#host = host;
    host.addController(this);
  }

  get state(): ElementState {
    return elementState({
      submission: this.#submission.state,
      by: this.#by,
      problem: this.#problem?.problem,
      isFormShown: this.#isFormShown,
      isPending: this.#isPending,
      isHandedOff: this.#isHandedOff,
      isOnline: navigator.onLine !== false,
    });
  }

  get problem(): ProblemName | undefined {
    return this.#problem?.problem;
  }

  /** Whether the fields belong on the screen. */
  get isFormVisible(): boolean {
    const over = ['sent', 'submitted', 'elsewhere', 'handed-off'];
    return this.#isFormShown && !over.includes(this.state);
  }

  /** Whether trying again can help; a session that nobody renews cannot be tried again. */
  get canRetry(): boolean {
    const { fetchSession, sessionUrl } = this.#host.sessionWays;
    const isRenewable = fetchSession !== null || sessionUrl !== null;
    return this.#retry !== undefined && (isRenewable || this.problem !== 'session-expired');
  }

  /** BCP 47 tag in the session; `undefined` when it has none. */
  get locale(): string | undefined {
    return this.#claims?.locale;
  }

  /** The hosted form, once the candidate is sent there; only web addresses. */
  get formUrl(): string | null {
    const url = this.#snapshot?.form_url ?? null;
    return url !== null && /^https?:\/\//i.test(url) ? url : null;
  }

  /**
   * Whether the latest attempt was another tab's: it came through the proxy too, but to a page that
   * showed the form open it came from elsewhere. A page opened later cannot tell.
   */
  get #isForeign(): boolean {
    return this.#isFormShown && this.#snapshot?.attempt !== this.#ownAttempt;
  }

  /** Who collected the data; `null` until somebody has. */
  get #by(): SubmittedBy | null {
    const by = this.#snapshot?.by ?? null;
    return by === 'form' && this.#isForeign ? 'elsewhere' : by;
  }

  hostConnected(): void {
    this.#connection = new AbortController();
    const { signal } = this.#connection;
    const onOnline = () => this.problem === 'proxy-unreachable' && this.retry();
    globalThis.addEventListener('online', onOnline, { signal });
    globalThis.addEventListener('offline', () => this.#host.requestUpdate(), { signal });
    // A script that attaches first and sets attributes next has done both by then.
    queueMicrotask(() => signal.aborted || this.open());
  }

  hostDisconnected(): void {
    this.#connection.abort();
    this.#cutOff();
  }

  /** The host set another token. One for the same form changes nothing that can be seen. */
  sessionChanged(token: string | null): void {
    if (!this.#host.isConnected) return;
    const claims = token === null ? undefined : readSessionToken(token);
    const isKnown = this.#session !== undefined && isSameForm(claims, this.#claims);
    const isStuck = this.#problem !== undefined && this.#retry === undefined;
    if (token === null || !isKnown || isStuck) return this.open();
    this.#claims = claims;
    this.#session?.replace(token);
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
    this.#work = new AbortController();
    this.#clearProblem();
    void this.#run(
      (signal) => this.#load(signal),
      () => this.open(),
    );
  }

  /** Does again what last failed; nothing when nothing did. */
  retry(): void {
    this.#retry?.();
  }

  /** Hands over values that satisfy the schema. While one submit is under way, another is ignored. */
  submit(values: FormData): void {
    const isOpen = ['open', 'refused'].includes(this.#submission.state);
    if (this.#isPending || !isOpen || this.#snapshot === undefined) return;
    const client = this.#client;
    this.#isPending = true;
    // Without a session it is asked for again, and then the data goes out.
    if (client === undefined) return this.open();
    this.#clearProblem();
    this.#attempt = attemptFor(this.#attempt, values);
    this.#host.tell('precandidate-submitting', idsOf(this.#snapshot));
    const { key } = this.#attempt;
    void this.#run((signal) => this.#send(client, values, key, signal), this.#submitAgain);
  }

  /** The values were found wrong before they were sent: trouble with sending them is over. */
  foundInvalid(): void {
    if (this.#retry === this.#submitAgain) this.#clearProblem();
  }

  /** Something outside the requests went wrong, such as a schema that cannot be drawn. */
  fail(problem: ProblemError, again?: () => void): void {
    this.#isPending = false;
    if (isTerminal(this.#submission.state)) return this.#host.requestUpdate();
    this.#problem = problem;
    this.#retry = problem.retryable ? again : undefined;
    const { title, status, retryable } = PROBLEMS[problem.problem];
    const type = problemType(problem.problem);
    this.#host.tell('precandidate-problem', { type, title, status, retryable });
    this.#host.requestUpdate();
  }

  async #run(work: (signal: AbortSignal) => Promise<void>, again: () => void): Promise<void> {
    const { signal } = this.#work;
    try {
      await work(signal);
    } catch (error) {
      if (signal.aborted) return;
      this.fail(error instanceof ProblemError ? error : new ProblemError('form-broken'), again);
    }
  }

  /** Ends all requests; nothing goes out under their session. A submit among them is made again. */
  #cutOff(): void {
    this.#work.abort();
    this.#isSubmitWanted ||= this.#isPending;
    this.#isPending = false;
    this.#isFollowing = false;
    this.#session = undefined;
    this.#client = undefined;
  }

  async #load(signal: AbortSignal): Promise<void> {
    const session = new SessionSource(this.#host.sessionWays);
    const claims = readSessionToken(await session.token());
    signal.throwIfAborted();
    if (claims === undefined) throw new ProblemError('session-invalid');
    if (!isSameForm(claims, this.#claims)) this.#forget();
    this.#session = session;
    this.#claims = claims;
    // The session's language may be another than the page's.
    this.#host.requestUpdate();
    const address = { ...claims, proxyUrl: this.#host.proxyAddress };
    const client = new ProxyClient(address, (refused) => session.token(refused));
    this.#client = client;
    const form = this.#isFormShown ? undefined : loadForm(client, signal);
    form?.catch(() => {});
    this.#receive(await client.snapshot(signal), signal);
    if (this.#needsForm) await this.#show(form, signal);
    this.#follow();
    if (!this.#isSubmitWanted) return;
    this.#isSubmitWanted = false;
    this.#submitAgain();
  }

  /** Follows the status, unless that is being done: it ends with a session that nobody renews. */
  #follow(): void {
    const client = this.#client;
    const isOver = () => isTerminal(this.#submission.state);
    if (this.#isFollowing || client === undefined || isOver()) return;
    const { signal } = this.#work;
    this.#isFollowing = true;
    void followStatus({
      client,
      signal,
      isOver,
      onSnapshot: (snapshot) => this.#receive(snapshot, signal),
      onEnd: (problem) => {
        this.#isFollowing = false;
        this.fail(problem, () => this.open());
      },
    });
  }

  get #needsForm(): boolean {
    return !this.#isFormShown && ['open', 'refused'].includes(this.#submission.state);
  }

  async #show(form: Promise<FormToShow> | undefined, signal: AbortSignal): Promise<void> {
    if (form === undefined) return;
    await this.#host.showForm(await form, signal);
    this.#isFormShown = true;
    this.#host.requestUpdate();
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
      this.#ownAttempt = snapshot.attempt;
      this.#receive(snapshot, signal);
      if (snapshot.state === 'sending' && this.#submission.state === 'open')
        throw new ProblemError('service-unavailable');
      this.#isHandedOff = snapshot.channel === 'handoff' && snapshot.state === 'open';
      this.#follow();
      this.#host.requestUpdate();
    } catch (error) {
      if (!(error instanceof ProblemError) || signal.aborted) throw error;
      await this.#notTaken(error, client, signal);
    }
  }

  /** The proxy did not take the data: its reason may be one that the candidate never needs to see. */
  async #notTaken(error: ProblemError, client: ProxyClient, signal: AbortSignal): Promise<void> {
    const { status } = PROBLEMS[error.problem];
    // Only what may still have arrived keeps its key; what stands in its way is not this page's.
    if (!error.retryable || status === 409) this.#attempt = undefined;
    if (status === 409) this.#ownAttempt = undefined;
    if (error.problem === 'validation-failed' && error.violations.length > 0) {
      this.#isPending = false;
      this.#host.showErrors(error.violations);
      return this.#host.requestUpdate();
    }
    if (MOVES_FORM.has(status)) await this.#catchUp(client, signal);
    const { state } = this.#submission;
    if (!isTerminal(state) && !TOLD_BY_STATE[error.problem]?.includes(state)) throw error;
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
    const before = this.#snapshot;
    if (signal.aborted || (before && snapshot.revision <= before.revision)) return;
    this.#snapshot = snapshot;
    const from = this.#submission.state;
    const known = this.#submission.attempt;
    this.#submission = followSnapshot(this.#submission, snapshot);
    // The stream may be ahead of the answer to a submit.
    if (snapshot.attempt > known && this.#attempt !== undefined)
      this.#ownAttempt = snapshot.attempt;
    const { precandidate_status } = snapshot;
    if (precandidate_status !== null && precandidate_status !== before?.precandidate_status)
      this.#host.tell('precandidate-status', { precandidate_status });
    if (this.#submission.state !== from) this.#moved(from, snapshot, signal);
    this.#host.requestUpdate();
  }

  #moved(from: SubmissionState, snapshot: Snapshot, signal: AbortSignal): void {
    const to = this.#submission.state;
    this.#clearProblem();
    if (to !== 'sending') this.#attempt = undefined;
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
    const client = this.#client;
    if (client !== undefined && from !== 'open' && this.#needsForm)
      void this.#run(
        (work) => this.#show(loadForm(client, work), signal),
        () => this.open(),
      );
  }

  #clearProblem(): void {
    this.#problem = undefined;
    this.#retry = undefined;
    this.#host.requestUpdate();
  }

  #forget(): void {
    this.#snapshot = undefined;
    this.#submission = OPEN;
    this.#attempt = undefined;
    this.#ownAttempt = undefined;
    this.#isFormShown = false;
    this.#isHandedOff = false;
    this.#isSubmitWanted = false;
    this.#host.closeForm();
    this.#host.requestUpdate();
  }
}

/** Problems that only say where the submission stands; the states that say it better. */
const TOLD_BY_STATE: Partial<Record<ProblemName, readonly SubmissionState[]>> = {
  'already-submitted': ['sending', 'sent'],
  'submission-in-progress': ['sending', 'sent'],
  'submission-refused': ['refused'],
};

/** Statuses of answers after which the form may stand elsewhere than this page knows. */
const MOVES_FORM: ReadonlySet<number> = new Set([409, 422, 502, 503]);

function idsOf({ person_id, precandidate_id }: Snapshot) {
  return { person_id, precandidate_id };
}
