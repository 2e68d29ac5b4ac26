import type { RJSFSchema } from '@rjsf/utils';
import { canonical, memoized } from '../../validation/json.ts';
import { NULLABLE } from '../fields/kinds.ts';
import { readableName } from '../fields/labels.ts';
import { OPTION_DETAILS, optionDetails, type OptionDetails } from '../fields/options.ts';
import {
  CHOOSES,
  forbiddenNames,
  type FormSchemas,
  isSchema,
  NEVER,
  type Schema,
  SILENT,
  typeOf,
  type Union,
} from './schema.ts';

/** One of the schemas that all apply to a value. */
export interface Part {
  schema: Schema;
  /** Index of its source: the first is the question, others restrict it. */
  source: number;
  /** A branch of a union, or the result of a condition: its title is not that of the question. */
  isBranch: boolean;
}

/** Chosen instead of a branch: none applies. */
export const NO_BRANCH = -1;

/** A branch that can be chosen. */
export interface BranchOption {
  /** Of the branch in the schema as it is now; anything that outlives the schema keeps {@link id}. */
  index: number;
  /** Names the branch in its list by what it is, for the `value` attribute of its control and for drafts. */
  id: string;
  /** Absent where nothing tells the branch apart. */
  label?: string;
}

/** A select that chooses a branch of a `oneOf` or `anyOf`. */
export interface Choice {
  key: readonly unknown[];
  /** The name of its HTML control. */
  name: string;
  options: readonly BranchOption[];
  /** Index of the branch, or {@link NO_BRANCH}. */
  chosen: number;
  /** How many properties precede it. */
  position: number;
}

/** Which branch of a union applies, whoever decided it. */
export interface Decision extends Pick<Union, 'keyword'> {
  /** Of the branch, or {@link NO_BRANCH}. */
  index: number;
  /** The name of the field, or of the choice, that decides. */
  by: { field: string } | { choice: string };
}

/** The schemas that apply to a value, and the choices that the candidate has. */
export type Parts = Pick<QuestionNode, 'choices' | 'decided'> & {
  parts: readonly Part[];
};

/** What a value is asked for. `unchosen`: first, which branch it has · `never`: no value is allowed. */
export type NodeKind = 'object' | 'array' | 'leaf' | 'unchosen' | 'never';

export interface Child {
  /** The question's number. */
  id: number;
  isRequired: boolean;
}

/** What is asked for one value, given the data. */
export interface QuestionNode {
  kind: NodeKind;
  /** To be rendered: without conditions, references, and branches. */
  schema: RJSFSchema;
  children: ReadonlyMap<string, Child>;
  /** The question of the entries of an array: of each of the first ones, and of all others. */
  items: { first: readonly number[]; others: number | undefined };
  choices: readonly Choice[];
  /** By the key of each union. */
  decided: ReadonlyMap<Union['key'], Decision>;
  /** The title of the question, rather than of a chosen branch. */
  title: string | undefined;
  /** Left empty, it is sent as `null`. */
  isNullable: boolean;
  /** A constant that the candidate need not give. */
  isSilent: boolean;
}

interface QuestionSource {
  schemas: FormSchemas;
  /** The number of the question with these schemas. */
  ask: (sources: readonly unknown[]) => number;
  /** What a list shows of the question of its entries, whatever their values are. */
  layout: (id: number) => RJSFSchema;
}

/** Keywords that the merged schema gets in another way, or that only validation needs. */
const LEFT_OUT = new Set(
  '$schema $id $ref $defs $anchor $comment definitions allOf anyOf oneOf if then else not dependencies dependentRequired dependentSchemas properties patternProperties additionalProperties propertyNames unevaluatedProperties unevaluatedItems required items additionalItems prefixItems type enum const'.split(
    ' ',
  ),
);
const HIGHEST = ['minLength', 'minimum', 'exclusiveMinimum', 'minItems', 'formatMinimum'];
const LOWEST = ['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems', 'formatMaximum'];

const NO_ITEMS: QuestionNode['items'] = { first: [], others: undefined };

/** Names a field whose title another field of its object has, too. */
const NAMED = 'x-named';

