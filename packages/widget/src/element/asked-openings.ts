/** What the loader asked for elements before their own script came: the answers of `POST /opening`. */
export type AskedOpenings = Map<Element, Promise<Response>>;

let kept: AskedOpenings = new Map();

/** Keeps it for the elements that it was asked for. */
export function keepAsked(asked: AskedOpenings): void {
  kept = asked;
}

/** What was asked for an element, once; `undefined` when nothing was. */
export function takeAsked(element: Element): Promise<Response> | undefined {
  const asked = kept.get(element);
  kept.delete(element);
  return asked;
}
