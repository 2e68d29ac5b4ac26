/** The nearest `lang`, also outside of the shadow roots that a place is in. */
export function languageAround(place: Element): string | null | undefined {
  const named = place.closest('[lang]');
  if (named !== null) return named.getAttribute('lang');
  const root = place.getRootNode();
  return root instanceof ShadowRoot ? languageAround(root.host) : undefined;
}
