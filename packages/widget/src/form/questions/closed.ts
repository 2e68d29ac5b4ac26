import { type FormSchemas, isSchema, type Schema } from './schema.ts';

/** Keywords with one schema for the same object, and with several. */
const ONE = ['if', 'then', 'else'];
const SEVERAL = ['allOf', 'anyOf', 'oneOf', 'dependencies', 'dependentSchemas'];

/**
 * What a schema demands of names, whatever others declare: its `propertyNames`, and that it has a place for
 * them. A rule that cannot be evaluated forbids no name.
 *
 * @returns whether no value of a name is accepted
 */
export function forbiddenNames(schema: Schema, schemas: FormSchemas): (name: string) => boolean {
  const { additionalProperties, unevaluatedProperties, propertyNames } = schema;
  const rules: Schema[] = [];
  if (propertyNames !== undefined) rules.push({ propertyNames });
  if (additionalProperties === false) rules.push(declaredBy([schema]));
  if (unevaluatedProperties === false) {
    const all = inPlace(schema, schemas);
    const isOpen = ({ additionalProperties: own, unevaluatedProperties: further }: Schema) =>
      (own ?? further ?? false) !== false;
    if (!all.some(isOpen)) rules.push(declaredBy(all));
  }
  return (name) => rules.some((rule) => schemas.isValid(rule, { [name]: null }) === false);
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
function inPlace(schema: Schema, schemas: FormSchemas): Schema[] {
  const found = new Set<Schema>();
  const visit = (each: unknown) => {
    if (!isSchema(each) || found.has(each)) return;
    found.add(each);
    visit(schemas.target(each));
    for (const keyword of ONE) visit(each[keyword]);
    for (const keyword of SEVERAL) Object.values(each[keyword] ?? {}).forEach(visit);
  };
  visit(schema);
  return [...found];
}
