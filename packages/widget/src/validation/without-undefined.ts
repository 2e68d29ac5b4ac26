/**
 * The value as JSON would carry it: keys that hold `undefined` are absent. A form library keeps them
 * for cleared fields, and finds a function of the language where a field is named `constructor`; a
 * schema must see neither. Returns `value` itself when it has none.
 */
export function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => (isNothing(item) ? null : withoutUndefined(item)));
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
