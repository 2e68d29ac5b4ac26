type Listeners = Record<string, (event: never) => void>;

/**
 * Listens to events of an element. Returns a function that ends this. A `signal` would do the same, but
 * zone.js of Angular 16 and older ignores it where React listens to the same event, and otherwise ends
 * the listeners of the next form, too (angular issue 49591).
 */
export function listen(
  target: EventTarget,
  listeners: Listeners,
  options?: AddEventListenerOptions,
): () => void {
  const all = Object.entries(listeners) as [string, EventListener][];
  for (const [name, listener] of all) target.addEventListener(name, listener, options);
  return () => {
    for (const [name, listener] of all) target.removeEventListener(name, listener, options);
  };
}
