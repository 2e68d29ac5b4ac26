type Schema = Record<string, unknown>;

const MAPS = new Set(['properties', 'patternProperties', 'definitions', '$defs']);
const PARTS = new Set([
  'items',
  'additionalItems',
  'additionalProperties',
  'allOf',
  'anyOf',
  'oneOf',
  'then',
  'else',
]);
const TEXT = { type: 'string' };

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The schema as RJSF can draw it, with the types that its author left to be understood. It is for
 * drawing only: the data is checked by the schema as it came.
 */
export function drawableSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(drawableSchema);
  if (!isSchema(schema)) return schema;
  const entries = Object.entries(schema).map(([key, value]) => [key, drawablePart(key, value)]);
  return unticked(asList(asChoice(Object.fromEntries(entries) as Schema)));
}

function drawablePart(key: string, value: unknown): unknown {
  if (PARTS.has(key)) return drawableSchema(value);
  if (!MAPS.has(key) || !isSchema(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, drawableSchema(each)]),
  );
}

/** RJSF fills in a `const` by itself, and nobody agrees to anything by opening a form. */
function unticked(schema: Schema): Schema {
  if (schema.type !== 'boolean' || schema.const !== true) return schema;
  const { const: consent, ...rest } = schema;
  return { ...rest, enum: [consent] };
}

/** Constants to choose from are a choice, whether or not a type stands beside them. */
function asChoice(schema: Schema): Schema {
  const options = schema.oneOf ?? schema.anyOf;
  if (schema.type !== undefined || schema.properties || !Array.isArray(options)) return schema;
  const isConstant = (option: unknown) => isSchema(option) && 'const' in option;
  return options.length > 0 && options.every(isConstant) ? { ...schema, ...TEXT } : schema;
}

/** What has entries is a list; entries that nothing is said of are text. */
function asList(schema: Schema): Schema {
  const { prefixItems, ...rest } = schema;
  const isList = schema.items !== undefined || Array.isArray(prefixItems);
  if (schema.type !== 'array' && (schema.type !== undefined || !isList)) return schema;
  const more = isSchema(schema.items) || Array.isArray(schema.items) ? schema.items : TEXT;
  if (!Array.isArray(prefixItems)) return { ...rest, type: 'array', items: more };
  const additionalItems = isSchema(schema.items) ? schema.items : false;
  return { ...rest, type: 'array', items: prefixItems.map(drawableSchema), additionalItems };
}