/** One schema, without applicators, from all parts of a question. */
export function merge(parts: Parts, questions: QuestionSource): QuestionNode {
  const node = withoutAnswers(parts.parts, mergeParts(parts, questions));
  const { [NAMED]: name, ...schema } = node.schema;
  const withName = (title?: string) => (title === name ? title : title && `${title} – ${name}`);
  if (name === undefined) return node;
  const titled = { ...schema, title: withName(schema.title) } as RJSFSchema;
  return { ...node, title: withName(node.title), schema: titled };
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
    decided,
    title: own.title,
    isNullable: merged[NULLABLE] === true,
    isSilent: false,
  };
  const isUnchosen = choices.some(({ chosen }) => chosen === NO_BRANCH);
  if (isUnchosen && !isObject(schemas, type)) return { ...node, kind: 'unchosen' };
  if (!isOption && isObject(schemas, type)) {
    if (choices.length > 0) merged.title = node.title;
    return { ...node, ...objectNode(merged, schemas, questions) };
  }
  // The title of a chosen branch names its input, but not the group around its fields.
  const title = choices.length === 0 ? undefined : titlesOf(schemas).at(-1);
  if (title !== undefined) merged.title = title;
  if (type !== undefined && !isOption) merged.type = type as RJSFSchema['type'];
  if (merged.type === 'array') return { ...node, ...arrayNode(merged, schemas, questions) };
  const leaf = leafNode(merged, parts);
  return { ...node, ...leaf, isNullable: leaf.schema[NULLABLE] === true };
}

/** The part that says what a value is; others restrict it. */
const askingPart = (parts: readonly Part[]) =>
  parts.find(({ schema }) => ['type', 'enum', 'const'].some((name) => name in schema));

/** A question that its parts leave no answer to is not asked: it has no choices either. */
function withoutAnswers(parts: readonly Part[], node: QuestionNode): QuestionNode {
  const isForbidden = parts.some(
    ({ schema: { not } }) => not === true || (isSchema(not) && Object.keys(not).length === 0),
  );
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

export function titlesOf(schemas: readonly Schema[]): string[] {
  return schemas.map(({ title }) => title).filter((title) => typeof title === 'string');
}

/** Title and description of the question: a condition may call it otherwise than the schema around it. */
function titleAndDescription(parts: readonly Part[]): Pick<RJSFSchema, 'title' | 'description'> {
  const annotationOf = (keyword: 'title' | 'description') => {
    const all = parts.filter(({ schema, isBranch }) => !isBranch && schema[keyword] !== undefined);
    const last = all.at(-1)?.source;
    const text = all.find(({ source }) => source === last)?.schema[keyword];
    return typeof text === 'string' && { [keyword]: text };
  };
  return { ...annotationOf('title'), ...annotationOf('description') };
}

/** Annotations and limits: the first part names, the strictest limits. */
function annotations(schemas: readonly Schema[]): RJSFSchema {
  const merged: Schema = {};
  for (const schema of schemas)
    for (const [keyword, value] of Object.entries(schema)) {
      if (LEFT_OUT.has(keyword)) continue;
      if (keyword === OPTION_DETAILS) {
        // Labels belong to values: each list names its own.
        merged[keyword] = [
          ...((merged[keyword] as unknown[] | undefined) ?? []),
          ...(value as unknown[]),
        ];
        continue;
      }
      const before = merged[keyword];
      const isStricter =
        (HIGHEST.includes(keyword) && (value as number) > (before as number)) ||
        (LOWEST.includes(keyword) && (value as number) < (before as number)) ||
        keyword === NULLABLE;
      if (before === undefined || isStricter) merged[keyword] = value;
    }
  return merged as RJSFSchema;
}

/** The types that all parts allow; those of the first part where they contradict each other. */
function typeIn(schemas: readonly Schema[]): unknown {
  const lists = schemas
    .map(({ type }) => type)
    .filter((type) => type !== undefined)
    .map((type) => [type].flat());
  const [first = [], ...others] = lists;
  const fits = (type: unknown, types: readonly unknown[]) =>
    types.includes(type) || (type === 'integer' && types.includes('number'));
  const narrow = first.map((type) =>
    type === 'number' && others.some((types) => !types.includes('number')) ? 'integer' : type,
  );
  const common = narrow.filter((type) => others.every((types) => fits(type, types)));
  const types = common.length > 0 ? common : first;
  return types.length > 1 ? types : types[0];
}

function isObject(schemas: readonly Schema[], type: unknown): boolean {
  if (type !== undefined) return type === 'object';
  const hasFields = ({ properties, required }: Schema) => isSchema(properties) || required;
  return schemas.some(hasFields) && schemas.every((schema) => schema['enum'] === undefined);
}

function objectNode(
  merged: RJSFSchema,
  schemas: readonly Schema[],
  questions: QuestionSource,
): Pick<QuestionNode, 'kind' | 'schema' | 'children'> {
  const sources = new Map<string, unknown[]>();
  for (const name of namesIn(schemas)) sources.set(name, []);
  for (const { properties } of schemas)
    for (const [name, source] of Object.entries((properties as Schema | undefined) ?? {}))
      sources.get(name)?.push(source);
  const required = new Set(schemas.flatMap(({ required: names }) => namesOf(names)));
  const rules = schemas.map((schema) => forbiddenNames(schema, questions.schemas));
  const isForbidden = (name: string) => rules.some((forbids) => forbids(name));
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
    return [name, { id, isRequired: required.has(name) }] as const;
  });
  return { kind: 'object', schema: { ...merged, type: 'object' }, children: new Map(children) };
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

