/** Elements that take a field's value. */
export const CONTROLS = 'input:not([disabled]), select, textarea, button';

/** Elements that take text. */
export const TEXT_CONTROLS = 'textarea, input:not([type=radio], [type=checkbox], [type=file])';

/** Focuses a field and scrolls it into view, with its label where both fit. Opens its `<details>`. */
export function focusField(field: HTMLElement): void {
  unfold(field);
  const target = firstControl(field);
  target.focus({ preventScroll: true });
  (field.closest('.field') ?? field).scrollIntoView({ block: 'nearest' });
  target.scrollIntoView({ block: 'nearest' });
}

/** Focuses the error summary and scrolls to its top: it may be taller than the screen. */
export function focusSummary(summary: HTMLElement | null): void {
  summary?.focus({ preventScroll: true });
  summary?.firstElementChild?.scrollIntoView({ block: 'nearest' });
}

/** In a group, the first invalid control, or else the first. */
function firstControl(field: HTMLElement): HTMLElement {
  if (!field.matches('.field')) return field;
  const invalid = field.querySelector<HTMLElement>('[aria-invalid="true"]');
  return invalid ?? field.querySelector('input') ?? field;
}

/** Opens the `<details>` around an element. */
export function unfold(element: Element): void {
  const details = element.closest('details');
  if (details !== null) details.open = true;
}
