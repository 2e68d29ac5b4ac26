/** The definition that the host's back end wrote into the page. */
export function definition<T>(): T {
  return JSON.parse(document.getElementById('definition')?.textContent ?? 'null') as T;
}

/** Tells that the form was filled in rightly and is being sent. */
export function tellSent(): void {
  dispatchEvent(new Event('bench-sent'));
}

/** Where the form goes. */
export function place(): HTMLElement {
  const found = document.getElementById('form');
  if (found === null) throw new Error('the page has no place for the form');
  return found;
}
