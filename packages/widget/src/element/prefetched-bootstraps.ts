/** What the loader asked for an element before its own script came. */
export interface PrefetchedBootstrap {
  /** The token under which it asked; the page may have given the element another one since. */
  session: string;
  /** Of `POST /bootstrap`. */
  answer: Promise<Response>;
}

export type PrefetchedBootstraps = Map<Element, PrefetchedBootstrap>;

let kept: PrefetchedBootstraps = new Map();

/** Keeps it for the elements that it was asked for. */
export function keepPrefetched(asked: PrefetchedBootstraps): void {
  kept = asked;
}

/** What was asked for an element, once; `undefined` when nothing was. */
export function takePrefetched(element: Element): PrefetchedBootstrap | undefined {
  const asked = kept.get(element);
  kept.delete(element);
  return asked;
}
