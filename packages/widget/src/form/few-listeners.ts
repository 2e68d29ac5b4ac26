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

type Listen = (...args: Parameters<EventTarget['addEventListener']>) => void;

/**
 * Has React listen to few events. By itself it listens to each that a browser has, some eighty, twice,
 * and to the page's document for the selection; and looks through the form's tree at every key and
 * every move of the pointer.
 *
 * @param container - where React draws
 * @param createRoot - when React begins to listen
 */
export function withFewListeners<Root>(container: HTMLElement, createRoot: () => Root): Root {
  const targets = [container, container.ownerDocument] as { addEventListener: Listen }[];
  for (const target of targets) {
    const listen: Listen = target.addEventListener.bind(target);
    target.addEventListener = (...args) => {
      if (HEARD.has(args[0])) listen(...args);
    };
  }
  try {
    return createRoot();
  } finally {
    // Their own way is that of their class again.
    for (const target of targets) Reflect.deleteProperty(target, 'addEventListener');
  }
}
