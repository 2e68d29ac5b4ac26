/** Keywords by which a schema without properties of its own still asks for something. */
const ASKING = ['$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'dependencies', 'dependentSchemas'];

/** Whether a form of this schema has no field, whatever is filled in. */
export function asksNothing(schema: {
  properties?: object | undefined;
  [keyword: string]: unknown;
}): boolean {
  const { properties = {} } = schema;
  return Object.keys(properties).length === 0 && !ASKING.some((keyword) => keyword in schema);
}
