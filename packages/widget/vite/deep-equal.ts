/**
 * Stands in for `fast-equals` in `@rjsf/utils`, which asks it for one comparison: by value, cycles
 * allowed, all functions alike. What it compares are React props and elements, JSON values, and the
 * objects that RJSF keeps beside them.
 */
export function createCustomEqual() {
  return (a: unknown, b: unknown): boolean => equal(a, b, new Map());
}

type Seen = Map<object, unknown>;

function equal(a: unknown, b: unknown, seen: Seen): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a === 'function') return typeof b === 'function';
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
  // A pair that is being compared further up counts as equal: only a cycle leads back to it.
  if (seen.has(a)) return seen.get(a) === b;
  seen.set(a, b);
  const result = equalObjects(a, b, seen);
  seen.delete(a);
  return result;
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
const enumerableKeys = (object: object) =>
  Reflect.ownKeys(object).filter((key) => Object.prototype.propertyIsEnumerable.call(object, key));
/** A React element leads through its owner to the whole tree. */
const isOwner = (object: object, key: PropertyKey) => key === '_owner' && '$$typeof' in object;
