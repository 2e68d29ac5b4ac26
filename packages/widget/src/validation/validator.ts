import { type FormatName, fullFormats } from 'ajv-formats/dist/formats.js';
import {
  constantsOf,
  isDataUrl,
  isFileSchema,
  isMultipleOf,
  isOfEncoding,
  isOfMediaType,
  LONGEST_TEXT,
} from 'precandidate-contract';
import { canonical, fromPointer, memoized, withoutUndefined } from './json.ts';
import {
  type CheckError,
  type Keywords,
  type NamedKeyword,
  Run,
  type Schema,
  type SchemaObject,
} from './validation-run.ts';

/**
 * Validates data by interpreting its schema. No code is generated, so that it runs under any content
 * security policy. To validate one field, pass its schema and value, and the whole schema as `root`.
 *
 * @param schema - `root` or a part of it; must not change afterwards
 * @param root - what `$ref` refers to
 * @param pointer - JSON Pointer of `data` in the whole, with which the paths of errors begin
 * @returns every violation; empty when the data is valid
 * @throws Error when the schema is unusable: a dangling `$ref`, an invalid pattern
 */
export function check(
  schema: object,
  data: unknown,
  root: object = schema,
  pointer = '',
): CheckError[] {
  const errors: CheckError[] = [];
  const run = new Run(root, keywordsFor, errors, fromPointer(pointer));
  run.validate(schema as Schema, withoutUndefined(data));
  return errors;
}

/** Like {@link check}, but stops at the first violation. */
export function isValid(schema: object, data: unknown, root: object = schema): boolean {
  return new Run(root, keywordsFor).validate(schema as Schema, withoutUndefined(data));
}

/** Keywords for values of any type. */
const ANY_KEYWORDS: Keywords<unknown> = {
  type: (type, value, run) => {
    const types: readonly string[] = [type].flat();
    const isInteger = types.includes('integer') && Number.isInteger(value);
    return isInteger || types.includes(typeOf(value)) || run.fail('type', { type });
  },
  $ref: (ref, value, run) => run.validateRef(ref, value),
  const: (allowedValue, value, run) =>
    canonical(value) === canonical(allowedValue) || run.fail('const', { allowedValue }),
  enum: (allowedValues, value, run) => isAmong(allowedValues, value, run),
  not: (schema, value, run) => !run.matches(schema, value) || run.fail('not', {}),
  anyOf: (branches, value, run) => {
    const constants = constantsIn(branches);
    if (constants !== undefined) return isAmong(constants, value, run);
    return run.attempt(() => {
      const union = { key: branches };
      for (const [index, branch] of branches.entries())
        if (run.validateBranch(union, index, branch, value)) return true;
      return run.fail('anyOf', {});
    });
  },
  oneOf: (branches, value, run) => {
    const constants = constantsIn(branches);
    if (constants !== undefined) return isAmong(constants, value, run);
    return run.attempt(() => {
      const union = { key: branches };
      const valid: number[] = [];
      for (const [index, branch] of branches.entries()) {
        if (run.validateBranch(union, index, branch, value)) valid.push(index);
        if (valid.length > 1) break;
      }
      const passingSchemas = valid.length > 1 ? valid : null;
      return valid.length === 1 || run.fail('oneOf', { passingSchemas });
    });
  },
  allOf: (schemas, value, run) => run.every(schemas, (schema) => run.validate(schema, value)),
  if: (condition, value, run, schema) => {
    const holds = run.matches(condition, value);
    const clause = holds ? schema.then : schema.else;
    if (clause === undefined || run.validate(clause, value)) return true;
    return run.fail('if', { failingKeyword: holds ? 'then' : 'else' });
  },
};

/** The JSON type of a value; `none` for other values. */
function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isFinite(value) ? 'number' : 'none';
  return /^(?:boolean|object|string)$/.test(typeof value) ? typeof value : 'none';
}

const constantsIn = memoized((branches: readonly unknown[]) => constantsOf(branches));
const canonicalSet = memoized((values: readonly unknown[]) => new Set(values.map(canonical)));

function isAmong(allowedValues: readonly unknown[], value: unknown, run: Run): boolean {
  const isAllowed = canonicalSet(allowedValues).has(canonical(value));
  return isAllowed || run.fail('enum', { allowedValues });
}

