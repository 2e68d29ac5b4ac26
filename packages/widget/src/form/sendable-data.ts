import { toPointer } from '../validation/json.ts';

/**
 * The data without the parts and lists that were left empty and that nobody must give: an empty one
 * would be asked for its required fields.
 *
 * @param isOptional - whether the part or list at a JSON Pointer may be left out
 */
export function sendableData(
  data: Record<string, unknown>,
  isOptional: (pointer: string) => boolean,
): Record<string, unknown> {
  return withoutEmpty(data, [], isOptional) as Record<string, unknown>;
}

function withoutEmpty(
  value: unknown,
  path: readonly string[],
  isOptional: (pointer: string) => boolean,
): unknown {
  const below = (key: string, item: unknown) => withoutEmpty(item, [...path, key], isOptional);
  if (Array.isArray(value)) return value.map((item, index) => below(String(index), item));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(
    ([key, item]) => !isEmpty(item) || !isOptional(toPointer([...path, key])),
  );
  return Object.fromEntries(kept.map(([key, item]) => [key, below(key, item)]));
}

/** Whether there is nothing in a part or list; a plain value is never empty. */
export function isEmpty(value: unknown): boolean {
  const isNothing = (item: unknown) => item === undefined || item === null || isEmpty(item);
  return typeof value === 'object' && value !== null && Object.values(value).every(isNothing);
}
