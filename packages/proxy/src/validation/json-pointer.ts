const LONGEST_SHOWN = 200;

/** `pointer` with one more segment, escaped per RFC 6901. */
export function childPointer(pointer: string, segment: string | number): string {
  return `${pointer}/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The names and indexes that a pointer consists of. */
export function segmentsOf(pointer: string): string[] {
  const [, ...segments] = pointer.split('/');
  return segments.map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** What is at a pointer; `undefined` when nothing is. */
export function valueAt(document: unknown, pointer: string): unknown {
  return segmentsOf(pointer).reduce<unknown>(
    (place, key) =>
      typeof place === 'object' && place !== null && Object.hasOwn(place, key)
        ? (place as Record<string, unknown>)[key]
        : undefined,
    document,
  );
}

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
