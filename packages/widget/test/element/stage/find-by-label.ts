const NAMED = 'input, select, textarea, button, [aria-labelledby], [aria-label]';

/** The elements in a field that test tools find by its label. */
export function foundByLabel(field: Element): Element[] {
  const label = textOf(field.querySelector(':scope > .label'));
  return [...field.querySelectorAll(NAMED), ...(field.matches(NAMED) ? [field] : [])].filter(
    (element) => labelsOf(element).some((text) => text.includes(label)),
  );
}

function labelsOf(element: Element): string[] {
  const ids = element.getAttribute('aria-labelledby')?.split(' ');
  const root = element.getRootNode() as ShadowRoot;
  if (ids) return ids.map((id) => textOf(root.getElementById(id)));
  if (element.ariaLabel) return [element.ariaLabel];
  return [...((element as HTMLInputElement).labels ?? [])].map(textOf);
}

function textOf(element: Element | null): string {
  return (element as HTMLElement | null)?.innerText.trim() ?? '';
}
