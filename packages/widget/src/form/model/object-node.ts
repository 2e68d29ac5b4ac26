import type { RJSFSchema } from '@rjsf/utils';
import { memberOf, memoized } from '../../validation/json.ts';
import { readableName } from '../fields/labels.ts';
import { titlesOf } from './annotations.ts';
import { declaredFields, forbiddenNames } from './field-names.ts';
import { namesOf, orderOf } from './field-order.ts';
import type { Choice, Opener, Part, QuestionNode, QuestionSource } from './question-node.ts';
import { isSchema, NEVER, type Schema } from './schema.ts';

/** Names a field whose title another field of its object has, too. */
export const NAMED = 'x-named';

export function objectNode(
  merged: RJSFSchema,
  parts: readonly Part[],
  questions: QuestionSource,
): Pick<QuestionNode, 'kind' | 'schema' | 'children' | 'choices'> {
  const schemas = parts.map(({ schema }) => schema);
  const order = orderOf(parts);
  const sources = new Map<string, unknown[]>();
  for (const item of order) if (typeof item === 'string') sources.set(item, []);
  for (const { schema, conditions } of parts)
    for (const [name, source] of declaredFields(schema)) {
      sources.get(name)?.push(source);
      const inner = questions.schemas.conditionsFor(conditions, name);
      if (isSchema(source) && inner.length > 0) questions.schemas.setConditions(source, inner);
    }
  const required = new Set(schemas.flatMap(({ required: names }) => namesOf(names)));
  const rules = schemas.map((schema) => forbiddenNames(schema, questions.schemas));
  const isForbidden = (name: string) => rules.some((forbids) => forbids(name));
  const forbids = (name: string) => (part: Part, index: number) =>
    rules[index]?.(name) === true || refusesAll(memberOf(part.schema['properties'], name));
  const { deref } = questions.schemas;
  const titleOf = ([name, all]: [string, unknown[]]) =>
    isForbidden(name) ? undefined : titlesOf(all.filter(isSchema).map(deref)).at(-1);
  const titles = [...sources].map(titleOf);
  const isAlike = (title?: string) =>
    title !== undefined && titles.indexOf(title) !== titles.lastIndexOf(title);
  const children = [...sources].map(([name, all], at) => {
    const alike = isAlike(titles[at]) ? all.filter(isSchema).slice(0, 1) : [];
    const named = alike.map((source) => namedPart(source, name));
    const id = questions.ask([...all, ...named, ...(isForbidden(name) ? [NEVER] : [])]);
    const isNever = isForbidden(name) || all.some(refusesAll);
    const waitsFor = isNever ? openersOf(parts.filter(forbids(name))) : undefined;
    return [name, { id, isRequired: required.has(name), ...(waitsFor && { waitsFor }) }] as const;
  });
  const schema: RJSFSchema = { ...merged, type: 'object' };
  return { kind: 'object', schema, children: new Map(children), choices: choicesIn(order) };
}

const refusesAll = (field: unknown): boolean =>
  field === false ||
  (isSchema(field) && isSchema(field['not']) && Object.keys(field['not']).length === 0);

/** What decides whether any of these parts applies; `undefined` where one always does. */
function openersOf(parts: readonly Part[]): string[] | undefined {
  const all = parts.flatMap(({ openers }) => openers.filter((each) => typeof each === 'string'));
  const isConditional = parts.length > 0 && parts.every(({ openers }) => openers.length > 0);
  return isConditional ? [...new Set(all)] : undefined;
}

/** The choices of an object, each after the fields that precede it. */
function choicesIn(order: readonly Opener[]): Choice[] {
  return order.flatMap((item, index) => {
    if (typeof item === 'string') return [];
    const position = order.slice(0, index).filter((before) => typeof before === 'string').length;
    return [{ ...item, position }];
  });
}

/** By the schema and the name of a field. The same objects each time, so that its question stays the same. */
const namedParts = memoized((_source: Schema) => new Map<string, Schema>());

/** Tells a field apart from others of its object with the same title. */
function namedPart(source: Schema, name: string): Schema {
  const parts = namedParts(source);
  const part = parts.get(name) ?? { [NAMED]: readableName(name) };
  parts.set(name, part);
  return part;
}