const namesOf = (names: unknown): string[] => (Array.isArray(names) ? (names as string[]) : []);

/** The fields of an object. A required name without a definition is one too, since it must be given. */
export function namesIn(schemas: readonly Schema[]): Set<string> {
  const defined = schemas.flatMap(({ properties }) => Object.keys(properties ?? {}));
  const isClosed = schemas.some((schema) => schema['additionalProperties'] === false);
  const required = isClosed ? [] : schemas.flatMap(({ required: names }) => namesOf(names));
  return new Set([...defined, ...required]);
}

function arrayNode(
  merged: RJSFSchema,
  schemas: readonly Schema[],
  { ask, layout }: QuestionSource,
): Pick<QuestionNode, 'kind' | 'schema' | 'items'> {
  const lists = schemas.map(({ items }) => items);
  const tuple = lists.find((items) => Array.isArray(items)) as unknown[] | undefined;
  if (tuple === undefined) {
    const others = ask(lists.filter((items) => items !== undefined));
    const schema = { ...merged, items: layout(others) };
    return { kind: 'array', schema, items: { first: [], others } };
  }
  const first = tuple.map((item) => ask([item]));
  const { additionalItems } = schemas.find(({ items }) => items === tuple) ?? {};
  const others = isSchema(additionalItems) ? ask([additionalItems]) : undefined;
  return { kind: 'array', schema: merged, items: { first, others } };
}

function leafNode(
  merged: RJSFSchema,
  parts: readonly Part[],
): Pick<QuestionNode, 'kind' | 'schema' | 'isSilent'> {
  const schema = { ...merged };
  // A condition that demands one value of a question does not answer it: validation explains it.
  const asking = askingPart(parts);
  const own = parts.filter(({ source }) => source === asking?.source);
  const given = parts.find((part) => part.schema[SILENT] === true);
  const fixed = given ?? own.find((part) => 'const' in part.schema);
  const chooses = (part: Part) => part.source === asking?.source || part.schema[CHOOSES] === true;
  const offering = schema[CHOOSES] === true ? parts.filter(chooses) : parts;
  const values = valuesIn(schema.type === 'boolean' ? own : offering);
  if (values === undefined && fixed === undefined) schema.type ??= guessedType(schema);
  if (schema.type === 'null' || fixed !== undefined) {
    const constant: unknown = fixed?.schema['const'] ?? null;
    if (isSilent(constant, schema)) {
      schema.const = constant as RJSFSchema['const'];
      return { kind: 'leaf', schema, isSilent: true };
    }
    schema.type ??= typeOf([constant]) as 'string';
    // Opening a form takes no option that only stands there: the service must have given it.
    if (constant === true || schema.default !== constant) delete schema.default;
    // `false` is one of two answers; everything else is one option, which the candidate may take.
    const shown = constant === false ? schema : withOptions(schema, [constant]);
    return { kind: 'leaf', schema: shown, isSilent: false };
  }
  if (values !== undefined) {
    schema.type ??= typeOf(values) as 'string';
    if (values.includes(null)) schema[NULLABLE] = !hasTitle(schema, null);
    const isConsent = schema.type === 'boolean' && values.length === 1;
    // Opening a form gives no consent, and a default that is no option chooses nothing.
    if (isConsent || !values.includes(schema.default)) delete schema.default;
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
  const [first = [], ...others] = lists.map((values) => values.map((each) => JSON.stringify(each)));
  const isCommon = (text: string) => others.every((texts) => texts.includes(text));
  if (lists[0] === undefined) return undefined;
  if (!first.some(isCommon)) return lists[0];
  return lists[0].filter((_item: unknown, index: number) => isCommon(first[index] ?? ''));
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
