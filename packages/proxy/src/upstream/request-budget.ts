import { ProblemError } from '../shared/problem-error.ts';

/** Who waits for a call; nobody for a poll. */
export type Caller = 'candidate' | 'backEnd' | 'poll';

export interface AcquireOptions {
  /** Default: `candidate`. A poll is never rejected: it keeps its turn until it is made. */
  caller?: Caller;
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
 * Limits the calls of this process to the service (GCRA). While both polls and other calls wait, they
 * alternate: each kind gets at least half of the budget. Candidates' calls go before those of the back end, whose
 * jobs may be large. Times are milliseconds of the monotonic clock, so that no step of the wall clock stops the
 * calls.
 */
export class RequestBudget {
  readonly #perSecond: number;
  readonly #waiting = {
    candidate: new Set<WaitingCall>(),
    backEnd: new Set<WaitingCall>(),
    poll: new Set<WaitingCall>(),
  };
  #halvings = 0;
  #halvedAt = -Infinity;
  /** When the calls so far would have ended if they were evenly spaced; at most a burst ahead. */
  #busyUntil = -Infinity;
  #isPollNext = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
  }

  acquire({ caller = 'candidate', maxWaitMs, signal }: AcquireOptions): Promise<void> {
    const waitMs = this.#untilNextMs();
    const isPoll = caller === 'poll';
    if (signal?.aborted || (!isPoll && waitMs > maxWaitMs)) return Promise.reject(busy(waitMs));
    const queue = this.#waiting[caller];
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
    for (const call of this.#allWaiting()) if (call.deadline < opensAt) call.reject(busy(ms));
  }

  /** Halves the rate, down to a sixteenth; it comes back within seconds. */
  slowDown(): void {
    this.#halvings = Math.min(this.#halvingsNow() + 1, MAX_HALVINGS);
    this.#halvedAt = performance.now();
  }

  /** How many polls may be queued without waiting much longer than a second. */
  roomForPolls(): number {
    return Math.max(Math.ceil(1_000 / this.#costMs()) - this.#waiting.poll.size, 0);
  }

  /** How long until a call may be made; 0: now. */
  pausedMs(): number {
    return Math.max(this.#untilNextMs(), 0);
  }

  stop(): void {
    for (const call of this.#allWaiting()) call.reject(busy(0));
    clearTimeout(this.#timer);
  }

  #allWaiting(): WaitingCall[] {
    return Object.values(this.#waiting).flatMap((calls) => [...calls]);
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
    const { candidate, backEnd, poll } = this.#waiting;
    clearTimeout(this.#timer);
    while (candidate.size + backEnd.size + poll.size > 0) {
      const waitMs = this.#untilNextMs();
      if (waitMs > 0) {
        this.#timer = setTimeout(() => this.#admit(), Math.ceil(waitMs));
        return;
      }
      const calls = candidate.size > 0 ? candidate : backEnd;
      const isPoll = calls.size === 0 || (this.#isPollNext && poll.size > 0);
      const [call] = isPoll ? poll : calls;
      this.#isPollNext = !isPoll;
      this.#busyUntil = Math.max(this.#busyUntil, performance.now()) + this.#costMs();
      call?.admit();
    }
  }
}

function busy(waitMs: number): ProblemError {
  return new ProblemError('service-busy', { retryAfterMs: Math.max(waitMs, 1_000) });
}
