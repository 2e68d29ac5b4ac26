/**
 * What the loader asked for an element before its own script came: the answer of `POST /opening`, and
 * the styles of fields that are on the screen before the island.
 */
export type AskedOpening = Promise<readonly [answer: Response, styles: string]>;
export type AskedOpenings = Map<Element, AskedOpening>;

let kept: AskedOpenings = new Map();

/** Keeps it for the elements that it was asked for. */
export function keepAsked(asked: AskedOpenings): void {
  kept = asked;
}

/** What was asked for an element, once; `undefined` when nothing was. */
export function takeAsked(element: Element): AskedOpening | undefined {
  const asked = kept.get(element);
  kept.delete(element);
  return asked;
}
