/** Elements that a field is filled in with. */
export const CONTROLS = 'input:not([disabled]), select, textarea, button';

/**
 * Focuses a field and brings it into view, its label too where both fit; what it is folded into is
 * opened.
 */
export function focusField(field: HTMLElement): void {
  unfold(field);
  const target = field.matches('[role]') ? (field.querySelector('input') ?? field) : field;
  target.focus({ preventScroll: true });
  (field.closest('.field') ?? field).scrollIntoView({ block: 'nearest' });
  target.scrollIntoView({ block: 'nearest' });
}

/** Focuses the list of errors and brings its beginning into view: it may be taller than the screen. */
export function focusSummary(summary: HTMLElement | null): void {
  summary?.focus({ preventScroll: true });
  summary?.firstElementChild?.scrollIntoView({ block: 'nearest' });
}

/** Opens all that an element is folded into. */
export function unfold(element: Element): void {
  const details = element.closest('details');
  if (details === null) return;
  details.open = true;
  if (details.parentElement !== null) unfold(details.parentElement);
}
