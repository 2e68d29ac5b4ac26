/**
 * Resolves after `ms` milliseconds, or earlier: when `signal` aborts, and, if `endsOnline`, when the
 * network comes back.
 */
export function pause(ms: number, signal: AbortSignal, endsOnline: boolean): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const stop = new AbortController();
    const end = () => {
      stop.abort();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { signal: stop.signal });
    if (endsOnline) globalThis.addEventListener('online', end, { signal: stop.signal });
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

/**
 * Ends the current task, so that a slow phone handles input before the next step (ADR 17). A timer would
 * wait for longer, and for a second in a hidden tab.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}
