import type { ProblemName } from 'precandidate-contract';
import type { ProblemError } from '../api/problem-error.ts';
import { backoff } from '../api/timing.ts';

export const FIRST_PAUSE_MS = 5_000;
export const MAX_PAUSE_MS = 60_000;

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

/** A problem that is shown. */
interface Failure {
  error: ProblemError;
  /** What failed; `undefined` when no retry can help. */
  request: FailedRequest | undefined;
  trigger: RetryTrigger;
  /** No automatic retry before this time, in epoch ms: the server's `Retry-After`. */
  notBefore: number;
  /** When the timer starts the next retry, in epoch ms; it stays until that retry has ended. */
  retryAt?: number | undefined;
  /** Who started the retry that is under way. */
  retriedBy?: 'trigger' | 'button';
}

/**
 * The current problem and its next retry. The problem stays until a request succeeds.
 *
 * | from | to | when |
 * | --- | --- | --- |
 * | any | failed | a request fails |
 * | failed | retrying | its {@link RetryTrigger}, the candidate, or the host |
 * | retrying | failed, until the button | nothing is left to send |
 * | any | no failure | a request succeeds, or one starts that is no retry |
 */
export class ErrorState {
  readonly #retry: (request: FailedRequest) => void;
  #failure: Failure | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Failures in a row. */
  #failures = 0;

  /** @param retry - repeats a request, when the trigger says so */
  constructor(retry: (request: FailedRequest) => void) {
    this.#retry = retry;
  }

  get error(): ProblemError | undefined {
    return this.#failure?.error;
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
    return this.#failure?.request;
  }

  get canRetry(): boolean {
    return this.request !== undefined;
  }

  /** Whether nothing goes on before the candidate or the host does something. */
  get isFinal(): boolean {
    const retriesItself = this.canRetry && this.#failure?.trigger !== 'button';
    return this.#failure !== undefined && !this.isRetrying && !retriesItself;
  }

  get isRetrying(): boolean {
    return this.#failure?.retriedBy !== undefined;
  }

  /** When the next automatic retry starts, in epoch ms; `undefined` when none is scheduled. */
  get retryAt(): number | undefined {
    return this.#failure?.retryAt;
  }

  /**
   * Records a failure.
   *
   * @param failed - what failed; `undefined` when a retry would repeat nothing
   * @param canRenew - the host has a session source
   * @returns whether this is new: `false` when an automatic retry failed for the same reason
   */
  raise(error: ProblemError, failed: FailedRequest | undefined, canRenew: boolean): boolean {
    const isNew = this.#failure?.retriedBy !== 'trigger' || error.problem !== this.problem;
    const trigger = retryTrigger(error, canRenew);
    const request = trigger && failed;
    const notBefore = Date.now() + (error.retryAfter ?? 0) * 1_000;
    const failure = { error, request, trigger: trigger ?? 'button', notBefore };
    const isTimed = request !== undefined && trigger === 'timer';
    this.#become({ ...failure, retryAt: isTimed ? this.#nextRetry(notBefore) : undefined });
    return isNew;
  }

  /** A request starts: clears the error, unless the request is a retry. */
  begin(): void {
    if (!this.isRetrying) this.clear();
  }

  clear(): void {
    this.#become(undefined);
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
    if (this.#failure === undefined) return;
    const { error, request, notBefore } = this.#failure;
    this.#become({ error, request, notBefore, trigger: 'button' });
  }

  /**
   * The candidate or the host retries. Returns what to repeat; `undefined` when such a retry is under way,
   * or no retry can help.
   */
  beginRetry(): FailedRequest | undefined {
    const { request, retriedBy } = this.#failure ?? {};
    if (!this.#failure || request === undefined || retriedBy === 'button') return undefined;
    this.#become({ ...this.#failure, retryAt: undefined, retriedBy: 'button' });
    return request;
  }

  /** The network or the tab came back: retries, unless the server asked for a pause. */
  retryOnReturn(isNetworkBack = false): void {
    if (!this.#failure || this.isRetrying) return;
    const { trigger, request, notBefore } = this.#failure;
    if (trigger !== 'button' && Date.now() >= notBefore) this.#retryByTrigger();
    // An edit has withdrawn what could not be sent, so there is nothing to retry.
    const isWithdrawn = trigger === 'button' && request === 'submit';
    if (isNetworkBack && isWithdrawn && this.problem === 'proxy-unreachable') this.clear();
  }

  #become(failure: Failure | undefined): void {
    clearTimeout(this.#timer);
    this.#failure = failure;
    if (failure?.retryAt === undefined || failure.retriedBy !== undefined) return;
    this.#timer = setTimeout(() => this.#retryByTrigger(), failure.retryAt - Date.now());
  }

  /** When to retry, after a pause that grows with each failure. */
  #nextRetry(notBefore: number): number {
    this.#failures += 1;
    const pause = backoff(this.#failures, FIRST_PAUSE_MS, MAX_PAUSE_MS);
    return Math.max(Date.now() + pause, notBefore);
  }

  #retryByTrigger(): void {
    const { request } = this.#failure ?? {};
    if (!this.#failure || request === undefined) return;
    this.#become({ ...this.#failure, retriedBy: 'trigger' });
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
