import type { RJSFSchema } from '@rjsf/utils';
import { NULLABLE } from './fields/kinds.ts';
import { readableName } from './fields/labels.ts';
import { OPTION_DETAILS } from './fields/options.ts';

type Schema = Record<PropertyKey, unknown>;

const SCHEMA_MAPS = new Set([
  'properties',
  'patternProperties',
  'definitions',
  '$defs',
  'dependencies',
  'dependentSchemas',
]);
const SUBSCHEMAS = new Set([
  'items',
  'prefixItems',
  'additionalItems',
  'additionalProperties',
  'allOf',
  'anyOf',
  'oneOf',
  'then',
  'else',
]);
const CONVERTED = new Set([...SCHEMA_MAPS, ...SUBSCHEMAS, '$ref', 'enum', 'dependentRequired']);
const PRIMITIVES = new Set<unknown>(['string', 'number', 'integer']);
const TEXT = { type: 'string' };

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Converts one schema, after the schemas inside it. The order matters: `null` goes before options are
 * recognized, and options before the remaining branches become a union or get titles.
 */
const STEPS: readonly ((schema: Schema) => Schema)[] = [
  withoutRequiredGroups,
  withDependencies,
  withDiscriminator,
  withoutNull,
  asOptions,
  asUnion,
  withBranchTitles,
  asList,
  asConsent,
];

/**
 * The schema as RJSF can render it, with the types that its author left out. It is for rendering only;
 * data is validated against the original schema.
 */
export function toRenderSchema(schema: unknown): RJSFSchema {
  return convert(schema) as RJSFSchema;
}

function convert(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(convert);
  if (!isSchema(schema) || isPlain(schema)) return schema;
  const { allOf } = schema;
  // Generators wrap a reference in `allOf` to put a title beside it.
  if (Array.isArray(allOf) && allOf.length === 1 && canMerge(schema, allOf[0]))
    return convert(withoutWrapper(schema));
  // In RJSF, the properties beside a reference replace those of its target.
  if (typeof schema.$ref === 'string' && schema.properties !== undefined)
    return convert(withReferenceApart(schema));
  const entries = Object.entries(schema).map(
    ([keyword, value]) => [keyword, convertKeyword(keyword, value)] as const,
  );
  return STEPS.reduce<Schema>((result, step) => step(result), Object.fromEntries(entries));
}

function convertKeyword(keyword: string, value: unknown): unknown {
  if (SUBSCHEMAS.has(keyword)) return convert(value);
  if (!SCHEMA_MAPS.has(keyword) || !isSchema(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, convert(each)]));
}

/** Whether a schema describes one text or number, and nothing in it needs converting. */
function isPlain({ type, ...keywords }: Schema): boolean {
  if (keywords['default'] === null) return false;
  return PRIMITIVES.has(type) && !Object.keys(keywords).some((keyword) => CONVERTED.has(keyword));
}

const ANNOTATIONS = new Set(['title', 'description', 'default', 'examples', 'readOnly']);

/** Whether everything beside the only part of `allOf` is an annotation that the part lacks. */
function canMerge({ allOf: _allOf, ...others }: Schema, part: unknown): part is Schema {
  return (
    isSchema(part) &&
    Object.keys(others).every((keyword) => ANNOTATIONS.has(keyword) && !(keyword in part))
  );
}

function withReferenceApart({ $ref, allOf = [], ...rest }: Schema): Schema {
  return { ...rest, allOf: [...(allOf as Schema[]), { $ref }] };
}

function withoutWrapper({ allOf, ...rest }: Schema): Schema {
  const [part] = allOf as Schema[];
  return { ...part, ...rest };
}

const isNull = (option: unknown) =>
  isSchema(option) && (option.type === 'null' || option.const === null);

const asNullable = (branch: unknown) =>
  isSchema(branch) ? { ...branch, [NULLABLE]: true } : branch;