const NUMBER_KEYWORDS: Keywords<number> = {
  maximum: (limit, value, run) =>
    value <= limit || run.fail('maximum', { comparison: '<=', limit }),
  minimum: (limit, value, run) =>
    value >= limit || run.fail('minimum', { comparison: '>=', limit }),
  exclusiveMaximum: (limit, value, run) =>
    value < limit || run.fail('exclusiveMaximum', { comparison: '<', limit }),
  exclusiveMinimum: (limit, value, run) =>
    value > limit || run.fail('exclusiveMinimum', { comparison: '>', limit }),
  multipleOf: (multipleOf, value, run) =>
    isMultipleOf(value, multipleOf) || run.fail('multipleOf', { multipleOf }),
};

/** Uses the same code as the proxy; unknown formats are ignored. */
function isOfFormat(text: string, format: string): boolean {
  if (format === 'data-url') return isDataUrl(text);
  if (!Object.hasOwn(fullFormats, format)) return true;
  const known = fullFormats[format as FormatName];
  const test = typeof known === 'object' && 'validate' in known ? known.validate : known;
  if (test instanceof RegExp) return test.test(text);
  return typeof test !== 'function' || Boolean((test as (text: string) => unknown)(text));
}

/** Compares two texts of a format, with the same code as the proxy; 0 if they cannot be compared. */
function compareTexts(a: string, b: string, format = ''): number {
  const known = Object.hasOwn(fullFormats, format) && fullFormats[format as FormatName];
  const compare = typeof known === 'object' && 'compare' in known ? known.compare : undefined;
  return (compare as ((a: string, b: string) => number | undefined) | undefined)?.(a, b) ?? 0;
}

/** Longer texts are left to the proxy, which matches them in a thread: a slow match would hang the page. */
const MAX_PATTERN_TEXT = 500;

const expressions = new Map<string, RegExp>();

function matchesPattern(text: string, pattern: string): boolean {
  const expression = expressions.get(pattern) ?? new RegExp(pattern, 'u');
  expressions.set(pattern, expression);
  return expression.test(text);
}

/** In code points, as JSON Schema counts. */
const lengthOf = (text: string) => [...text].length;

const TEXT_KEYWORDS: Keywords<string> = {
  maxLength: (limit = LONGEST_TEXT, text, run) =>
    text.length <= limit || lengthOf(text) <= limit || run.fail('maxLength', { limit }),
  minLength: (limit, text, run) => lengthOf(text) >= limit || run.fail('minLength', { limit }),
  pattern: (pattern, text, run) =>
    text.length > MAX_PATTERN_TEXT ||
    matchesPattern(text, pattern) ||
    run.fail('pattern', { pattern }),
  contentEncoding: (contentEncoding, text, run, schema) =>
    isOfEncoding(text, schema) || run.fail('contentEncoding', { contentEncoding }),
  contentMediaType: (contentMediaType, text, run, schema) =>
    isOfMediaType(text, schema) || run.fail('contentMediaType', { contentMediaType }),
  format: (format, text, run) => isOfFormat(text, format) || run.fail('format', { format }),
  formatMaximum: (limit, text, run, { format }) =>
    compareTexts(text, limit, format) <= 0 ||
    run.fail('formatMaximum', { comparison: '<=', limit }),
  formatMinimum: (limit, text, run, { format }) =>
    compareTexts(text, limit, format) >= 0 ||
    run.fail('formatMinimum', { comparison: '>=', limit }),
};

type List = readonly unknown[];

const LIST_KEYWORDS: Keywords<List> = {
  maxItems: (limit, list, run) => list.length <= limit || run.fail('maxItems', { limit }),
  minItems: (limit, list, run) => list.length >= limit || run.fail('minItems', { limit }),
  additionalItems: (schema, list, run, { items }) =>
    !Array.isArray(items) || itemsAfter(items.length, 'additionalItems', schema, list, run),
  prefixItems: (schemas, list, run) => firstItems(schemas, list, run),
  // Draft-07 has a tuple here, 2020-12 in `prefixItems`.
  items: (items, list, run, { prefixItems }) =>
    Array.isArray(items)
      ? firstItems(items, list, run)
      : itemsAfter(prefixItems?.length, 'items', items, list, run),
  contains: (schema, list, run, { minContains = 1, maxContains }) => {
    const found = [...list.keys()].filter((index) => run.matches(schema, list[index]));
    const isOver = found.length > (maxContains ?? Infinity);
    const params = { minContains, ...(maxContains !== undefined && { maxContains, isOver }) };
    return (!isOver && found.length >= minContains) || run.fail('contains', params);
  },
  uniqueItems: (isUnique, list, run) =>
    !isUnique || new Set(list.map(canonical)).size === list.length || run.fail('uniqueItems', {}),
};

