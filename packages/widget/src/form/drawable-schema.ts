type Schema = Record<string, unknown>;

const MAPS = new Set([
  'properties',
  'patternProperties',
  'definitions',
  '$defs',
  'dependencies',
  'dependentSchemas',
]);
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
  const drawn = withDependencies(withoutNull(Object.fromEntries(entries) as Schema));
  return unticked(asList(asChoice(drawn)));
}

function drawablePart(key: string, value: unknown): unknown {
  if (PARTS.has(key)) return drawableSchema(value);
  if (!MAPS.has(key) || !isSchema(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, drawableSchema(each)]),
  );
}

/** “Or null” offers nothing to fill in: what is left empty is not sent. */
function withoutNull(schema: Schema): Schema {
  const isNull = (option: unknown) => isSchema(option) && option.type === 'null';
  const { oneOf, anyOf = oneOf, ...rest } = schema;
  const options: unknown[] = Array.isArray(anyOf) ? anyOf : [];
  const [only, ...others] = options.filter((option) => !isNull(option));
  if (isSchema(only) && others.length === 0 && options.length > 1) return { ...only, ...rest };
  const { enum: values } = schema;
  const isNullable = Array.isArray(schema.type) && Array.isArray(values) && values.length > 1;
  return isNullable ? { ...schema, enum: values.filter((value) => value !== null) } : schema;
}

/** RJSF knows what 2020-12 writes in two keywords as the one of draft-07. */
function withDependencies({ dependentSchemas, dependentRequired, ...schema }: Schema): Schema {
  const rules = [schema.dependencies, dependentSchemas, dependentRequired].filter(isSchema);
  if (rules.length === 0) return schema;
  const names = new Set(rules.flatMap((rule) => Object.keys(rule)));
  const allOf = (name: string) => {
    const found = rules.filter((rule) => Object.hasOwn(rule, name)).map((rule) => rule[name]);
    if (found.length === 1) return found[0];
    return { allOf: found.map((rule) => (Array.isArray(rule) ? { required: rule } : rule)) };
  };
  return {
    ...schema,
    dependencies: Object.fromEntries([...names].map((name) => [name, allOf(name)])),
  };
}

/** RJSF fills in a `const` by itself, and nobody agrees to anything by opening a form. */
function unticked(schema: Schema): Schema {
  const types = [schema.type ?? 'boolean'].flat();
  if (schema.const !== true || !types.includes('boolean')) return schema;
  const { const: consent, ...rest } = schema;
  return { ...rest, type: 'boolean', enum: [consent] };
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
