const LONGEST_SHOWN = 200;

/** `pointer` in printable ASCII, for a header or a sentence: its names come from outside. */
export function printablePointer(pointer: string): string {
  return encodeURI(pointer.toWellFormed()).slice(0, LONGEST_SHOWN);
}

/** The pointer of a `$ref` into its own document (`#`, `#/…`); `undefined` for any other. */
export function refPointer(ref: string): string | undefined {
  return ref === '#' || ref.startsWith('#/') ? decodedFragment(ref.slice(1)) : undefined;
}

/** `undefined` when the fragment of a URL is malformed. */
export function decodedFragment(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}
