/** Stands for a field that was emptied; no input can hold it. */
const CLEARED = '\u0000';

/**
 * Values as JSON. A field that the candidate emptied keeps its place: absent, it would be filled in
 * again with what the form knew before.
 */
export function toText(values: unknown): string {
  return JSON.stringify(values, (_key, value: unknown) => (value === undefined ? CLEARED : value));
}

/** The values of {@link toText}; emptied fields are `undefined`. */
export function fromText(text: string): unknown {
  return opened(JSON.parse(text));
}

function opened(value: unknown): unknown {
  if (value === CLEARED) return undefined;
  if (Array.isArray(value)) return value.map(opened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, opened(item)]));
}

/** Whether nothing is filled in. */
export function isEmpty(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === undefined;
  return Object.values(value).every(isEmpty);
}
