import type { ProblemName } from 'precandidate-contract';
import type { ProblemError } from '../api/problem-error.ts';
import { backoff } from '../api/timing.ts';

export const FIRST_PAUSE_MS = 5_000;
export const MAX_PAUSE_MS = 60_000;

/** What failed, which a retry repeats. */
export type FailedRequest = 'load' | 'submit';

/** Problems that another session solves. */
const SESSION_PROBLEMS: readonly (ProblemName | undefined)[] = [
  'session-missing',
  'session-expired',
  'session-invalid',
];

export function needsSession(problem: ProblemName | undefined): boolean {
  return SESSION_PROBLEMS.includes(problem);
}

interface Failure {
  error: ProblemError;
  request: FailedRequest;
}

/** Times in epoch ms. The server's `Retry-After` decides `notBefore`. */
type State =
  | { is: 'none' }
  | { is: 'final'; error: ProblemError }
  | (Failure &
      (
        | { is: 'button' }
        | { is: 'return'; notBefore: number }
        | { is: 'timer'; notBefore: number; retryAt: number }
        | { is: 'retrying'; startedBy: 'button' }
        // The time of the timer stays on the screen.
        | { is: 'retrying'; startedBy: 'itself'; retryAt: number | undefined }
      ));

/** What starts the next retry. */
type RetryTrigger = 'button' | 'return' | 'timer';

/**
 * The current problem and its next retry. The problem stays until a request succeeds.
 *
 * | state | what starts the next try | to | when |
 * | --- | --- | --- | --- |
 * | `none` | – | | |
 * | `final` | nothing: no retry can help | | |
 * | `button` | the retry button or the host | `retrying` | it does |
 * | `return` | that, and the return of the network or the tab | `retrying` | it does |
 * | `timer` | all of these, and the end of a pause | `retrying` | it does |
 * | `retrying` | the request is under way | `button` | nothing is left to send |
 *
 * From every state, a failed request leads to the state of its problem, and a request that succeeds, or starts and
 * is no retry, to `none`.
 */
export class ErrorState {
  readonly #retry: (request: FailedRequest) => void;
  #state: State = { is: 'none' };
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Failures in a row. */
  #failures = 0;

  /** @param retry - repeats a request, when the trigger says so */
  constructor(retry: (request: FailedRequest) => void) {
    this.#retry = retry;
  }

  get error(): ProblemError | undefined {
    return this.#state.is === 'none' ? undefined : this.#state.error;
  }

  get problem(): ProblemName | undefined {
    return this.error?.problem;
  }

  /** Whether the candidate can do nothing about it. */
  get isSetup(): boolean {
    return this.error?.isSetup ?? false;
  }

  /** What a retry repeats; `undefined` when there is no problem, or no retry can help. */
  get request(): FailedRequest | undefined {
    return 'request' in this.#state ? this.#state.request : undefined;
  }

  get canRetry(): boolean {
    return this.request !== undefined;
  }

  /** Whether nothing goes on before the candidate or the host does something. */
  get isFinal(): boolean {
    return this.#state.is === 'final' || this.#state.is === 'button';
  }

  get isRetrying(): boolean {
    return this.#state.is === 'retrying';
  }

  /** When the next automatic retry starts, in epoch ms; `undefined` when none is scheduled. */
  get retryAt(): number | undefined {
    return 'retryAt' in this.#state ? this.#state.retryAt : undefined;
  }

  /**
   * Records a failure.
   *
   * @param request - what failed; `undefined` when a retry would repeat nothing
   * @param canRenew - the host has a session source
   * @returns whether this is new: `false` when an automatic retry failed for the same reason
   */
  raise(error: ProblemError, request: FailedRequest | undefined, canRenew: boolean): boolean {
    const before = this.#state;
    const isOwnRetry = before.is === 'retrying' && before.startedBy === 'itself';
    const isNew = !isOwnRetry || error.problem !== before.error.problem;
    this.#become(this.#failed(error, request, retryTrigger(error, canRenew)));
    return isNew;
  }

  /** A request starts: clears the error, unless the request is a retry. */
  begin(): void {
    if (!this.isRetrying) this.clear();
  }

  clear(): void {
    this.#become({ is: 'none' });
  }

  /**
   * A request succeeded: later pauses start short again. A problem that no retry can solve came after the
   * request began, so it stays: a form may break as soon as it has opened.
   */
  recover(): void {
    if (this.canRetry) this.clear();
    this.#failures = 0;
  }

  /** Only the button retries from now on. */
  waitForButton(): void {
    if (!('request' in this.#state)) return;
    const { error, request } = this.#state;
    this.#become({ is: 'button', error, request });
  }

  /**
   * The candidate or the host retries. Returns what to repeat; `undefined` when such a retry is under way,
   * or no retry can help.
   */
  beginRetry(): FailedRequest | undefined {
    const state = this.#state;
    if (!('request' in state)) return undefined;
    const { error, request } = state;
    if (state.is === 'retrying' && state.startedBy === 'button') return undefined;
    this.#become({ is: 'retrying', error, request, startedBy: 'button' });
    return request;
  }

  /** The network or the tab came back: retries, unless the server asked for a pause. */
  retryOnReturn(isNetworkBack = false): void {
    const state = this.#state;
    if (state.is === 'return' || state.is === 'timer') {
      if (Date.now() >= state.notBefore) this.#retryByItself();
      return;
    }
    // An edit has withdrawn what could not be sent, so there is nothing to retry.
    const isWithdrawn = state.is === 'button' && state.request === 'submit';
    if (isNetworkBack && isWithdrawn && this.problem === 'proxy-unreachable') this.clear();
  }

  #failed(
    error: ProblemError,
    request: FailedRequest | undefined,
    trigger: RetryTrigger | undefined,
  ): State {
    if (request === undefined || trigger === undefined) return { is: 'final', error };
    if (trigger === 'button') return { is: trigger, error, request };
    const notBefore = Date.now() + (error.retryAfter ?? 0) * 1_000;
    if (trigger === 'return') return { is: trigger, error, request, notBefore };
    // Each failure doubles the pause.
    this.#failures += 1;
    const retryAt = Date.now() + backoff(this.#failures, FIRST_PAUSE_MS, MAX_PAUSE_MS);
    return { is: trigger, error, request, notBefore, retryAt: Math.max(retryAt, notBefore) };
  }

  #become(state: State): void {
    clearTimeout(this.#timer);
    this.#state = state;
    if (state.is === 'timer')
      this.#timer = setTimeout(() => this.#retryByItself(), state.retryAt - Date.now());
  }

  #retryByItself(): void {
    if (!('request' in this.#state)) return;
    const { error, request } = this.#state;
    const { retryAt } = this;
    this.#become({ is: 'retrying', error, request, startedBy: 'itself', retryAt });
    this.#retry(request);
  }
}

/** `undefined`: no retry can help. */
function retryTrigger(
  { problem, retryable }: ProblemError,
  canRenew: boolean,
): RetryTrigger | undefined {
  if (needsSession(problem)) return canRenew ? 'return' : 'button';
  if (!retryable) return undefined;
  return problem === 'proxy-unreachable' && navigator.onLine === false ? 'return' : 'timer';
}
