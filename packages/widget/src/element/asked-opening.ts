/** What the loader asked for before the element's own script came. */
export interface AskedOpening {
  element: Element;
  /** The session token. */
  session: string;
  /** The proxy's address; ends with `/`. */
  proxyUrl: string;
  response: Promise<Response>;
}

let kept: AskedOpening | undefined;

/** Keeps it for the element that it was asked for. */
export function keepAsked(asked: AskedOpening | undefined): void {
  kept = asked;
}

/** The answer to what was asked for just this, once; `undefined` when it was not. */
export function takeAsked(wanted: Omit<AskedOpening, 'response'>): Promise<Response> | undefined {
  const { element, session, proxyUrl } = wanted;
  if (kept?.element !== element) return undefined;
  const asked = kept;
  kept = undefined;
  return asked.session === session && asked.proxyUrl === proxyUrl ? asked.response : undefined;
}
