import type { RJSFSchema } from '@rjsf/utils';
import { canonical } from '../../validation/json.ts';
import { NULLABLE } from '../fields/kinds.ts';
import { isIn, OPTION_DETAILS, type OptionDetails, optionDetails } from '../fields/options.ts';
import { annotations, titleAndDescription, titlesOf, typeIn } from './annotations.ts';
import { objectNode } from './object-node.ts';
import {
  type Child,
  NO_BRANCH,
  type Part,
  type Parts,
  type Question,
  type QuestionNode,
  type QuestionSource,
  type Source,
} from './question-node.ts';
import {
  CHOOSES,
  type SchemaReader,
  isSchema,
  refusesAll,
  type Schema,
  SILENT,
  typeOf,
} from './schema.ts';

const NO_ITEMS: QuestionNode['items'] = { first: [], others: undefined };
const NO_LEVELS: QuestionNode['levels'] = [[]];

/**
 * The node of a question: merges all schemas that apply to a value now ({@link Part}) into one without conditions,
 * references, and branches, and decides whether it is an object, a list, or one field.
 */
export function questionNodeOf(
  question: Question,
  parts: Parts,
  questions: QuestionSource,
): QuestionNode {
  return neverIfUnanswerable(parts.parts, mergeParts(question, parts, questions));
}

