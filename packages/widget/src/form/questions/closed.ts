import { isSchema, type Schema, type SchemaSource } from './schema.ts';

/** Keywords with one schema for the same object, and with several. */
const ONE = ['if', 'then', 'else'];
const SEVERAL = ['allOf', 'anyOf', 'oneOf', 'dependencies', 'dependentSchemas'];

/**
 * Whether a schema accepts no value of that name, whatever others declare: it has no place for further
 * names, or its `propertyNames` do not match.
 */
export function forbids(
  schema: Schema,
  name: string,
  questions: Pick<SchemaSource, 'target' | 'isValid'>,
): boolean {
  const { additionalProperties, unevaluatedProperties, propertyNames } = schema;
  const accepts = (rules: Schema) => questions.isValid(rules, { [name]: null });
  if (propertyNames !== undefined && !accepts({ propertyNames })) return true;
  if (additionalProperties === false && !accepts(declaredBy([schema]))) return true;
  if (unevaluatedProperties !== false) return false;
  const all = inPlace(schema, questions);
  const isOpen = ({ additionalProperties: own, unevaluatedProperties: further }: Schema) =>
    (own ?? further ?? false) !== false;
  return !all.some(isOpen) && !accepts(declaredBy(all));
}

/** Accepts any value of the names that schemas declare. */
function declaredBy(schemas: readonly Schema[]): Schema {
  const named = (keyword: string) => {
    const names = schemas.flatMap((schema) => Object.keys(schema[keyword] ?? {}));
    return Object.fromEntries(names.map((name) => [name, true]));
  };
  return {
    properties: named('properties'),
    patternProperties: named('patternProperties'),
    additionalProperties: false,
  };
}

/** A schema with all others that may apply to the same value. */
function inPlace(schema: Schema, questions: Pick<SchemaSource, 'target'>): Schema[] {
  const found = new Set<Schema>();
  const visit = (each: unknown) => {
    if (!isSchema(each) || found.has(each)) return;
    found.add(each);
    visit(questions.target(each));
    for (const keyword of ONE) visit(each[keyword]);
    for (const keyword of SEVERAL) Object.values(each[keyword] ?? {}).forEach(visit);
  };
  visit(schema);
  return [...found];
}
