/** The nearest `lang` around an element, across shadow roots. */
export function surroundingLanguage(element: Element): string | null {
  const named = element.closest('[lang]');
  if (named !== null) return named.getAttribute('lang');
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? surroundingLanguage(root.host) : null;
}
