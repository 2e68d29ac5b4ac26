/** Several records: a single broken one says nothing about the service. */
const RECORDS_TO_OPEN = 5;
const OPEN_STEP_MS = 5_000;
const LONGEST_OPEN_MS = 60_000;

export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>;

/**
 * Closed until the calls about five records failed without a success in between; then open, longer
 * each time. The first success closes it.
 *
 * @param pause - makes no calls for so many milliseconds
 */
export function createCircuitBreaker(pause: (ms: number) => void) {
  const failed = new Set<string>();
  let openings = 0;
  /** Milliseconds of the monotonic clock. */
  let openUntil = -Infinity;
  let longestWaitMs = 0;

  return {
    recordSuccess(): void {
      failed.clear();
      longestWaitMs = 0;
      openings = 0;
    },

    /**
     * @param record - whose call failed; it counts once. `undefined`: the service could not be reached
     * @param retryAfterMs - for how long the service asks to wait
     */
    recordFailure(record: string | undefined, retryAfterMs: number): void {
      const now = performance.now();
      // Calls that were under way when it opened must not prolong it.
      if (now < openUntil) return;
      failed.add(record ?? `call ${failed.size}`);
      longestWaitMs = Math.max(longestWaitMs, retryAfterMs);
      if (failed.size < RECORDS_TO_OPEN) return;
      openings += 1;
      const openMs = Math.max(longestWaitMs, Math.min(openings * OPEN_STEP_MS, LONGEST_OPEN_MS));
      openUntil = now + openMs;
      failed.clear();
      longestWaitMs = 0;
      pause(openMs);
    },

    /** Whether it opened, and no call has succeeded since. */
    isOpen: (): boolean => openings > 0,
  };
}
