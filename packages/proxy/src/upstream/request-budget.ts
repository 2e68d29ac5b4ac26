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

export type RequestBudget = ReturnType<typeof createRequestBudget>;

/**
 * Limits the calls of this process to the service (GCRA). While both candidates' calls and polls wait,
 * they alternate: each kind gets at least half of the budget. Times are milliseconds
 * of the monotonic clock, so that no step of the wall clock stops the calls.
 */
export function createRequestBudget(perSecond: number) {
  const costMs = 1_000 / perSecond;
  const burstMs = Math.max(BURST_MS, costMs);
  const candidates = new Set<WaitingCall>();
  const polls = new Set<WaitingCall>();
  /** When the calls so far would have ended if they were evenly spaced; at most `burstMs` ahead. */
  let busyUntil = -Infinity;
  let isPollNext = false;
  let timer: NodeJS.Timeout | undefined;

  function untilNextMs(): number {
    const now = performance.now();
    return Math.max(busyUntil, now) + costMs - burstMs - now;
  }

  /** Makes the calls that fit now, and comes back when the next one does. */
  function admit(): void {
    clearTimeout(timer);
    while (candidates.size + polls.size > 0) {
      const waitMs = untilNextMs();
      if (waitMs > 0) {
        timer = setTimeout(admit, Math.ceil(waitMs));
        return;
      }
      const isPoll = candidates.size === 0 || (isPollNext && polls.size > 0);
      const [call] = isPoll ? polls : candidates;
      isPollNext = !isPoll;
      busyUntil = Math.max(busyUntil, performance.now()) + costMs;
      call?.admit();
    }
  }

  return {
    /** Resolves when the call may be made. */
    acquire({ isPoll = false, maxWaitMs, signal }: AcquireOptions): Promise<void> {
      const waitMs = untilNextMs();
      if (signal?.aborted || (!isPoll && waitMs > maxWaitMs)) return Promise.reject(busy(waitMs));
      const queue = isPoll ? polls : candidates;
      return new Promise((resolve, reject) => {
        const leave = (): void => {
          queue.delete(call);
          clearTimeout(lateness);
          signal?.removeEventListener('abort', giveUp);
        };
        const call: WaitingCall = {
          deadline: isPoll ? Infinity : performance.now() + maxWaitMs,
          admit: () => (leave(), resolve()),
          reject: (error) => (leave(), reject(error)),
        };
        const giveUp = (): void => call.reject(busy(untilNextMs() + queue.size * costMs));
        const lateness = isPoll ? undefined : setTimeout(giveUp, maxWaitMs);
        signal?.addEventListener('abort', giveUp);
        queue.add(call);
        admit();
      });
    },

    /** Makes no call for `ms`, then one, then the usual rate. */
    pause(ms: number): void {
      const opensAt = performance.now() + ms;
      busyUntil = Math.max(busyUntil, opensAt + burstMs - costMs);
      for (const call of candidates) if (call.deadline < opensAt) call.reject(busy(ms));
    },

    /** How many polls may be queued without waiting much longer than a second. */
    roomForPolls: (): number => Math.max(Math.ceil(perSecond) - polls.size, 0),

    /** How long until a call may be made; 0: now. */
    pausedMs: (): number => Math.max(untilNextMs(), 0),

    /** Rejects all waiting calls. */
    stop(): void {
      for (const call of [...candidates, ...polls]) call.reject(busy(0));
      clearTimeout(timer);
    },
  };
}

function busy(waitMs: number): ProblemError {
  return new ProblemError('service-busy', { retryAfterMs: Math.max(waitMs, 1_000) });
}
