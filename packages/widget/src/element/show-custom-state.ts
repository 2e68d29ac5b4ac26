/**
 * Changes the element's custom state, which style sheets select with `:state()`. Browsers before
 * 2024 have no states or want dashes in their names: there a host's style is lost, not the form.
 */
export function showCustomState(internals: ElementInternals, from: string, to: string): void {
  try {
    internals.states.delete(from);
    internals.states.add(to);
  } catch {
    // Nothing stands in for it.
  }
}
