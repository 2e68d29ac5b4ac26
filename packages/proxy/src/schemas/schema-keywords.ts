import { isJsonObject } from './is-json-object.ts';
import type { SchemaDraft } from 'precandidate-contract';
import { SCHEMA_LIMITS } from './schema-limits.ts';

/** Where a keyword holds schemas: one, a list, either, or one by name. */
export type SubschemaShape = 'one' | 'list' | 'one-or-list' | 'map';

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

/** Keywords that hold schemas. */
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
const number: Check = (value) => typeof value === 'number';
const list: Check = (value) => Array.isArray(value);
const texts: Check = (value) => Array.isArray(value) && value.every(text);
const oneType: Check = (value) => TYPES.includes(value as string);
const countTo =
  (max: number): Check =>
  (value) =>
    Number.isInteger(value) && (value as number) >= 0 && (value as number) <= max;
/** A choice is told as text, which an object with a field named `toString` cannot become. */
const tellable: Check = (value) => {
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
  value.every(tellable);
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
  enumNames: texts,
  const: tellable,
  format: text,
  pattern: text,
  minLength: count,
  maxLength: count,
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  multipleOf: (value) => number(value) && (value as number) > 0,
  required: texts,
  minProperties: countTo(SCHEMA_LIMITS.fields),
  maxProperties: count,
  minItems: countTo(SCHEMA_LIMITS.rows),
  maxItems: count,
  uniqueItems: flag,
};

/** Keywords that hold values, and what a usable value is. One in neither table is dropped. */
export const VALUES: Readonly<Record<SchemaDraft, Readonly<Record<string, Check>>>> = {
  'draft-07': VALUES_IN_BOTH,
  '2020-12': {
    ...VALUES_IN_BOTH,
    minContains: countTo(SCHEMA_LIMITS.rows),
    maxContains: count,
    dependentRequired: (value) => isJsonObject(value) && Object.values(value).every(texts),
  },
};

/** Keywords that cannot be dropped without changing what is valid, and that we do not follow. */
export const REFUSED_KEYWORDS: ReadonlySet<string> = new Set(['$dynamicRef', '$recursiveRef']);

/** Formats that only say how a field is typed: no checker judges them. */
const PRESENTATIONAL = ['phone', 'tel', 'textarea'];

/**
 * Formats that the checkers know, or that ask for nothing, and that name no input of RJSF by accident: RJSF looks a format up
 * among its widgets, where `hidden`, `HiddenWidget` or `constructor` would be found too.
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
