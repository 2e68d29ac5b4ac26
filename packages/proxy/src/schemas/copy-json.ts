/**
 * A copy of JSON data without own `__proto__` keys: whoever merges the copy by assignment cannot
 * swap a prototype by accident.
 */
export function copyJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyJson);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => name !== '__proto__');
  return Object.fromEntries(entries.map(([name, child]) => [name, copyJson(child)]));
}
