import type { ProblemName } from 'precandidate-contract';
import { backoff } from '../api/backoff.ts';
import type { ProblemError } from '../api/problem-error.ts';

const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 60_000;

/**
 * What starts the next try beside the candidate's press: `timer` a pause that grows, or the network or
 * tab coming back · `online` the network · `visible` the tab becoming visible · `press` nothing else.
 */
export type RetryTrigger = 'timer' | 'online' | 'visible' | 'press';

/** Problems that another session solves. */
const SESSION_PROBLEMS: readonly (ProblemName | undefined)[] = [
  'session-missing',
  'session-expired',
  'session-invalid',
];

export function needsSession(problem: ProblemName | undefined): boolean {
  return SESSION_PROBLEMS.includes(problem);
}

/**
 * What retries after an error; `undefined` when no retry can help.
 *
 * @param canRenew - the host has a session source
 * @param isWithdrawn - the candidate edited the form since they pressed the button
 */
export function retryTrigger(
  { problem, retryable }: ProblemError,
  { canRenew, isWithdrawn }: { canRenew: boolean; isWithdrawn: boolean },
): RetryTrigger | undefined {
  if (needsSession(problem)) return canRenew ? 'visible' : 'press';
  if (!retryable) return undefined;
  if (isWithdrawn) return 'press';
  return problem === 'proxy-unreachable' && navigator.onLine === false ? 'online' : 'timer';
}

/** What the candidate sees of an {@link ErrorState}. */
export type CurrentError = Pick<ErrorState, 'problem' | 'canRetry' | 'isRetrying' | 'retryAt'>;

/** The current problem and its next try. The problem stays until a try succeeds. */
export class ErrorState {
  #error: ProblemError | undefined;
  #retry: (() => void) | undefined;
  #trigger: RetryTrigger = 'press';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #retryAt: number | undefined;
  /** No automatic try before this time, in epoch ms: the server's `Retry-After`. */
  #notBefore = 0;
  #trying: 'no' | 'automatic' | 'pressed' = 'no';
  /** Failed tries in a row. */
  #failures = 0;

  get problem(): ProblemName | undefined {
    return this.#error?.problem;
  }

  /** The service's own form, if the problem names it. */
  get formUrl(): string | undefined {
    return this.#error?.formUrl;
  }

  get canRetry(): boolean {
    return this.#retry !== undefined;
  }

  get isRetrying(): boolean {
    return this.#trying !== 'no';
  }

  /** When the next automatic try starts, in epoch ms; `undefined` when none is scheduled. */
  get retryAt(): number | undefined {
    return this.#retryAt;
  }

  /** Whether `work` is what a retry repeats. */
  retries(work: () => void): boolean {
    return this.#retry === work;
  }

  /**
   * Records a failure.
   *
   * @param retry - repeats what failed; `undefined` when no retry can help
   * @returns whether this is new: `false` when an automatic try failed for the same reason
   */
  raise(error: ProblemError, retry: (() => void) | undefined, trigger: RetryTrigger): boolean {
    const isNew = this.#trying !== 'automatic' || error.problem !== this.problem;
    this.#stop();
    this.#error = error;
    this.#retry = retry;
    this.#trigger = trigger;
    this.#notBefore = Date.now() + (error.retryAfter ?? 0) * 1_000;
    if (retry !== undefined && trigger === 'timer') this.#schedule();
    return isNew;
  }

  /** A request starts: clears the error, unless the request is a retry. */
  begin(): void {
    if (!this.isRetrying) this.clear();
  }

  clear(): void {
    this.#stop();
    this.#error = undefined;
    this.#retry = undefined;
  }

  /** A request succeeded: later pauses start short again. */
  recover(): void {
    this.clear();
    this.#failures = 0;
  }

  /** Only a press retries from now on. */
  waitForPress(): void {
    this.#stop();
    this.#trigger = 'press';
  }

  /** The candidate pressed the retry button; `work` replaces what would be repeated. */
  retryPressed(work = this.#retry): void {
    if (work === undefined || this.#trying === 'pressed') return;
    this.#stop();
    this.#trying = 'pressed';
    work();
  }

  /** Retries now when `trigger` allows it. */
  retryOn(trigger: 'online' | 'visible'): void {
    if (this.#trigger === 'timer' && Date.now() < this.#notBefore) return;
    if (this.#trigger === trigger || this.#trigger === 'timer') this.#retryAutomatically();
  }

  #schedule(): void {
    this.#failures += 1;
    const pause = backoff(this.#failures, FIRST_PAUSE_MS, MAX_PAUSE_MS);
    const ms = Math.max(pause, this.#notBefore - Date.now());
    this.#retryAt = Date.now() + ms;
    this.#timer = setTimeout(() => this.#retryAutomatically(), ms);
  }

  #retryAutomatically(): void {
    if (this.#retry === undefined || this.isRetrying) return;
    clearTimeout(this.#timer);
    this.#trying = 'automatic';
    this.#retry();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#retryAt = undefined;
    this.#trying = 'no';
  }
}
