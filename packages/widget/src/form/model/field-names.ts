import { memoized } from '../../validation/json.ts';
import { type FormSchemas, isRequiredOnly, isSchema, type Schema } from './schema.ts';

/**
 * The fields that a schema declares, with their schemas: its properties, and the names that `propertyNames` lists
 * where further ones are allowed.
 */
export const declaredFields = memoized(
  ({ properties, propertyNames, additionalProperties: further }: Schema): readonly Declared[] => {
    const own = Object.entries(isSchema(properties) ? properties : {});
    if (further !== true && !isSchema(further)) return own;
    const { enum: listed, const: single } = isSchema(propertyNames) ? propertyNames : {};
    const names: unknown[] = Array.isArray(listed) ? listed : [single];
    const offered = names
      .filter((name) => typeof name === 'string')
      .filter((name) => !own.some(([known]) => known === name));
    return [...own, ...offered.map((name): Declared => [name, further])];
  },
);

type Declared = [name: string, schema: unknown];

/** Keywords with schemas for the same object. */
const IN_PLACE = 'if then else allOf anyOf oneOf dependencies dependentSchemas'.split(' ');

/**
 * What a schema demands of names, whatever others declare: its `propertyNames`, that it has a place for them,
 * and that `not` does not require them. A rule that cannot be evaluated forbids no name.
 *
 * @returns whether no value of a name is accepted
 */
export function forbiddenNames(schema: Schema, schemas: FormSchemas): (name: string) => boolean {
  const { additionalProperties, unevaluatedProperties, propertyNames, not } = schema;
  const refused = namesRefusedBy(not);
  const rules: Schema[] = [];
  if (propertyNames !== undefined) rules.push({ propertyNames });
  if (additionalProperties === false) rules.push(declaredBy([schema]));
  if (unevaluatedProperties === false) {
    const all = schemas.inPlace(schema, IN_PLACE);
    const isOpen = ({ additionalProperties: own, unevaluatedProperties: further }: Schema) =>
      (own ?? further ?? false) !== false;
    if (!all.some(isOpen)) rules.push(declaredBy(all));
  }
  return (name) =>
    refused.has(name) || rules.some((rule) => schemas.isValid(rule, { [name]: null }) === false);
}

/** The names that a `not` refuses: it requires one name only, or is one of such alternatives. */
function namesRefusedBy(not: unknown): Set<string> {
  if (!isSchema(not)) return new Set();
  const { required, anyOf } = not;
  if (isRequiredOnly(not) && Array.isArray(required) && required.length === 1)
    return new Set(required as string[]);
  const isAlone = Object.keys(not).every((keyword) => keyword === 'anyOf' || keyword === 'type');
  const alternatives: unknown[] = isAlone && Array.isArray(anyOf) ? anyOf : [];
  return new Set(alternatives.flatMap((each) => [...namesRefusedBy(each)]));
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
