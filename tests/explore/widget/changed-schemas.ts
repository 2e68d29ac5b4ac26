import type { Json } from './json.ts';

export type Members = { [name: string]: Json };
type Change = (schema: Json) => Json;

const ORDERED = ['enum', 'oneOf', 'anyOf'];
/** Below these names are values, not schemas. */
const VALUES = ['enum', 'const', 'default', 'examples', 'propertyNames'];
/** The screen is read without it. */
export const NEW_TITLE = ' (new)';

/** Changes the members of each schema in a schema. */
const inEach =
  (change: (name: string, value: Json, schema: Members) => Json): Change =>
  (schema) => {
    if (Array.isArray(schema)) return schema.map(inEach(change));
    if (typeof schema !== 'object' || schema === null) return schema;
    const members = Object.entries(schema).map(([name, value]) => {
      const inside = VALUES.includes(name) ? value : inEach(change)(value);
      return [name, change(name, inside, schema)] as const;
    });
    return Object.fromEntries(members);
  };

const reversedMembers = (value: Json): Json =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(Object.entries(value).toReversed());

/** A yes or no, and an option, may decide what else is asked. */
function otherDefault(value: Json): Json {
  if (typeof value === 'number') return value + 1;
  return typeof value === 'string' && value !== '' ? `${value} Zyx` : value;
}

const isConstant = (value: Json) =>
  typeof value !== 'object' || value === null || 'const' in value || 'enum' in value;

/** Of at least three options, which are no branches. */
const hasManyOptions = (name: string, value: Json): value is Json[] =>
  ORDERED.includes(name) && Array.isArray(value) && value.length > 2 && value.every(isConstant);

/** The name of the last field, where it is optional and nothing else in the schema names it. */
export function spareField(schema: Members): string | undefined {
  const properties = (schema.properties ?? {}) as Members;
  const { [Object.keys(properties).at(-1) ?? '']: _last, ...others } = properties;
  const [name] = Object.keys(properties).slice(-1);
  const rest = JSON.stringify({ ...schema, properties: others });
  const isSpare = name !== undefined && !rest.includes(JSON.stringify(name));
  return isSpare && Object.keys(others).length > 0 ? name : undefined;
}

function withoutSpareField(schema: Json): Json {
  const name = spareField(schema as Members);
  if (name === undefined) return schema;
  const { [name]: _gone, ...properties } = (schema as Members).properties as Members;
  return { ...(schema as Members), properties };
}

/** What the service may change in a form. Changes that go by position come before those of the order. */
export const SCHEMA_CHANGES = {
  defaults: inEach((name, value, schema) =>
    name === 'default' && !ORDERED.some((each) => each in schema) ? otherDefault(value) : value,
  ),
  titles: inEach((name, value) =>
    name === 'title' && typeof value === 'string' ? `${value}${NEW_TITLE}` : value,
  ),
  'all options but two': inEach((name, value) =>
    hasManyOptions(name, value) ? value.slice(0, 2) : value,
  ),
  'an optional field': withoutSpareField,
  order: inEach((name, value) =>
    ORDERED.includes(name) && Array.isArray(value) ? value.toReversed() : value,
  ),
  fields: inEach((name, value) => (name === 'properties' ? reversedMembers(value) : value)),
} satisfies Record<string, Change>;
export type SchemaChange = keyof typeof SCHEMA_CHANGES;

export const inOrder = (changes: ReadonlySet<SchemaChange>): SchemaChange[] =>
  (Object.keys(SCHEMA_CHANGES) as SchemaChange[]).filter((each) => changes.has(each));
