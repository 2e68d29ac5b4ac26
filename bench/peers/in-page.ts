/** The definition that the host's back end wrote into the page. */
export function definition<T>(): T {
  return JSON.parse(document.getElementById('definition')?.textContent ?? 'null') as T;
}

/** The element that the form goes into. */
export function place(): HTMLElement {
  const found = document.getElementById('form');
  if (found === null) throw new Error('the page has no element for the form');
  return found;
}
