import type { Json } from './json.ts';

const ORDERED = ['enum', 'oneOf', 'anyOf'];

/** The same form as the service sends it with its options and branches in the opposite order. */
function reversed(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(reversed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const members = Object.entries(schema).map(([name, value]) => {
    const inside = reversed(value);
    const isOrdered = ORDERED.includes(name) && Array.isArray(inside);
    return [name, isOrdered ? inside.toReversed() : inside] as const;
  });
  return Object.fromEntries(members);
}

/** Below these names are values, not schemas. */
const VALUES = ['enum', 'const', 'default', 'examples'];

/** The same form as the service sends it with the fields of each group in the opposite order. */
function withReversedFields(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(withReversedFields);
  if (typeof schema !== 'object' || schema === null) return schema;
  const members = Object.entries(schema).map(([name, value]) => {
    const inside = VALUES.includes(name) ? value : withReversedFields(value);
    return [name, name === 'properties' ? reversedMembers(inside) : inside] as const;
  });
  return Object.fromEntries(members);
}

const reversedMembers = (value: Json): Json =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(Object.entries(value).toReversed());

/** The same form as the service sends it with other texts and numbers as defaults. */
function withOtherDefaults(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(withOtherDefaults);
  if (typeof schema !== 'object' || schema === null) return schema;
  const isChoice = ORDERED.some((name) => name in schema);
  const members = Object.entries(schema).map(([name, value]) => {
    if (name === 'default' && !isChoice) return [name, otherDefault(value)] as const;
    return [name, VALUES.includes(name) ? value : withOtherDefaults(value)] as const;
  });
  return Object.fromEntries(members);
}

/** A yes or no, and an option, may decide what else is asked. */
function otherDefault(value: Json): Json {
  if (typeof value === 'number') return value + 1;
  return typeof value === 'string' && value !== '' ? `${value} Zyx` : value;
}

/** What the service may change between two visits of a form. */
export const SCHEMA_CHANGES = {
  order: reversed,
  fields: withReversedFields,
  defaults: withOtherDefaults,
};
export type SchemaChange = keyof typeof SCHEMA_CHANGES;
