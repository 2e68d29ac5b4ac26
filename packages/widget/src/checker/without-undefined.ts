/**
 * The value as JSON would carry it: keys that hold `undefined` are absent. A form library keeps them
 * for cleared fields, and a schema must not see them. Returns `value` itself when it has none.
 */
export function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => (item === undefined ? null : withoutUndefined(item)));
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
