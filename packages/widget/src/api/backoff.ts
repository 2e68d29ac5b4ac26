/** Resolves after `ms` milliseconds. Rejects with the signal's reason when it aborts earlier. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

/**
 * Milliseconds to wait after a number of failures in a row, from 1: doubled each time, up to `maxMs`,
 * with jitter so that browsers do not all return to a recovering server at once.
 */
export function backoff(failures: number, firstMs: number, maxMs: number): number {
  const longest = Math.min(firstMs * 2 ** (failures - 1), maxMs);
  return longest * (0.75 + Math.random() / 4);
}
