import { childPointer, fromPointer, memberOf, valueAt } from 'precandidate-contract';

export { canonicalJson as canonical } from 'precandidate-contract';
export { childPointer, fromPointer, memberOf, valueAt };

/** The JSON Pointer (RFC 6901) of a path; `''` for an empty one. */
export function toPointer(path: readonly (string | number)[]): string {
  return path.reduce<string>(childPointer, '');
}

/** The JSON Pointer of the object or list around a value. */
export function parentOf(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf('/'));
}

/** The name of a member, or the index of an entry, at a JSON Pointer. */
export function keyOf(pointer: string): string {
  return fromPointer(pointer).at(-1) ?? '';
}

/** The JSON Pointers of all objects and lists around a value but the whole, the outermost first. */
export function pointersAround(pointer: string): string[] {
  const parent = parentOf(pointer);
  return parent === '' ? [] : [...pointersAround(parent), parent];
}

/** A copy of data with another value at a JSON Pointer. Everything beside the way there stays the same. */
export function withValueAt(data: unknown, pointer: string, value: unknown): unknown {
  return withMember(data, fromPointer(pointer), value);
}

function withMember(around: unknown, [key, ...inside]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  const member = { [key]: withMember(memberOf(around, key), inside, value) };
  return Array.isArray(around)
    ? Object.assign([...around], member)
    : { ...(around as object), ...member };
}

/**
 * A copy of data without the member at a JSON Pointer; objects around it that are empty then go, too. An entry of a
 * list is `undefined` then.
 */
export function withoutValueAt<Data>(data: Data, pointer: string): Data {
  return withoutMember(data, fromPointer(pointer)) as Data;
}

function withoutMember(around: unknown, [key = '', ...inside]: readonly string[]): unknown {
  if (Array.isArray(around)) {
    const entry: unknown = memberOf(around, key);
    const isGone = inside.length === 0 || entry === undefined;
    return around.with(Number(key), isGone ? undefined : withoutMember(entry, inside));
  }
  const { [key]: member, ...others } = around as Record<string, unknown>;
  if (inside.length === 0 || member === undefined) return others;
  const left = withoutMember(member, inside) as object;
  return Object.keys(left).length === 0 ? others : { ...others, [key]: left };
}

/** What a `$ref` such as `#/properties/a%20b` refers to. */
export function targetIn(root: object, ref: unknown): unknown {
  if (typeof ref !== 'string' || !ref.startsWith('#')) return undefined;
  return valueAt(root, decodeURIComponent(ref.slice(1)));
}

/**
 * The value without members that are `undefined`, as those of cleared fields are. An entry of a list stays
 * `undefined`, which no schema accepts, since `null` may be an answer. Returns `value` itself if nothing
 * changes.
 */
export function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(withoutUndefined);
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const kept = entries
    .filter(([, item]) => item !== undefined)
    .map(([key, item]) => [key, withoutUndefined(item)] as const);
  const unchanged =
    kept.length === entries.length && kept.every(([, item], index) => item === entries[index]?.[1]);
  return unchanged ? value : Object.fromEntries(kept);
}

/** Whether a value holds nothing, at any depth. */
export function isNothing(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === undefined || value === null;
  return Object.values(value).every(isNothing);
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
