/** What the loader asked for an element before its own script came. */
export interface AskedOpening {
  /** The token under which it asked; the page may have given the element another one since. */
  session: string;
  /** Of `POST /opening`. */
  answer: Promise<Response>;
}

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
