type Listener = (event: never) => void;

/**
 * Listens to the window, and to the document for `visibilitychange`. Returns a function that ends this. A
 * `signal` would do the same, but with zone.js of Angular 16 and older, it removes the page's own
 * listeners, too (angular issue 49591).
 */
export function listenToPage(listeners: Record<string, Listener>): () => void {
  const all = Object.entries(listeners) as [string, EventListener][];
  const targetOf = (name: string) => (name === 'visibilitychange' ? document : globalThis);
  for (const [name, listener] of all) targetOf(name).addEventListener(name, listener);
  return () => {
    for (const [name, listener] of all) targetOf(name).removeEventListener(name, listener);
  };
}

/**
 * Resolves after `ms` milliseconds, or earlier: when `signal` aborts, and, if `endsOnReturn`, when the
 * network or the tab comes back.
 */
export function pause(ms: number, signal: AbortSignal, endsOnReturn: boolean): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      signal.removeEventListener('abort', end);
      stopListening();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    const onVisibilityChange = () => document.visibilityState === 'hidden' || end();
    const stopListening = listenToPage(
      endsOnReturn ? { online: end, visibilitychange: onVisibilityChange } : {},
    );
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
