/**
 * Stands in for `fast-equals` in `@rjsf/utils`, which asks it for one comparison: by value, cycles
 * allowed, all functions alike. What it compares are React props and elements, JSON values, and the
 * objects that RJSF keeps beside them.
 */
export function createCustomEqual() {
  return (a: unknown, b: unknown): boolean => equal(a, b, undefined);
}

/** The pairs that are being compared further up, the nearest first; RJSF compares little things often. */
type Seen = { a: object; b: object; above: Seen } | undefined;

function equal(a: unknown, b: unknown, above: Seen): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a === 'function') return typeof b === 'function';
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
  // A pair that is being compared further up counts as equal: only a cycle leads back to it.
  for (let pair = above; pair !== undefined; pair = pair.above)
    if (pair.a === a) return pair.b === b;
  return equalObjects(a, b, { a, b, above });
}

function equalObjects(a: object, b: object, seen: Seen): boolean {
  if (a instanceof Date && b instanceof Date) return a.getTime() === b.getTime();
  if (a instanceof RegExp && b instanceof RegExp) return String(a) === String(b);
  if (isCollection(a) && isCollection(b)) return equal([...a], [...b], seen);
  const keys = enumerableKeys(a);
  if (keys.length !== enumerableKeys(b).length) return false;
  return keys.every(
    (key) => Object.hasOwn(b, key) && (isOwner(a, key) || equal(at(a, key), at(b, key), seen)),
  );
}

const at = (object: object, key: PropertyKey) => (object as Record<PropertyKey, unknown>)[key];
const isCollection = (value: object): value is Map<unknown, unknown> | Set<unknown> =>
  value instanceof Map || value instanceof Set;
/** RJSF marks references that it followed by symbols; hardly any object has one. */
function enumerableKeys(object: object): PropertyKey[] {
  const symbols = Object.getOwnPropertySymbols(object);
  if (symbols.length === 0) return Object.keys(object);
  const isEnumerable = (key: symbol) => Object.prototype.propertyIsEnumerable.call(object, key);
  return [...Object.keys(object), ...symbols.filter(isEnumerable)];
}
/** A React element leads through its owner to the whole tree. */
const isOwner = (object: object, key: PropertyKey) => key === '_owner' && '$$typeof' in object;
