/** Stands in for `window`, which Node does not have. */
const page = new EventTarget();
globalThis.addEventListener = page.addEventListener.bind(
  page,
) as typeof globalThis.addEventListener;
globalThis.removeEventListener = page.removeEventListener.bind(
  page,
) as typeof globalThis.removeEventListener;
/** Stands in for `document`. */
const documentStub = Object.assign(new EventTarget(), { visibilityState: 'visible' });
Object.assign(globalThis, { document: documentStub });

// As in a page without TLS; `streams.browser.ts` has the locks.
Object.defineProperty(globalThis.navigator, 'locks', { value: undefined });

export function dispatchOnPage(name: string, details: object = {}): void {
  page.dispatchEvent(Object.assign(new Event(name), details));
}

export function setOnline(isOnline: boolean): void {
  Object.defineProperty(globalThis.navigator, 'onLine', { value: isOnline, configurable: true });
  dispatchOnPage(isOnline ? 'online' : 'offline');
}

/** The candidate leaves the tab. */
export function becomeHidden(): void {
  documentStub.visibilityState = 'hidden';
  documentStub.dispatchEvent(new Event('visibilitychange'));
}

/** The candidate returns to the tab. */
export function becomeVisible(): void {
  documentStub.visibilityState = 'visible';
  documentStub.dispatchEvent(new Event('visibilitychange'));
}
