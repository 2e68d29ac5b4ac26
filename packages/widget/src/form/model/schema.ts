import { canonical, isNothing, memoized, targetIn } from '../../validation/json.ts';
import type { CheckError } from '../../validation/validation-run.ts';
import { check, isValid } from '../../validation/validator.ts';
import { NULLABLE } from '../fields/kinds.ts';
import { OPTION_DETAILS, optionDetails, type OptionDetails } from '../fields/options.ts';

/** One object of the form's schema, as its author wrote it. */
export type Schema = Record<string, unknown>;

/** Marks a constant that the candidate has given with another answer, or need not give. */
export const SILENT = 'x-silent';

/** Marks a field whose value chooses a branch: the branch does not take its other options away. */
export const CHOOSES = 'x-chooses';

/** Accepts no value. */
export const NEVER: Schema = { not: {} };

/** A `oneOf` or `anyOf` whose branches ask for different things. */
export interface Union {
  /** The schema's own array, which names the union in the validator's errors too. */
  key: readonly unknown[];
  keyword: string;
  branches: readonly Branch[];
}

export interface Branch {
  /** In the schema's array. */
  index: number;
  schema: Schema;
}

/** A schema with what its author left out, and without `null`, which is no answer. */
export interface Normal {
  schema: Schema;
  unions: readonly Union[];
  /** The only branches of unions: they always apply. */
  always: readonly Schema[];
}

/** Keywords that hold one schema, rather than several by name or in a list. */
const ONE_SCHEMA = new Set(['if', 'then', 'else', 'not']);

/** Keywords in which a condition holds what it reads of the same value. */
const READ = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'];

/** Looks schemas up in the form's schema, and compares them with its data. */
export class SchemaReader {
  readonly #root: object;

  constructor(root: object) {
    this.#root = root;
  }

  readonly normal = memoized((schema: Schema): Normal => normalize(schema, this.deref));

  /** The schema that a reference leads to, with the keywords beside it; itself without a reference. */
  readonly deref = (schema: Schema): Schema => {
    const { $ref: _ref, ...beside } = schema;
    const target = this.target(schema);
    return target === undefined ? schema : { ...this.deref(target), ...beside };
  };