function firstItems(schemas: readonly Schema[], list: List, run: Run): boolean {
  return run.every(schemas.slice(0, list.length).entries(), ([index, schema]) =>
    run.validateChild(index, schema, list[index]),
  );
}

/** The items after a tuple, for which AJV reports a `false` schema once; all items without a tuple. */
function itemsAfter(
  tupleLength: number | undefined,
  name: string,
  schema: Schema,
  list: List,
  run: Run,
): boolean {
  const start = tupleLength ?? 0;
  if (schema === false && tupleLength !== undefined)
    return list.length <= start || run.fail(name, { limit: start });
  return run.every(list.slice(start).entries(), ([offset, item]) =>
    run.validateChild(start + offset, schema, item),
  );
}

type Members = Readonly<Record<string, unknown>>;

const OBJECT_KEYWORDS: Keywords<Members> = {
  maxProperties: (limit, value, run) =>
    Object.keys(value).length <= limit || run.fail('maxProperties', { limit }),
  minProperties: (limit, value, run) =>
    Object.keys(value).length >= limit || run.fail('minProperties', { limit }),
  required: (names, value, run) =>
    run.every(
      names,
      (name) => Object.hasOwn(value, name) || run.fail('required', { missingProperty: name }),
    ),
  propertyNames: (schema, value, run) =>
    run.every(
      Object.keys(value),
      (propertyName) =>
        run.validate(schema, propertyName) || run.fail('propertyNames', { propertyName }),
    ),
  additionalProperties: (schema, value, run, { properties = {}, patternProperties = {} }) => {
    const patterns = Object.keys(patternProperties);
    const isNamed = (name: string) =>
      Object.hasOwn(properties, name) || patterns.some((pattern) => matchesPattern(name, pattern));
    const others = Object.keys(value).filter((name) => !isNamed(name));
    return run.every(others, (name) =>
      schema === false
        ? run.fail('additionalProperties', { additionalProperty: name })
        : run.validateChild(name, schema, value[name]),
    );
  },
  dependencies: (rules, value, run) =>
    run.every(present(rules, value), ([property, rule]) =>
      Array.isArray(rule)
        ? dependentNames('dependencies', property, rule, value, run)
        : run.validate(rule, value),
    ),
  properties: (properties, value, run) =>
    run.every(present(properties, value), ([name, schema]) =>
      run.validateChild(name, schema, value[name]),
    ),
  patternProperties: (patterns, value, run) =>
    run.every(Object.entries(patterns), ([pattern, schema]) => {
      const names = Object.keys(value).filter((name) => matchesPattern(name, pattern));
      return run.every(names, (name) => run.validateChild(name, schema, value[name]));
    }),
  dependentRequired: (rules, value, run) =>
    run.every(present(rules, value), ([property, names]) =>
      dependentNames('dependentRequired', property, names, value, run),
    ),
  dependentSchemas: (rules, value, run) =>
    run.every(present(rules, value), ([, schema]) => run.validate(schema, value)),
};

/** The entries for properties that a value has. */
function present<Entry>(
  entries: Readonly<Record<string, Entry>>,
  value: Members,
): [string, Entry][] {
  return Object.entries(entries).filter(([property]) => Object.hasOwn(value, property));
}

function dependentNames(
  keyword: string,
  property: string,
  names: readonly string[],
  value: Members,
  run: Run,
): boolean {
  return run.every(names, (missingProperty) => {
    const params = { property, missingProperty, depsCount: names.length, deps: names.join(', ') };
    return Object.hasOwn(value, missingProperty) || run.fail(keyword, params);
  });
}

const listed = (keywords: Keywords<never>) => Object.entries(keywords) as NamedKeyword[];
const GENERAL = listed(ANY_KEYWORDS);
const BY_TYPE: Readonly<Record<string, readonly NamedKeyword[]>> = {
  array: listed(LIST_KEYWORDS),
  number: listed(NUMBER_KEYWORDS),
  object: listed(OBJECT_KEYWORDS),
  string: listed(TEXT_KEYWORDS),
};

/** As in the proxy: a text without `maxLength` has a limit, unless it is a file. */
const isLimited = (schema: SchemaObject) => schema.type === 'string' && !isFileSchema(schema);

/** The keywords of a schema that apply to a value. */
function keywordsFor(schema: SchemaObject, value: unknown): NamedKeyword[] {
  const keywords = [...GENERAL, ...(BY_TYPE[typeOf(value)] ?? [])];
  return keywords.filter(
    ([name]) => schema[name] !== undefined || (name === 'maxLength' && isLimited(schema)),
  );
}
