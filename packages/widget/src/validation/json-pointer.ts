const escape = (segment: string) => segment.replaceAll('~', '~0').replaceAll('/', '~1');
const unescape = (segment: string) => segment.replaceAll('~1', '/').replaceAll('~0', '~');

/** The JSON Pointer (RFC 6901) of a path; `''` for an empty one. */
export function toPointer(path: readonly (string | number)[]): string {
  return path.map((segment) => `/${escape(String(segment))}`).join('');
}

/** The path of a JSON Pointer; array indexes stay strings. */
export function fromPointer(pointer: string): string[] {
  return pointer === '' ? [] : pointer.slice(1).split('/').map(unescape);
}

/** What stands in `data` at a path; `undefined` when nothing does. */
export function valueAt(data: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<string, unknown>)[key]
        : undefined,
    data,
  );
}

/** The path of a pointer in URI fragment form, e.g. `#/properties/a%20b`. */
export function fromFragment(fragment: string): string[] {
  return fromPointer(fragment.slice(1)).map(decodeURIComponent);
}
