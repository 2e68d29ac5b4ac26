import { childPointer, type SchemaDraft } from 'precandidate-contract';
import { ProblemError } from '../shared/problem-error.ts';
import { isJsonObject } from '../shared/json.ts';

export type Schema = Record<string, unknown>;
export type SchemaNode = Schema | boolean;

/** Limits of a form schema: far above any form that a person would fill in, and harmless for a browser. */
export const SCHEMA_LIMITS = {
  /** Of the schema as compact JSON, in UTF-16 units. */
  characters: 400_000,
  /** Nesting of the JSON; a nested object costs two levels. */
  depth: 64,
  /** Values in one `enum`: all municipalities of the largest country fit. */
  enum: 6_000,
  /** `minItems`, `minContains`: rows that a form shows before anyone adds one. */
  rows: 100,
  /** `minProperties`. */
  fields: 1_000,
  /** Schemas once references, combinations, and required rows are expanded. */
  unfolded: 2_000,
  /** Of one `pattern`. */
  pattern_characters: 500,
} as const;

/** The value of a keyword with schemas: one, a list, either, or one by name. */
type SubschemaShape = 'one' | 'list' | 'one-or-list' | 'map';

const IN_BOTH: Readonly<Record<string, SubschemaShape>> = {
  properties: 'map',
  patternProperties: 'map',
  additionalProperties: 'one',
  propertyNames: 'one',
  items: 'one-or-list',
  contains: 'one',
  allOf: 'list',
  anyOf: 'list',
  oneOf: 'list',
  not: 'one',
  if: 'one',
  then: 'one',
  else: 'one',
  dependencies: 'map',
  definitions: 'map',
  $defs: 'map',
};

/** Keywords whose value is a schema, or contains schemas. */
export const SUBSCHEMAS: Readonly<Record<SchemaDraft, Readonly<Record<string, SubschemaShape>>>> = {
  'draft-07': { ...IN_BOTH, additionalItems: 'one' },
  '2020-12': {
    ...IN_BOTH,
    items: 'one',
    prefixItems: 'list',
    dependentSchemas: 'map',
    unevaluatedItems: 'one',
    unevaluatedProperties: 'one',
  },
};

type Check = (value: unknown) => boolean;

const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];
const anything: Check = () => true;
const text: Check = (value) => typeof value === 'string';
const flag: Check = (value) => typeof value === 'boolean';
const number: Check = (value) => Number.isFinite(value);
const list: Check = (value) => Array.isArray(value);
export const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every(text);
const oneType: Check = (value) => TYPES.includes(value as string);
const countTo =
  (max: number): Check =>
  (value) =>
    Number.isInteger(value) && (value as number) >= 0 && (value as number) <= max;
/** An option is shown as text, which an object with a field named `toString` cannot become. */
const showable: Check = (value) => {
  try {
    String(value);
    return true;
  } catch {
    return false;
  }
};
const choices: Check = (value) =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.length <= SCHEMA_LIMITS.enum &&
  value.every(showable);
const count = countTo(Number.MAX_SAFE_INTEGER);

const VALUES_IN_BOTH: Readonly<Record<string, Check>> = {
  $ref: text,
  title: text,
  description: text,
  default: anything,
  examples: list,
  readOnly: flag,
  writeOnly: flag,
  deprecated: flag,
  type: (value) =>
    oneType(value) || (Array.isArray(value) && value.length > 0 && value.every(oneType)),
  enum: choices,
  enumNames: isTextList,
  const: showable,
  format: text,
  contentEncoding: text,
  contentMediaType: text,
  pattern: text,
  'x-enumNames': isTextList,
  formatMinimum: text,
  formatMaximum: text,
  minLength: count,
  maxLength: count,
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  multipleOf: (value) => number(value) && (value as number) > 0,
  required: isTextList,
  minProperties: countTo(SCHEMA_LIMITS.fields),
  maxProperties: count,
  minItems: countTo(SCHEMA_LIMITS.rows),
  maxItems: count,
  uniqueItems: flag,
};

/** Keywords that are no rules. */
export const ANNOTATIONS: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'examples',
  'readOnly',
  'writeOnly',
  'deprecated',
  'enumNames',
  'x-enumNames',
]);

