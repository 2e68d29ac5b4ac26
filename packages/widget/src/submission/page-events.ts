/** What happens to the page, by the name of its handler. */
export interface PageHandlers {
  online: () => void;
  offline: () => void;
  /** The tab became visible. */
  visible: () => void;
  /** The page is left; it may go into the back-forward cache. */
  hide: () => void;
  /** The page came back from the back-forward cache. */
  restore: () => void;
}

/** Calls the handlers until the signal aborts. */
export function listenToPage(signal: AbortSignal, handlers: PageHandlers): void {
  globalThis.addEventListener('online', handlers.online, { signal });
  globalThis.addEventListener('offline', handlers.offline, { signal });
  globalThis.addEventListener('pagehide', handlers.hide, { signal });
  globalThis.addEventListener('pageshow', ({ persisted }) => persisted && handlers.restore(), {
    signal,
  });
  document.addEventListener(
    'visibilitychange',
    () => document.visibilityState === 'hidden' || handlers.visible(),
    { signal },
  );
}
