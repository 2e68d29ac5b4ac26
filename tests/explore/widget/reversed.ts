import type { Json } from './json.ts';

const ORDERED = ['enum', 'oneOf', 'anyOf'];

/** The same form as the service sends it with its options and branches in the opposite order. */
export function reversed(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(reversed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const members = Object.entries(schema).map(([name, value]) => {
    const inside = reversed(value);
    const isOrdered = ORDERED.includes(name) && Array.isArray(inside);
    return [name, isOrdered ? inside.toReversed() : inside] as const;
  });
  return Object.fromEntries(members);
}