/** Other keywords, and whether a value is usable. A keyword in neither table is dropped. */
export const VALUES: Readonly<Record<SchemaDraft, Readonly<Record<string, Check>>>> = {
  'draft-07': VALUES_IN_BOTH,
  '2020-12': {
    ...VALUES_IN_BOTH,
    minContains: countTo(SCHEMA_LIMITS.rows),
    maxContains: count,
    dependentRequired: (value) => isJsonObject(value) && Object.values(value).every(isTextList),
  },
};

/** Whether a value has the right type, but is larger than a form can be. */
export function isOverLimit(keyword: string, value: unknown): boolean {
  if (keyword === 'enum') return Array.isArray(value) && value.length > SCHEMA_LIMITS.enum;
  return (
    ['minItems', 'minContains', 'minProperties'].includes(keyword) &&
    typeof value === 'number' &&
    value > 0
  );
}

/** Keywords that are not supported, and cannot be dropped without changing what is valid. */
export const REFUSED_KEYWORDS: ReadonlySet<string> = new Set(['$dynamicRef', '$recursiveRef']);

/** Formats that only choose an input; no validator checks them. */
const PRESENTATIONAL = ['data-url', 'password', 'phone', 'tel', 'textarea'];

/**
 * Formats that the validators know, or that only choose an input. RJSF looks up a format among its
 * widgets, where it would also find `hidden`, `HiddenWidget`, or `constructor`.
 */
export const FORMATS: ReadonlySet<string> = new Set([
  'date',
  'date-time',
  'time',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uri',
  'uri-reference',
  'uuid',
  ...PRESENTATIONAL,
]);

/** Whether a draft has a keyword of this name; any other is a place for schemas of the author's own. */
export function isKeyword(name: string, draft: SchemaDraft): boolean {
  return Object.hasOwn(SUBSCHEMAS[draft], name) || Object.hasOwn(VALUES[draft], name);
}

/**
 * A copy of a schema with each direct subschema replaced by the result of `change`, which also gets the keyword
 * that holds it and its pointer in the schema.
 */
export function mapSubschemas(
  schema: Schema,
  draft: SchemaDraft,
  change: (below: unknown, keyword: string, pointer: string) => unknown,
): Schema {
  const shapes = SUBSCHEMAS[draft];
  const entries = Object.entries(schema).map(([keyword, value]) => {
    const shape = Object.hasOwn(shapes, keyword) ? shapes[keyword] : undefined;
    if (shape === undefined) return [keyword, value];
    const place = childPointer('', keyword);
    const changed = (below: unknown, key: string | number) =>
      change(below, keyword, childPointer(place, key));
    if (Array.isArray(value)) return [keyword, value.map(changed)];
    if (shape !== 'map' || !isJsonObject(value)) return [keyword, change(value, keyword, place)];
    // A list in `dependencies` holds names.
    const members = Object.entries(value).map(([name, below]) => [
      name,
      Array.isArray(below) ? below : changed(below, name),
    ]);
    return [keyword, Object.fromEntries(members)];
  });
  return Object.fromEntries(entries) as Schema;
}

/** A sanitized schema and all schemas in it, each with its pointer; the outer ones first. */
export function nodesIn(
  node: SchemaNode,
  draft: SchemaDraft,
  pointer = '',
): [pointer: string, SchemaNode][] {
  const below: [string, SchemaNode][] = [];
  if (isJsonObject(node))
    mapSubschemas(node, draft, (inner, _keyword, place) => {
      below.push(...nodesIn(inner as SchemaNode, draft, pointer + place));
    });
  return [[pointer, node], ...below];
}

/** A copy of JSON data without `__proto__` keys, so that no assignment can replace a prototype. */
export function copyJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyJson);
  // `1e999` is parsed as Infinity, which would be written as `null`.
  if (typeof value === 'number' && !Number.isFinite(value)) throw schemaUnusable('is not JSON');
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).filter(([name]) => name !== '__proto__');
  return Object.fromEntries(entries.map(([name, child]) => [name, copyJson(child)]));
}

const LONGEST_SHOWN = 200;

/** `pointer` in printable ASCII, for a header or a sentence: its names come from outside. */
export function printablePointer(pointer: string): string {
  return encodeURI(pointer.toWellFormed()).slice(0, LONGEST_SHOWN);
}

/** The refusal of a schema: `reason` completes "The form schema …" and names no value. */
export function schemaUnusable(reason: string, pointer = ''): ProblemError {
  const place = pointer === '' ? '' : ` at ${printablePointer(pointer)}`;
  return new ProblemError('schema-unusable', { detail: `The form schema ${reason}${place}.` });
}