  /** The schema that a reference leads to. */
  target({ $ref }: Schema): Schema | undefined {
    const target = targetIn(this.#root, $ref);
    return isSchema(target) ? target : undefined;
  }

  /** A schema with those that it refers to, or holds in `keywords`: one, or several of them. */
  inPlace(schema: Schema, keywords: readonly string[]): Schema[] {
    const found = new Set<Schema>();
    const visit = (each: unknown) => {
      if (!isSchema(each) || found.has(each)) return;
      found.add(each);
      visit(this.target(each));
      for (const keyword of keywords) {
        const held = each[keyword];
        if (ONE_SCHEMA.has(keyword)) visit(held);
        else Object.values(held ?? {}).forEach(visit);
      }
    };
    visit(schema);
    return [...found];
  }

  /** Names of the fields that a condition reads. */
  readonly namesRead = memoized((condition: Schema): readonly string[] => {
    const all = this.inPlace(condition, READ).flatMap((schema) => [
      ...Object.keys(schema['properties'] ?? {}),
      ...requiredIn(schema),
    ]);
    return [...new Set(all)];
  });

  /** What conditions say about a field of the value that they read. */
  conditionsFor(conditions: readonly Schema[], name: string): Schema[] {
    return conditions
      .flatMap((condition) => this.inPlace(condition, READ))
      .flatMap(({ properties }) => (isSchema(properties) ? [properties[name]] : []))
      .filter(isSchema);
  }

  /** `undefined` when the schema cannot be evaluated. */
  isValid(schema: Schema, value: unknown): boolean | undefined {
    try {
      return isValid(schema, value, this.#root);
    } catch {
      return undefined;
    }
  }

  accepts(schema: Schema, value: unknown): boolean {
    return this.isValid(schema, value) === true;
  }

  /** What is wrong with a value. */
  errorsIn(schema: Schema, value: unknown): CheckError[] {
    return check(schema, value, this.#root);
  }
}

/** One value among options. */
export interface Constant extends OptionDetails {
  /** `null` without a title: not offered as an option, since an empty field means it. */
  isEmpty?: boolean;
}

/** Whether a schema accepts no value, and says so. */
export const refusesAll = (schema: unknown): boolean =>
  schema === false ||
  (isSchema(schema) && (schema['not'] === true || isEmptySchema(schema['not'])));

const isEmptySchema = (schema: unknown): boolean =>
  isSchema(schema) && Object.keys(schema).length === 0;

/** The names that a schema requires. */
export const requiredIn = ({ required }: Schema): readonly string[] =>
  Array.isArray(required) ? (required as string[]) : [];

export function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const PRIMITIVES = new Set<unknown>(['string', 'number', 'integer']);

/**
 * Makes one schema explicit: recognizes options, unions of texts and numbers, lists, and `null` for an empty
 * field. Schemas inside it stay as they are.
 *
 * @param deref - the schema that a branch refers to
 */
function normalize(raw: Schema, deref: (schema: Schema) => Schema): Normal {
  let schema = withoutNull(withOptionDetails(withoutEmptyDefault(raw)));
  const unions: Union[] = [];
  const always: Schema[] = [];
  for (const keyword of ['oneOf', 'anyOf']) {
    const key: unknown = schema[keyword];
    if (!Array.isArray(key) || key.length === 0 || !key.every(isSchema)) continue;
    const named = key.map((branch) => constantsIn(deref(branch)));
    // Beside other options, yes and no are two of them.
    const hasOptions = named.some((each) => each.some(({ isEmpty = false }) => !isEmpty));
    const options = key.map((branch, index) =>
      hasOptions && isYesNo(deref(branch)) ? YES_NO : (named[index] ?? []),
    );
    if (schema['properties'] === undefined && options.every((each) => each.length > 0)) {
      schema = withOptions(schema, options.flat());
      continue;
    }
    const isUntitledNull = (branch: Schema) =>
      branch['title'] === undefined && constantsIn(branch).some(({ value }) => value === null);
    const branches = key
      .map((branch, index) => ({ index, schema: branch }))
      .filter((branch) => !isUntitledNull(branch.schema));
    if (branches.length < key.length) schema = { ...schema, [NULLABLE]: true };
    const areYesNo =
      branches.length > 1 && branches.every(({ schema: branch }) => isYesNo(deref(branch)));
    const types = areYesNo ? 'boolean' : textTypes(branches, schema, deref);
    if (branches.every(({ schema: branch }) => isRequiredOnly(branch))) {
      always.push(requiredFields(branches));
      continue;
    }
    if (types !== undefined) schema = { type: types, ...schema };
    else if (branches.length === 1) always.push(...branches.map((branch) => branch.schema));
    else if (branches.length > 1) unions.push({ key, keyword, branches });
  }
  return { schema: asList(schema), unions, always };
}

const YES_NO: readonly Constant[] = [{ value: true }, { value: false }];

/** Whether a branch is a yes or no: as several of them are, it is one question. */
function isYesNo({ type, const: constant, enum: values }: Schema): boolean {
  return type === 'boolean' && constant === undefined && values === undefined;
}

/** The fields that some branches require, whatever others define. */
export function requiredFields(branches: readonly Branch[]): Schema {
  const names = branches.flatMap(({ schema }) => requiredIn(schema));
  return { properties: Object.fromEntries(names.map((name) => [name, true])) };
}

/** `anyOf: [{ required: ['a'] }, …]` offers nothing to choose; validation explains it. */
export function isRequiredOnly(branch: unknown): boolean {
  const keywords = isSchema(branch) ? Object.keys(branch) : [];
  const isOther = (keyword: string) =>
    !['required', 'title', 'description', 'type'].includes(keyword);
  return keywords.includes('required') && !keywords.some(isOther);
}

/** The types of a union of texts and numbers without titles, which is one input. */
function textTypes(
  branches: readonly Branch[],
  { type }: Schema,
  deref: (schema: Schema) => Schema,
): unknown {
  const types = branches.map(({ schema }) => {
    const branch = deref(schema);
    const isOwn = ['enum', 'const', 'title', 'properties', 'contentEncoding'].some(
      (keyword) => keyword in branch,
    );
    return isOwn || branch['format'] === 'data-url' ? undefined : (branch['type'] ?? type);
  });
  if (branches.length < 2 || !types.every((each) => PRIMITIVES.has(each))) return undefined;
  const distinct = [...new Set(types)];
  return distinct.length === 1 ? distinct[0] : distinct;
}

/** Whether a value is an answer. Some generators write `null` or an empty text as the default for "none". */
export const isAnswer = (value: unknown): boolean => value !== '' && !isNothing(value);

function withoutEmptyDefault(schema: Schema): Schema {
  const { default: given, ...rest } = schema;
  return isAnswer(given) || schema['readOnly'] === true ? schema : rest;
}

/** An empty field whose type includes `null` means `null`, unless its options do not. */
function withoutNull(schema: Schema): Schema {
  const { type, enum: values } = schema;
  const types = [type].flat();
  const others = types.filter((each) => each !== 'null');
  if (others.length === 0) return schema;
  if (others.length < types.length) {
    const isNullable = !Array.isArray(values) || values.includes(null);
    const rest = others.length === 1 ? others[0] : others;
    return { ...schema, type: rest, ...(isNullable && { [NULLABLE]: true }) };
  }
  const options = Array.isArray(values) ? values.filter((value) => value !== null) : [];
  return type === undefined || options.length === 0 ? schema : { ...schema, enum: options };
}

/** The names beside an `enum`, before a value is taken out of it. */
function withOptionDetails(schema: Schema): Schema {
  const details = optionDetails(schema);
  return details.length === 0 ? schema : { ...schema, [OPTION_DETAILS]: details };
}

/**
 * `oneOf` or `anyOf` of constants becomes an `enum`, with the titles and descriptions of its options in
 * {@link OPTION_DETAILS}.
 */
function withOptions(schema: Schema, constants: readonly Constant[]): Schema {
  const { oneOf: _oneOf, anyOf: _anyOf, ...rest } = schema;
  const listed = Array.isArray(schema['enum']) ? schema['enum'].map(canonical) : [];
  const isListed = ({ value }: Constant) => listed.includes(canonical(value));
  const allowed = constants.some(isListed) ? constants.filter(isListed) : constants;
  const offered = allowed.filter(({ isEmpty = false }) => !isEmpty);
  const shared = sharedTitle(offered, schema['title']);
  return {
    type: typeOf(offered.map(({ value }) => value)),
    ...(shared !== undefined && { title: shared }),
    ...rest,
    ...(offered.length < allowed.length && { [NULLABLE]: true }),
    enum: offered.map(({ value }) => value),
    [OPTION_DETAILS]: shared === undefined ? offered : offered.map(untitled),
  };
}

/** A title that several options have, or that their field has too: it names the field, not an option. */
export function sharedTitle(
  options: readonly Constant[],
  fieldTitle?: unknown,
): string | undefined {
  const [title, ...others] = options.flatMap((option) => option.title ?? []);
  const isSame = others.every((other) => other === title);
  const isShared = isSame && (others.length > 0 || title === fieldTitle);
  return isShared && typeof title === 'string' ? title : undefined;
}

export const untitled = ({ title: _title, ...constant }: Constant): Constant => constant;

/** The values that a schema allows, if it names them all. */
export function constantsIn(branch: unknown): Constant[] {
  if (!isSchema(branch)) return [];
  const { title, description, type, const: constant, enum: values } = branch;
  if ('const' in branch) return [{ value: constant, title, description }];
  if (type === 'null') return [{ value: null, title, description, isEmpty: title === undefined }];
  if (Array.isArray(values)) {
    const names = new Map(optionDetails(branch).map((each) => [canonical(each.value), each]));
    return values.map((value: unknown) => ({
      ...(values.length === 1 && { title, description }),
      ...names.get(canonical(value)),
      value,
    }));
  }
  const options = branch['oneOf'] ?? branch['anyOf'];
  if (!Array.isArray(options) || branch['properties'] !== undefined) return [];
  const inner = options.map(constantsIn);
  return inner.every((each) => each.length > 0) ? inner.flat() : [];
}

/** The type of all values but `null`. */
export function typeOf(values: readonly unknown[]): string {
  const others = values.filter((value) => value !== null);
  const isAll = (type: string) =>
    others.length > 0 && others.every((value) => typeof value === type);
  return isAll('boolean') ? 'boolean' : isAll('number') ? 'number' : 'string';
}

/** A schema with entries is a list; entries without a schema are text. */
function asList(schema: Schema): Schema {
  const { prefixItems, ...rest } = schema;
  const { items, type } = schema;
  const isList = items !== undefined || Array.isArray(prefixItems);
  if (type !== 'array' && (type !== undefined || !isList)) return schema;
  if (!Array.isArray(prefixItems)) return { ...rest, type: 'array' };
  const additionalItems = items ?? false;
  return { ...rest, type: 'array', items: prefixItems, additionalItems };
}
