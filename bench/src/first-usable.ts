/**
 * Runs in the page, before anything of it: notes in `firstUsable` when the first text field is
 * painted and would take a key, in ms since the navigation. Looks into open shadow roots.
 */
export function noteFirstUsable(): void {
  const usable = (root: Document | ShadowRoot): boolean => {
    for (const element of root.querySelectorAll('*')) {
      const isField = element instanceof HTMLInputElement && !element.disabled && !element.readOnly;
      if (isField && element.checkVisibility() && element.getClientRects().length > 0) return true;
      if (element.shadowRoot !== null && usable(element.shadowRoot)) return true;
    }
    return false;
  };
  const look = () => {
    if (usable(document)) (globalThis as { firstUsable?: number }).firstUsable = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