function mergeParts(
  { sources }: Question,
  { parts, choices, decided }: Parts,
  questions: QuestionSource,
): QuestionNode {
  const schemas = parts.map(({ schema }) => schema);
  const isOption = parts.some(({ source, schema }) => source === 0 && hasStructures(schema));
  const own = titleAndDescription(parts);
  const merged: RJSFSchema = { ...annotations(schemas), ...own };
  // What one schema allows, another one may refuse.
  const refusesNull = ({ schema }: Source) => questions.schemas.isValid(schema, null) === false;
  if (merged[NULLABLE] && sources.some(refusesNull)) delete merged[NULLABLE];
  const type = typeIn(schemas);
  const node = {
    schema: merged,
    children: new Map<string, Child>(),
    items: NO_ITEMS,
    choices,
    levels: NO_LEVELS,
    decided,
    title: own.title,
    description: own.description,
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
  const leaf = leafNode(merged, parts, questions.schemas);
  return { ...node, ...leaf, isNullable: leaf.schema[NULLABLE] === true };
}

/** A question that its parts leave no answer to is not asked: it has no choices either. */
function neverIfUnanswerable(parts: readonly Part[], node: QuestionNode): QuestionNode {
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

/** The part that says what a value is; others restrict it. */
const askingPart = (parts: readonly Part[]) =>
  parts.find(({ schema }) => ['type', 'enum', 'const'].some((name) => name in schema));

function leafNode(
  merged: RJSFSchema,
  parts: readonly Part[],
  schemas: SchemaReader,
): Pick<QuestionNode, 'kind' | 'schema' | 'isSilent'> {
  const schema = withoutTextRules(merged);
  // A condition that demands one value of a question does not answer it: validation explains it.
  const asking = askingPart(parts);
  const own = parts.filter(({ source }) => source === asking?.source);
  const silent = parts.find((part) => part.schema[SILENT] === true);
  const fixed = silent ?? own.find((part) => 'const' in part.schema);
  const chooses = (part: Part) => part.source === asking?.source || part.schema[CHOOSES] === true;
  const offering = schema[CHOOSES] === true ? parts.filter(chooses) : parts;
  const listed = valuesIn(schema.type === 'boolean' ? own : offering);
  const isAccepted = (value: unknown) =>
    own.every((part) => schemas.isValid(part.given, value) !== false);
  const values = acceptedValues(listed, schema, isAccepted);
  if (values === undefined && fixed === undefined) schema.type ??= guessedType(schema);
  if (schema.type === 'null' || fixed !== undefined) {
    const constant: unknown = fixed?.schema['const'] ?? null;
    if (isSilent(constant, schema)) {
      schema.const = constant as RJSFSchema['const'];
      return { kind: 'leaf', schema, isSilent: true };
    }
    schema.type ??= typeOf([constant]) as 'string';
    // Opening a form takes no option that only stands there: the service must have given it.
    if (constant === true || !isIn([constant], schema.default)) delete schema.default;
    // `false` is one of two answers; everything else is one option, which the candidate may take.
    const shown = constant === false ? schema : withOptions(schema, [constant]);
    return { kind: 'leaf', schema: shown, isSilent: false };
  }
  if (values !== undefined) {
    schema.type ??= typeOf(values) as 'string';
    if (values.includes(null)) schema[NULLABLE] = !hasTitle(schema, null);
    const isConsent = schema.type === 'boolean' && values.length === 1;
    // Opening a form gives no consent, and a default that is no option chooses nothing.
    if (isConsent || !isIn(values, schema.default)) delete schema.default;
    return { kind: 'leaf', schema: withOptions(schema, values), isSilent: false };
  }
  return { kind: 'leaf', schema, isSilent: false };
}

/** Whether an option has a title of its own. A `null` without one also means an empty field. */
function hasTitle(schema: RJSFSchema, option: unknown): boolean {
  return optionDetails(schema).some(({ value, title }) => value === option && Boolean(title));
}

/** A field without a type is text, unless something suggests another one. */
function guessedType(schema: RJSFSchema): 'string' | 'number' | 'boolean' {
  const isNumber = ['minimum', 'maximum', 'multipleOf'].some((keyword) => keyword in schema);
  return isNumber ? 'number' : (typeOf([schema.default]) as 'string');
}

/** A constant that nothing describes is no question, unless it is a yes or no. */
function isSilent(constant: unknown, schema: RJSFSchema): boolean {
  if (schema[SILENT] === true || schema.readOnly === true || constant === null) return true;
  if (typeof constant === 'boolean') return false;
  return schema.title === undefined && !hasTitle(schema, constant);
}

/** The values that all parts allow; those of the first part where they contradict each other. */
function valuesIn(parts: readonly Part[]): unknown[] | undefined {
  const lists = parts.map(({ schema }) => schema['enum']).filter((values) => Array.isArray(values));
  const [first = [], ...others] = lists.map((values) => values.map(canonical));
  const isCommon = (text: string) => others.every((texts) => texts.includes(text));
  if (lists[0] === undefined) return undefined;
  if (!first.some(isCommon)) return lists[0];
  return lists[0].filter((_item: unknown, index: number) => isCommon(first[index] ?? ''));
}

/**
 * Of the options, those that their own schema can accept; all of them where it accepts none. A yes or no of which it
 * accepts one answer has one option.
 */
function acceptedValues(
  listed: unknown[] | undefined,
  { type }: RJSFSchema,
  isAccepted: (value: unknown) => boolean,
): unknown[] | undefined {
  const offered = listed ?? (type === 'boolean' ? [true, false] : []);
  const accepted = offered.filter(isAccepted);
  return accepted.length === 0 || accepted.length === offered.length ? listed : accepted;
}

/** A schema of options, with the details of these only, once each. */
function withOptions(schema: RJSFSchema, values: readonly unknown[]): RJSFSchema {
  const ids = new Set(values.map(canonical));
  const details = new Map<string, OptionDetails>();
  for (const each of optionDetails(schema)) {
    const id = canonical(each.value);
    if (ids.has(id) && !details.has(id)) details.set(id, each);
  }
  const options = { enum: [...values] as RJSFSchema['enum'] };
  if (details.size === 0) return { ...schema, ...options };
  return { ...schema, ...options, [OPTION_DETAILS]: [...details.values()] };
}

/** `format` and its like count for texts only: what is no text has none. */
function withoutTextRules(schema: RJSFSchema): RJSFSchema {
  if (schema.type === undefined || [schema.type].flat().includes('string')) return { ...schema };
  const { format: _format, contentEncoding: _encoding, contentMediaType: _type, ...rest } = schema;
  return rest as RJSFSchema;
}
