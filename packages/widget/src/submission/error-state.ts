import type { ProblemName } from 'precandidate-contract';
import type { ProblemError } from '../api/problem-error.ts';
import { backoff } from '../api/timing.ts';

const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 60_000;

/** What failed, which a retry repeats. */
export type FailedRequest = 'load' | 'submit';

/**
 * What starts the next try besides the retry button:
 * - `timer`: the end of a pause, and the return of the network or the tab
 * - `return`: the return of the network or the tab
 * - `button`: nothing else
 */
type RetryTrigger = 'timer' | 'return' | 'button';

/** Problems that another session solves. */
const SESSION_PROBLEMS: readonly (ProblemName | undefined)[] = [
  'session-missing',
  'session-expired',
  'session-invalid',
];

export function needsSession(problem: ProblemName | undefined): boolean {
  return SESSION_PROBLEMS.includes(problem);
}

/** The current problem and its next retry. The problem stays until a request succeeds. */
export class ErrorState {
  readonly #retry: (request: FailedRequest) => void;
  #error: ProblemError | undefined;
  #request: FailedRequest | undefined;
  #trigger: RetryTrigger = 'button';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #retryAt: number | undefined;
  /** No automatic retry before this time, in epoch ms: the server's `Retry-After`. */
  #notBefore = 0;
  /** The retry that is under way. */
  #retrying: 'automatically' | 'by button' | undefined;
  /** Failures in a row. */
  #failures = 0;

  /** @param retry - repeats a request, when the trigger says so */
  constructor(retry: (request: FailedRequest) => void) {
    this.#retry = retry;
  }

  get error(): ProblemError | undefined {
    return this.#error;
  }

  get problem(): ProblemName | undefined {
    return this.#error?.problem;
  }

  /** Whether the candidate can do nothing about it. */
  get isSetup(): boolean {
    return this.#error?.isSetup ?? false;
  }

  /** What a retry repeats; `undefined` when there is no problem, or no retry can help. */
  get request(): FailedRequest | undefined {
    return this.#request;
  }

  get canRetry(): boolean {
    return this.#request !== undefined;
  }

  /** Whether nothing goes on before the candidate or the host does something. */
  get isFinal(): boolean {
    const retriesItself = this.canRetry && this.#trigger !== 'button';
    return this.#error !== undefined && !this.isRetrying && !retriesItself;
  }

  get isRetrying(): boolean {
    return this.#retrying !== undefined;
  }

  /** When the next automatic retry starts, in epoch ms; `undefined` when none is scheduled. */
  get retryAt(): number | undefined {
    return this.#retryAt;
  }

  /**
   * Records a failure.
   *
   * @param request - what failed; `undefined` when a retry would repeat nothing
   * @param canRenew - the host has a session source
   * @returns whether this is new: `false` when an automatic retry failed for the same reason
   */
  raise(error: ProblemError, request: FailedRequest | undefined, canRenew: boolean): boolean {
    const isNew = this.#retrying !== 'automatically' || error.problem !== this.problem;
    const trigger = retryTrigger(error, canRenew);
    this.#stop();
    this.#error = error;
    this.#request = trigger && request;
    this.#trigger = trigger ?? 'button';
    this.#notBefore = Date.now() + (error.retryAfter ?? 0) * 1_000;
    if (this.canRetry && trigger === 'timer') this.#schedule();
    return isNew;
  }

  /** A request starts: clears the error, unless the request is a retry. */
  begin(): void {
    if (!this.isRetrying) this.clear();
  }

  clear(): void {
    this.#stop();
    this.#error = undefined;
    this.#request = undefined;
  }

  /** A request succeeded: later pauses start short again. */
  recover(): void {
    this.clear();
    this.#failures = 0;
  }

  /** Only the button retries from now on. */
  waitForButton(): void {
    this.#stop();
    this.#trigger = 'button';
  }

  /**
   * The candidate or the host retries. Returns what to repeat; `undefined` when such a retry is under way,
   * or no retry can help.
   */
  beginRetry(): FailedRequest | undefined {
    if (this.#request === undefined || this.#retrying === 'by button') return undefined;
    this.#stop();
    this.#retrying = 'by button';
    return this.#request;
  }

  /** The network or the tab came back: retries, unless the server asked for a pause. */
  retryOnReturn(isNetworkBack = false): void {
    // An edit has withdrawn what could not be sent, so there is nothing to retry.
    const isWithdrawn = this.#trigger === 'button' && this.#request === 'submit';
    const isUnreachable = this.problem === 'proxy-unreachable' && !this.isRetrying;
    if (isNetworkBack && isWithdrawn && isUnreachable) return this.clear();
    if (this.#trigger !== 'button' && Date.now() >= this.#notBefore) this.#retryAutomatically();
  }

  #schedule(): void {
    this.#failures += 1;
    const pause = backoff(this.#failures, FIRST_PAUSE_MS, MAX_PAUSE_MS);
    const ms = Math.max(pause, this.#notBefore - Date.now());
    this.#retryAt = Date.now() + ms;
    this.#timer = setTimeout(() => this.#retryAutomatically(), ms);
  }

  #retryAutomatically(): void {
    if (this.#request === undefined || this.isRetrying) return;
    clearTimeout(this.#timer);
    this.#retrying = 'automatically';
    this.#retry(this.#request);
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#retryAt = undefined;
    this.#retrying = undefined;
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
