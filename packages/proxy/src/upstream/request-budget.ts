import { ProblemError } from '../shared/problem-error.ts';

export interface AcquireOptions {
  /** A poll, for which nobody waits. It is never rejected: it keeps its turn until it is made. */
  isPoll?: boolean;
  /** Rejects with `service-busy` when the call would wait longer. Polls ignore it. */
  maxWaitMs: number;
  /** Leaves the queue when aborted, because nobody waits for the call any more. */
  signal?: AbortSignal | undefined;
}

interface WaitingCall {
  /** Milliseconds of the monotonic clock. */
  deadline: number;
  admit(): void;
  reject(error: unknown): void;
}

const BURST_MS = 1_000;
/** To a sixteenth of the rate. */
const MAX_HALVINGS = 4;
/** Then the rate doubles again. */
const RECOVER_MS = 5_000;

/**
 * Limits the calls of this process to the service (GCRA). While both candidates' calls and polls wait,
 * they alternate: each kind gets at least half of the budget. Times are milliseconds
 * of the monotonic clock, so that no step of the wall clock stops the calls.
 */
export class RequestBudget {
  readonly #perSecond: number;
  readonly #candidates = new Set<WaitingCall>();
  readonly #polls = new Set<WaitingCall>();
  #halvings = 0;
  #halvedAt = -Infinity;
  /** When the calls so far would have ended if they were evenly spaced; at most a burst ahead. */
  #busyUntil = -Infinity;
  #isPollNext = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
  }

  acquire({ isPoll = false, maxWaitMs, signal }: AcquireOptions): Promise<void> {
    const waitMs = this.#untilNextMs();
    if (signal?.aborted || (!isPoll && waitMs > maxWaitMs)) return Promise.reject(busy(waitMs));
    const queue = isPoll ? this.#polls : this.#candidates;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        queue.delete(call);
        clearTimeout(timeUp);
        signal?.removeEventListener('abort', giveUp);
      };
      const call: WaitingCall = {
        deadline: isPoll ? Infinity : performance.now() + maxWaitMs,
        admit: () => (leave(), resolve()),
        reject: (error) => (leave(), reject(error)),
      };
      const giveUp = (): void =>
        call.reject(busy(this.#untilNextMs() + queue.size * this.#costMs()));
      const timeUp = isPoll ? undefined : setTimeout(giveUp, maxWaitMs);
      signal?.addEventListener('abort', giveUp);
      queue.add(call);
      this.#admit();
    });
  }

  /** Makes no call for `ms`, then one, then the usual rate. */
  pause(ms: number): void {
    const opensAt = performance.now() + ms;
    this.#busyUntil = Math.max(this.#busyUntil, opensAt + this.#burstMs() - this.#costMs());
    for (const call of this.#candidates) if (call.deadline < opensAt) call.reject(busy(ms));
  }

  /** Halves the rate, down to a sixteenth; it comes back within seconds. */
  slowDown(): void {
    this.#halvings = Math.min(this.#halvingsNow() + 1, MAX_HALVINGS);
    this.#halvedAt = performance.now();
  }

  /** How many polls may be queued without waiting much longer than a second. */
  roomForPolls(): number {
    return Math.max(Math.ceil(1_000 / this.#costMs()) - this.#polls.size, 0);
  }

  /** How long until a call may be made; 0: now. */
  pausedMs(): number {
    return Math.max(this.#untilNextMs(), 0);
  }

  stop(): void {
    for (const call of [...this.#candidates, ...this.#polls]) call.reject(busy(0));
    clearTimeout(this.#timer);
  }

  #untilNextMs(): number {
    const now = performance.now();
    return Math.max(this.#busyUntil, now) + this.#costMs() - this.#burstMs() - now;
  }

  #halvingsNow(): number {
    const recovered = Math.floor((performance.now() - this.#halvedAt) / RECOVER_MS);
    return Math.max(this.#halvings - recovered, 0);
  }

  #costMs(): number {
    return (1_000 / this.#perSecond) * 2 ** this.#halvingsNow();
  }

  #burstMs(): number {
    return Math.max(BURST_MS, this.#costMs());
  }

  /** Makes the calls that fit now, and comes back when the next one does. */
  #admit(): void {
    const [candidates, polls] = [this.#candidates, this.#polls];
    clearTimeout(this.#timer);
    while (candidates.size + polls.size > 0) {
      const waitMs = this.#untilNextMs();
      if (waitMs > 0) {
        this.#timer = setTimeout(() => this.#admit(), Math.ceil(waitMs));
        return;
      }
      const isPoll = candidates.size === 0 || (this.#isPollNext && polls.size > 0);
      const [call] = isPoll ? polls : candidates;
      this.#isPollNext = !isPoll;
      this.#busyUntil = Math.max(this.#busyUntil, performance.now()) + this.#costMs();
      call?.admit();
    }
  }
}

function busy(waitMs: number): ProblemError {
  return new ProblemError('service-busy', { retryAfterMs: Math.max(waitMs, 1_000) });
}
