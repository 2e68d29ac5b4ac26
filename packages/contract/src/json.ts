// JSON Pointers (RFC 6901) and canonical JSON, alike in the browser and in the proxy.

const escape = (segment: string) => segment.replaceAll('~', '~0').replaceAll('/', '~1');
const unescape = (segment: string) => segment.replaceAll('~1', '/').replaceAll('~0', '~');

/** The JSON Pointer of a member or an entry of the value at a JSON Pointer. */
export function childPointer(pointer: string, key: string | number): string {
  return `${pointer}/${escape(String(key))}`;
}

/** The path of a JSON Pointer; array indexes stay strings. */
export function fromPointer(pointer: string): string[] {
  return pointer === '' ? [] : pointer.slice(1).split('/').map(unescape);
}

/** A member of an object, or an entry of a list; `undefined` where nothing is. */
export function memberOf(value: unknown, key: string): unknown {
  const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
  return isThere ? (value as Record<string, unknown>)[key] : undefined;
}

/** What is at a JSON Pointer; `undefined` where nothing is. */
export function valueAt(data: unknown, pointer: string): unknown {
  return fromPointer(pointer).reduce(memberOf, data);
}

/** Text that is equal for equal JSON values, whatever the order of their members. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  const member = ([name, child]: [string, unknown]) =>
    `${JSON.stringify(name)}:${canonicalJson(child)}`;
  return `{${Object.entries(value).map(member).sort().join()}}`;
}
