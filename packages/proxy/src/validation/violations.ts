import type { ErrorObject } from 'ajv';
import type { Violation } from 'precandidate-contract';
import { childPointer } from './json-pointer.ts';

const MOST_VIOLATIONS = 50;

/** AJV's errors without values, and without AJV's messages, which may contain values. */
export function toViolations(errors: readonly ErrorObject[]): Violation[] {
  const byKey = new Map<string, Violation>();
  const isSkipped = skippedItems(errors);
  for (const error of errors) {
    const { keyword } = error;
    // The branch that failed has errors of its own.
    if (keyword === 'if' || isSkipped(error)) continue;
    const pointer = pointerOf(error);
    const key = `${keyword} ${pointer}`;
    if (!byKey.has(key))
      byKey.set(key, { pointer, keyword, detail: violationDetail(keyword, error.params) });
    if (byKey.size === MOST_VIOLATIONS) break;
  }
  return [...byKey.values()];
}

/** AJV also reports each item that `contains` skipped. None of them is wrong by itself. */
function skippedItems(errors: readonly ErrorObject[]): (error: ErrorObject) => boolean {
  const lists = errors.filter(({ keyword }) => keyword === 'contains');
  return ({ schemaPath }) => lists.some((list) => schemaPath.startsWith(`${list.schemaPath}/`));
}

/** A missing field has the pointer where it belongs. */
function pointerOf({ instancePath, params }: ErrorObject): string {
  const missing: unknown = params['missingProperty'];
  return typeof missing === 'string' ? childPointer(instancePath, missing) : instancePath;
}

type Params = Readonly<Record<string, unknown>>;

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'a group of fields',
  array: 'a list',
  null: 'empty',
};

function typeNames(type: unknown): string {
  const types = Array.isArray(type) ? type : String(type).split(',');
  return types.map((name) => TYPE_NAMES[String(name)] ?? 'of another type').join(' or ');
}

const plural = (count: unknown, noun: string) =>
  `${String(count)} ${count === 1 ? noun : `${noun}s`}`;
const atLeast = (noun: string) => (params: Params) =>
  `must have at least ${plural(params['limit'], noun)}`;
const atMost = (noun: string) => (params: Params) =>
  `must have at most ${plural(params['limit'], noun)}`;
const compared = (relation: string) => (params: Params) =>
  `must be ${relation} ${String(params['limit'])}`;
const always = (sentence: string) => () => sentence;

/** Messages from the keyword and its limits, never from the data or the allowed values. */
const DETAILS: Readonly<Record<string, (params: Params) => string>> = {
  required: always('is required'),
  dependentRequired: always('is required together with another field'),
  dependencies: always('is required together with another field'),
  type: (params) => `must be ${typeNames(params['type'])}`,
  enum: always('must be one of the allowed values'),
  const: always('must be the expected value'),
  format: (params) => `must be a valid ${String(params['format'])}`,
  pattern: always('does not have the expected form'),
  formatMinimum: compared('at least'),
  formatMaximum: compared('at most'),
  minLength: atLeast('character'),
  maxLength: atMost('character'),
  minItems: atLeast('item'),
  maxItems: atMost('item'),
  minProperties: atLeast('field'),
  maxProperties: atMost('field'),
  minimum: compared('at least'),
  maximum: compared('at most'),
  exclusiveMinimum: compared('more than'),
  exclusiveMaximum: compared('less than'),
  multipleOf: (params) => `must be a multiple of ${String(params['multipleOf'])}`,
  uniqueItems: always('must not hold the same item twice'),
  contains: always('lacks an item that is expected'),
  additionalProperties: always('holds a field that is not part of the form'),
  unevaluatedProperties: always('holds a field that is not part of the form'),
  additionalItems: always('holds too many items'),
  unevaluatedItems: always('holds too many items'),
  items: always('holds too many items'),
  propertyNames: always('holds a field with a name that is not allowed'),
};

/** The message, which follows the field's name: "… must have at least 3 characters". */
function violationDetail(keyword: string, params: Params): string {
  return DETAILS[keyword]?.(params) ?? 'does not fit the form';
}
