import type { Answer } from './answers.ts';
import type { Segment } from './form.ts';
import type { Json } from './json.ts';

/** The answers as data: every answered question at its place, nothing else. */
export function dataOf(answers: readonly Answer[]): { [name: string]: Json } {
  const data: { [name: string]: Json } = {};
  for (const { field, entry, value } of answers)
    if (value !== undefined) put(data, field.path, entry, value);
  return data;
}

type Container = { [name: string]: Json } | Json[];

/** A path with the index of each list entry. */
export function keysOf(path: readonly Segment[], entry: readonly number[]): (string | number)[] {
  const indexes = [...entry];
  return path.map((segment) =>
    typeof segment === 'number' || segment === '*' ? (indexes.shift() ?? 0) : segment,
  );
}

function put(
  data: Container,
  path: readonly Segment[],
  entry: readonly number[],
  value: Json,
): void {
  const keys = keysOf(path, entry);
  let container = data;
  for (const [at, key] of keys.entries()) {
    const isLast = at === keys.length - 1;
    const next = typeof keys[at + 1] === 'number' ? [] : {};
    const members = container as Record<string | number, Json>;
    if (!Object.hasOwn(members, key) || members[key] === undefined)
      Object.defineProperty(members, key, {
        value: isLast ? value : next,
        writable: true,
        enumerable: true,
        configurable: true,
      });
    container = members[key] as Container;
  }
}

/** The value at a place, with the index of each entry. */
export function valueAt(
  data: Json | undefined,
  path: readonly Segment[],
  entry: readonly number[],
): Json | undefined {
  let value = data;
  for (const key of keysOf(path, entry)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string | number, Json>)[key];
  }
  return value;
}
