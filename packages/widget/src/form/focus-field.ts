/** Elements that a field is filled in with. */
export const CONTROLS = 'input:not([disabled]), select, textarea, button';

/**
 * Focuses a field and brings it into view, its label too where both fit; what it is folded into is
 * opened.
 */
export function focusField(field: HTMLElement): void {
  unfold(field);
  const target = firstInput(field);
  target.focus({ preventScroll: true });
  (field.closest('.field') ?? field).scrollIntoView({ block: 'nearest' });
  target.scrollIntoView({ block: 'nearest' });
}

/** Focuses the list of errors and brings its beginning into view: it may be taller than the screen. */
export function focusSummary(summary: HTMLElement | null): void {
  summary?.focus({ preventScroll: true });
  summary?.firstElementChild?.scrollIntoView({ block: 'nearest' });
}

/** A group of inputs is entered by the first one that is wrong, else by its first one. */
function firstInput(field: HTMLElement): HTMLElement {
  if (!field.matches('.field')) return field;
  const wrong = field.querySelector<HTMLElement>('[aria-invalid="true"]');
  return wrong ?? field.querySelector('input') ?? field;
}

/** Opens all that an element is folded into. */
export function unfold(element: Element): void {
  const details = element.closest('details');
  if (details === null) return;
  details.open = true;
  if (details.parentElement !== null) unfold(details.parentElement);
}
