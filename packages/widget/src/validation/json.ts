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

/**
 * The value without members that are `undefined` or functions: RJSF keeps `undefined` for cleared fields,
 * and finds `Object.prototype.constructor` in a field of that name. An entry of a list stays `undefined`,
 * which no schema accepts, since `null` may be an answer. Returns `value` itself if nothing changes.
 */
export function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => (isNothing(item) ? undefined : withoutUndefined(item)));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const kept = entries
    .filter(([, item]) => !isNothing(item))
    .map(([key, item]) => [key, withoutUndefined(item)] as const);
  const unchanged =
    kept.length === entries.length && kept.every(([, item], index) => item === entries[index]?.[1]);
  return unchanged ? value : Object.fromEntries(kept);
}

const isNothing = (value: unknown) => value === undefined || typeof value === 'function';

/** Text that is equal for equal JSON values, whatever the order of their members. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  const member = ([name, child]: [string, unknown]) =>
    `${JSON.stringify(name)}:${canonical(child)}`;
  return `{${Object.entries(value).map(member).sort().join()}}`;
}

/** A function that computes its result once for each object. */
export function memoized<Key extends object, Value>(
  compute: (key: Key) => Value,
): (key: Key) => Value {
  const results = new WeakMap<Key, { value: Value }>();
  return (key) => {
    const result = results.get(key) ?? { value: compute(key) };
    results.set(key, result);
    return result.value;
  };
}
