import type { RJSFSchema } from '@rjsf/utils';
import { NULLABLE } from '../fields/kinds.ts';
import { annotations, titleAndDescription, titlesOf, typeIn } from './annotations.ts';
import { askingPart, leafNode } from './leaf-node.ts';
import { objectNode } from './object-node.ts';
import {
  type Child,
  NO_BRANCH,
  type Part,
  type Parts,
  type QuestionNode,
  type QuestionSource,
} from './question-node.ts';
import { isSchema, refusesAll, type Schema } from './schema.ts';

const NO_ITEMS: QuestionNode['items'] = { first: [], others: undefined };
const NO_LEVELS: QuestionNode['levels'] = [[]];

/** One schema, without applicators, from all parts of a question. */
export function merge(parts: Parts, questions: QuestionSource): QuestionNode {
  return withoutAnswers(parts.parts, mergeParts(parts, questions));
}

function mergeParts({ parts, choices, decided }: Parts, questions: QuestionSource): QuestionNode {
  const schemas = parts.map(({ schema }) => schema);
  const isOption = parts.some(({ source, schema }) => source === 0 && hasStructures(schema));
  const own = titleAndDescription(parts);
  const merged: RJSFSchema = { ...annotations(schemas), ...own };
  const type = typeIn(schemas);
  const node = {
    schema: merged,
    children: new Map<string, Child>(),
    items: NO_ITEMS,
    choices,
    levels: NO_LEVELS,
    decided,
    title: own.title,
    isNullable: merged[NULLABLE] === true,
    isSilent: false,
  };
  const isUnchosen = choices.some(({ chosen }) => chosen === NO_BRANCH);
  if (isUnchosen && !isObject(schemas, type)) return { ...node, kind: 'unchosen' };
  if (!isOption && isObject(schemas, type)) {
    if (choices.length > 0) merged.title = node.title;
    return { ...node, ...objectNode(merged, parts, questions) };
  }
  // The title of a chosen branch names its input, but not the group around its fields.
  const title = choices.length === 0 ? undefined : titlesOf(schemas).at(-1);
  if (title !== undefined) merged.title = title;
  if (type !== undefined && !isOption) merged.type = type as RJSFSchema['type'];
  if (merged.type === 'array') return { ...node, ...arrayNode(merged, schemas, questions) };
  const leaf = leafNode(merged, parts);
  return { ...node, ...leaf, isNullable: leaf.schema[NULLABLE] === true };
}

/** A question that its parts leave no answer to is not asked: it has no choices either. */
function withoutAnswers(parts: readonly Part[], node: QuestionNode): QuestionNode {
  const isForbidden = parts.some(({ schema }) => refusesAll(schema));
  if (!isForbidden && !isTakenAway(parts)) return node;
  const { title } = node.schema;
  // An empty list is not nothing.
  const type = node.kind === 'array' && !isForbidden ? { type: 'array' } : {};
  const schema = { ...type, title, not: {} } as RJSFSchema;
  return { ...node, kind: 'never', schema, choices: [], isSilent: false };
}

/** Whether a condition leaves no answer to a question but an empty one. */
function isTakenAway(parts: readonly Part[]): boolean {
  const { source: own = Infinity } = askingPart(parts) ?? {};
  return parts.some(({ source, schema: { type, const: constant, maxLength, maxItems } }) => {
    const isEmpty = type === 'null' || constant === null || maxLength === 0 || maxItems === 0;
    return source > own && isEmpty;
  });
}

/** Whether a schema names the objects or lists that it allows: they are chosen, not filled in. */
function hasStructures({ const: constant, enum: values }: Schema): boolean {
  const all: unknown[] = Array.isArray(values) ? values : [];
  return [constant, ...all].some((value) => typeof value === 'object' && value !== null);
}

function isObject(schemas: readonly Schema[], type: unknown): boolean {
  if (type !== undefined) return type === 'object';
  const hasFields = ({ properties, required }: Schema) => isSchema(properties) || required;
  return schemas.some(hasFields) && schemas.every((schema) => schema['enum'] === undefined);
}

function arrayNode(
  merged: RJSFSchema,
  schemas: readonly Schema[],
  { ask, layout }: QuestionSource,
): Pick<QuestionNode, 'kind' | 'schema' | 'items'> {
  const lists = schemas.map(({ items }) => items);
  const tuple = lists.find((items) => Array.isArray(items)) as unknown[] | undefined;
  if (tuple === undefined) {
    const others = ask(lists.map((items) => ({ schema: items })));
    const schema = { ...merged, items: layout(others) };
    return { kind: 'array', schema, items: { first: [], others } };
  }
  const first = tuple.map((item) => ask([{ schema: item }]));
  const { additionalItems } = schemas.find(({ items }) => items === tuple) ?? {};
  const others = isSchema(additionalItems) ? ask([{ schema: additionalItems }]) : undefined;
  return { kind: 'array', schema: merged, items: { first, others } };
}
