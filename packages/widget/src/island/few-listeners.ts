/** What the fields have React hear, by the names of the browser. Keys are heard by `form/typing.ts`. */
export const HEARD: ReadonlySet<string> = new Set([
  'change',
  'click',
  'focusin',
  'focusout',
  'reset',
  'submit',
  'toggle',
]);

/**
 * Has React listen to few events. By itself it listens to each that a browser has, some eighty, twice,
 * and looks through the form's tree at every key and every move of the pointer.
 *
 * @param container - where React draws
 * @param createRoot - when React begins to listen
 */
export function withFewListeners<Root>(container: HTMLElement, createRoot: () => Root): Root {
  const listen = container.addEventListener.bind(container) as (
    ...args: Parameters<HTMLElement['addEventListener']>
  ) => void;
  container.addEventListener = (...args: Parameters<HTMLElement['addEventListener']>) => {
    if (HEARD.has(args[0])) listen(...args);
  };
  try {
    return createRoot();
  } finally {
    // The element's own way is that of its class again.
    Reflect.deleteProperty(container, 'addEventListener');
  }
}
