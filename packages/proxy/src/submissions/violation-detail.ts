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
const compared = (words: string) => (params: Params) =>
  `must be ${words} ${String(params['limit'])}`;
const always = (sentence: string) => () => sentence;

/** Sentences from keyword and limits; never from the data, nor from the allowed values. */
const DETAILS: Readonly<Record<string, (params: Params) => string>> = {
  required: always('is required'),
  dependentRequired: always('is required together with another field'),
  dependencies: always('is required together with another field'),
  type: (params) => `must be ${typeNames(params['type'])}`,
  enum: always('must be one of the allowed values'),
  const: always('must be the expected value'),
  format: (params) => `must be a valid ${String(params['format'])}`,
  pattern: always('does not have the expected form'),
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

/** What is wrong, for people; follows the field's name: "… must have at least 3 characters". */
export function violationDetail(keyword: string, params: Params): string {
  return DETAILS[keyword]?.(params) ?? 'does not fit the form';
}