/** Null is no option to choose: it is sent for an empty field, or for an empty object of any branch. */
function withoutNull(schema: Schema): Schema {
  const { oneOf, anyOf = oneOf, ...rest } = schema;
  const branches: unknown[] = Array.isArray(anyOf) ? anyOf : [];
  const others = branches.filter((branch) => !isNull(branch));
  if (others.length > 0 && others.length < branches.length) {
    const [only] = others;
    const merged = others.length === 1 && isSchema(only) ? { ...only, ...rest } : undefined;
    return { ...(merged ?? { ...rest, anyOf: others.map(asNullable) }), [NULLABLE]: true };
  }
  const { type, enum: values } = schema;
  const types = Array.isArray(type) ? (type as unknown[]) : [type];
  const notNull = types.filter((each) => each !== 'null');
  const isNullable =
    types.length > notNull.length || (Array.isArray(values) && values.includes(null));
  if (!isNullable) return withoutNullDefault(schema);
  if (notNull.length === 0) return schema;
  return {
    ...schema,
    ...(type !== undefined && { type: notNull.length === 1 ? notNull[0] : notNull }),
    ...(Array.isArray(values) && { enum: values.filter((value) => value !== null) }),
    [NULLABLE]: true,
  };
}

/** Some generators write `default: null` for "none", where null itself is not valid. */
function withoutNullDefault({ default: given, ...schema }: Schema): Schema {
  return given === undefined || given === null ? schema : { ...schema, default: given };
}

/** `anyOf: [{ required: ['a'] }, …]` offers no branches to choose from; validation explains it. */
function withoutRequiredGroups(schema: Schema): Schema {
  const isRequiredOnly = (branch: unknown) =>
    isSchema(branch) && Object.keys(branch).join() === 'required';
  const { anyOf, oneOf, ...rest } = schema;
  const isGroup = (branches: unknown) => Array.isArray(branches) && branches.every(isRequiredOnly);
  return {
    ...rest,
    ...(anyOf !== undefined && !isGroup(anyOf) && { anyOf }),
    ...(oneOf !== undefined && !isGroup(oneOf) && { oneOf }),
  };
}

/** Draft 2020-12 splits draft-07's `dependencies`, the only one that RJSF supports, in two. */
function withDependencies({ dependentSchemas, dependentRequired, ...schema }: Schema): Schema {
  const rules = [schema.dependencies, dependentSchemas, dependentRequired].filter(isSchema);
  if (rules.length === 0) return schema;
  const merged = (name: string) => {
    const found = rules.filter((rule) => Object.hasOwn(rule, name)).map((rule) => rule[name]);
    if (found.length === 1) return found[0];
    return { allOf: found.map((rule) => (Array.isArray(rule) ? { required: rule } : rule)) };
  };
  const names = rules.flatMap(Object.keys);
  return { ...schema, dependencies: Object.fromEntries(names.map((name) => [name, merged(name)])) };
}

/**
 * Where each branch names its value of a required field, that field chooses the branch. RJSF would offer a
 * second choice, and answer the field with the constant of the first branch.
 */
function withDiscriminator(schema: Schema): Schema {
  const { oneOf, anyOf = oneOf, dependencies = {}, ...rest } = schema;
  const name = discriminatorOf(schema);
  if (name === undefined || name in (dependencies as Schema)) return schema;
  const branches = (anyOf as Schema[]).map(
    ({ title: _title, description: _description, ...branch }) => branch,
  );
  return { ...rest, dependencies: { ...(dependencies as Schema), [name]: { oneOf: branches } } };
}

/** The required field whose value chooses the branch of `oneOf` or `anyOf`, if there is one. */
export function discriminatorOf(schema: Schema): string | undefined {
  const { oneOf, anyOf = oneOf, properties, required } = schema;
  if (!Array.isArray(anyOf) || !anyOf.every(isSchema) || !isSchema(properties)) return undefined;
  if (oneOf !== undefined && oneOf !== anyOf) return undefined;
  return (Array.isArray(required) ? (required as string[]) : []).find((name) => {
    const byBranch = anyOf.map((branch) => constantsIn(fieldsOf(branch).get(name)));
    const values = byBranch.flat().map(({ value }) => value);
    const isInAll = byBranch.every((constants) => constants.length > 0);
    const areDistinct = new Set(values).size === values.length;
    return isInAll && areDistinct && constantsIn(properties[name]).length > 1;
  });
}

/** RJSF fills in `const` and `default`, but opening a form gives no consent. */
function asConsent(schema: Schema): Schema {
  const { const: constant, default: _default, ...rest } = schema;
  const types = [schema.type ?? 'boolean'].flat();
  const { enum: values = [constant] } = schema;
  const isConsent = Array.isArray(values) && values.length === 1 && values[0] === true;
  if (!isConsent || !types.includes('boolean')) return schema;
  return { ...rest, type: 'boolean', enum: [true] };
}

