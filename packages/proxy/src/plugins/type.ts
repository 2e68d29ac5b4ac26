import type TypeBox from 'typebox';

type JsonSchema = Readonly<Record<string, unknown>>;

const typed =
  (type: string) =>
  (options: JsonSchema = {}): JsonSchema => ({ type, ...options });

/** Schemas of optional members. */
const optional = new WeakSet<JsonSchema>();

const builders = {
  String: typed('string'),
  Integer: typed('integer'),
  Boolean: typed('boolean'),
  Null: typed('null'),
  Unknown: (options: JsonSchema = {}): JsonSchema => ({ ...options }),
  Literal: (value: unknown): JsonSchema => ({ type: typeof value, const: value }),
  Array: (items: JsonSchema, options: JsonSchema = {}): JsonSchema => ({
    type: 'array',
    items,
    ...options,
  }),
  Union: (anyOf: readonly JsonSchema[], options: JsonSchema = {}): JsonSchema => ({
    anyOf,
    ...options,
  }),
  Object(properties: Readonly<Record<string, JsonSchema>>, options: JsonSchema = {}): JsonSchema {
    const required = Object.entries(properties)
      .filter(([, schema]) => !optional.has(schema))
      .map(([name]) => name);
    return { type: 'object', ...(required.length > 0 && { required }), properties, ...options };
  },
  Optional(schema: JsonSchema): JsonSchema {
    const copy = { ...schema };
    optional.add(copy);
    return copy;
  },
};

/**
 * The few builders of TypeBox that the routes use, with its types. Loading TypeBox itself would take
 * a quarter of the proxy's start and 20 MB of memory (ADR 10).
 */
export const Type = builders as unknown as Pick<typeof TypeBox, keyof typeof builders>;
