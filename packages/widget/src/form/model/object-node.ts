import type { RJSFSchema } from '@rjsf/utils';
import { memberOf } from '../../validation/json.ts';
import { declaredFields, orderOf, rulesForOthers } from './field-order.ts';
import type { Part, QuestionNode, QuestionSource, Source } from './question-node.ts';
import {
  type SchemaReader,
  isRequiredOnly,
  isSchema,
  NEVER,
  refusesAll,
  requiredIn,
  type Schema,
} from './schema.ts';

/** The fields of an object, and in which order. */
export function objectNode(
  merged: RJSFSchema,
  parts: readonly Part[],
  { schemas, ask }: QuestionSource,
): Pick<QuestionNode, 'kind' | 'schema' | 'children' | 'choices' | 'levels'> {
  const { choices, levels } = orderOf(parts);
  const sources = new Map(levels.flat().map((name): [string, Source<unknown>[]] => [name, []]));
  const add = (name: string, schema: unknown, { conditions }: Part) =>
    sources.get(name)?.push({ schema, conditions: schemas.conditionsFor(conditions, name) });
  for (const part of parts)
    for (const [name, field] of declaredFields(part.schema)) add(name, field, part);
  const undeclared = [...sources.keys()].filter((name) => sources.get(name)?.length === 0);
  for (const part of parts)
    for (const name of undeclared)
      for (const rule of rulesForOthers(part.schema, name)) add(name, rule, part);
  const required = new Set(parts.flatMap(({ schema }) => requiredIn(schema)));
  const rules = parts.map((part) => ({ part, forbids: forbiddenNames(part.schema, schemas) }));
  const children = [...sources].map(([name, own]) => {
    const forbidding = rules.filter(
      ({ part, forbids }) => forbids(name) || refusesAll(memberOf(part.schema['properties'], name)),
    );
    const isForbidden = forbidding.length > 0;
    const waitsFor = isForbidden ? openersOf(forbidding.map(({ part }) => part)) : undefined;
    const question = ask(isForbidden ? [...own, { schema: NEVER }] : own);
    return [
      name,
      { question, isRequired: required.has(name), ...(waitsFor && { waitsFor }) },
    ] as const;
  });
  const schema: RJSFSchema = { ...merged, type: 'object' };
  return { kind: 'object', schema, children: new Map(children), choices, levels };
}

/** What decides whether any of these parts applies; `undefined` where one always does. */
function openersOf(parts: readonly Part[]): string[] | undefined {
  const all = parts.flatMap(({ openers }) => openers.filter((each) => typeof each === 'string'));
  const isConditional = parts.every(({ openers }) => openers.length > 0);
  return isConditional ? [...new Set(all)] : undefined;
}

/** Keywords with schemas for the same object. */
const IN_PLACE = 'if then else allOf anyOf oneOf dependencies dependentSchemas'.split(' ');

/**
 * What a schema demands of names, whatever others declare: its `propertyNames`, that it has a place for them,
 * and that `not` does not require them. A rule that cannot be evaluated forbids no name.
 *
 * @returns whether no value of a name is accepted
 */
function forbiddenNames(schema: Schema, schemas: SchemaReader): (name: string) => boolean {
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
  const { anyOf } = not;
  if (isRequiredOnly(not) && requiredIn(not).length === 1) return new Set(requiredIn(not));
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