/**
 * `oneOf` or `anyOf` of constants becomes an `enum`, because RJSF would choose the first branch by
 * itself. Titles and descriptions of the options go into {@link OPTION_DETAILS}.
 */
function asOptions(schema: Schema): Schema {
  const { oneOf, anyOf = oneOf, ...rest } = schema;
  if (schema.properties || !Array.isArray(anyOf) || anyOf.length === 0) return schema;
  const options = anyOf.map(constantsIn);
  if (options.some((each) => each.length === 0)) return schema;
  const all = options.flat();
  return {
    type: typeOf(all.map(({ value }) => value)),
    ...rest,
    enum: all.map(({ value }) => value),
    [OPTION_DETAILS]: all.map(({ title, description }) => ({ title, description })),
  };
}

interface Constant {
  value: unknown;
  title?: unknown;
  description?: unknown;
}

function constantsIn(branch: unknown): Constant[] {
  if (!isSchema(branch)) return [];
  const { title, description, const: constant, enum: values, [OPTION_DETAILS]: details } = branch;
  if ('const' in branch) return [{ value: constant, title, description }];
  if (!Array.isArray(values)) return [];
  const own = (details ?? []) as Constant[];
  return values.map((value: unknown, index) => ({
    ...(values.length === 1 && { title, description }),
    ...own[index],
    value,
  }));
}

function typeOf(values: readonly unknown[]): string {
  const isAll = (type: string) => values.every((value) => typeof value === type);
  return isAll('boolean') ? 'boolean' : isAll('number') ? 'number' : 'string';
}

/** A union of text and number without titles is one input; the first matching type decides what is sent. */
function asUnion(schema: Schema): Schema {
  const { oneOf, anyOf = oneOf, ...rest } = schema;
  if (schema.type !== undefined || !Array.isArray(anyOf) || anyOf.length < 2) return schema;
  const types = anyOf.map((branch) =>
    isSchema(branch) && !['enum', 'format', 'title'].some((keyword) => keyword in branch)
      ? branch.type
      : undefined,
  );
  if (!types.every((type) => PRIMITIVES.has(type))) return schema;
  return { ...rest, type: [...new Set(types)] };
}

/** Names branches without a title by the constants, or the fields, that tell them apart. */
function withBranchTitles(schema: Schema): Schema {
  const keyword = schema.oneOf === undefined ? 'anyOf' : 'oneOf';
  const branches = schema[keyword];
  if (!Array.isArray(branches) || !branches.every(isSchema)) return schema;
  const named = branches.map((branch) => {
    if (branch.title !== undefined || branch.$ref !== undefined) return branch;
    const title = branchTitle(
      branch,
      branches.filter((other) => other !== branch),
    );
    return title === undefined ? branch : { ...branch, title };
  });
  return { ...schema, [keyword]: named };
}

function branchTitle(branch: Schema, others: readonly Schema[]): string | undefined {
  const fields = fieldsOf(branch);
  for (const [name, field] of fields) {
    const [own] = constantsIn(field);
    const theirs = others.map((other) => constantsIn(fieldsOf(other).get(name))[0]?.value);
    if (own === undefined || theirs.includes(own.value)) continue;
    return typeof own.title === 'string' ? own.title : readableName(String(own.value));
  }
  const isOwn = (name: string) => others.every((other) => !fieldsOf(other).has(name));
  const titles = [...fields]
    .filter(([name]) => isOwn(name))
    .map(([name, field]) => {
      const { title } = isSchema(field) ? field : {};
      return typeof title === 'string' ? title : readableName(name);
    });
  return titles.length > 0 ? titles.slice(0, 3).join(', ') : undefined;
}

function fieldsOf({ properties }: Schema): ReadonlyMap<string, unknown> {
  return new Map(isSchema(properties) ? Object.entries(properties) : []);
}

/** A schema with entries is a list; entries without a schema are text. */
function asList(schema: Schema): Schema {
  const { prefixItems, ...rest } = schema;
  const isList = schema.items !== undefined || Array.isArray(prefixItems);
  if (schema.type !== 'array' && (schema.type !== undefined || !isList)) return schema;
  const more = isSchema(schema.items) || Array.isArray(schema.items) ? schema.items : TEXT;
  if (!Array.isArray(prefixItems)) return { ...rest, type: 'array', items: more };
  const additionalItems = isSchema(schema.items) ? schema.items : false;
  return { ...rest, type: 'array', items: prefixItems, additionalItems };
}
