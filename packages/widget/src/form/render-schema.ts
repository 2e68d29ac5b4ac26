import { RJSF_REF_CYCLE_KEY, type RJSFSchema } from '@rjsf/utils';
import { fromFragment, toPointer, valueAt } from '../validation/json.ts';

type Schema = Record<PropertyKey, unknown>;

/** Where a schema that replaces a recursive `$ref` keeps that reference. */
export const RECURSIVE_REF = 'x-recursive-ref';

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
/** Keywords whose schemas RJSF renders only where there is data, or where something refers to them. */
const RENDERED_ON_DEMAND = new Set(['items', 'prefixItems', 'definitions', '$defs']);
const TEXT = { type: 'string' };

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The schema as RJSF can render it: with the types that its author left out, and with recursive
 * references marked. It is for rendering only; data is validated against the original schema.
 */
export function toRenderSchema(schema: unknown): RJSFSchema {
  return new RenderSchema(schema).convert(schema, [], []) as RJSFSchema;
}

class RenderSchema {
  readonly #root: unknown;
  readonly #targets: ReadonlySet<string>;

  constructor(root: unknown) {
    this.#root = root;
    this.#targets = new Set(refsIn(root, true));
  }

  /**
   * @param path - where the schema is in the root
   * @param around - references whose targets contain this schema
   */
  convert(schema: unknown, path: readonly string[], around: readonly string[]): unknown {
    if (Array.isArray(schema))
      return schema.map((item, index) => this.convert(item, [...path, String(index)], around));
    if (!isSchema(schema)) return schema;
    const here = `#${toPointer(path)}`;
    const enclosing = this.#targets.has(here) ? [...around, here] : around;
    const { $ref: ref, ...rest } = schema;
    if (typeof ref === 'string' && enclosing.some((each) => this.#leadsTo(ref, each)))
      return this.#recursive(rest, ref);
    const entries = Object.entries(schema).map(([key, value]) => {
      const inside = RENDERED_ON_DEMAND.has(key) ? [] : enclosing;
      return [key, this.#convertKeyword(key, value, [...path, key], inside)] as const;
    });
    const converted = withDependencies(withoutNull(Object.fromEntries(entries)));
    return asConsent(asList(asChoice(converted)));
  }

  #convertKeyword(
    key: string,
    value: unknown,
    path: readonly string[],
    around: readonly string[],
  ): unknown {
    if (SUBSCHEMAS.has(key)) return this.convert(value, path, around);
    if (!SCHEMA_MAPS.has(key) || !isSchema(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [
        name,
        this.convert(each, [...path, name], around),
      ]),
    );
  }

  /** Whether rendering what `ref` refers to renders what `target` refers to. */
  #leadsTo(ref: string, target: string, seen: ReadonlySet<string> = new Set()): boolean {
    if (ref === target) return true;
    if (seen.has(ref)) return false;
    const refs = refsIn(this.#resolve(ref), false);
    return refs.some((next) => this.#leadsTo(next, target, new Set([...seen, ref])));
  }

  /**
   * Replaces a reference that leads back to itself. RJSF handles it only where an object refers to
   * itself directly; otherwise it renders, and looks for stale data, without end.
   */
  #recursive(siblings: Schema, ref: string): Schema {
    const { title, type } = (this.#resolve(ref) ?? {}) as Schema;
    return {
      ...(title !== undefined && { title }),
      ...(type !== undefined && { type }),
      ...siblings,
      [RECURSIVE_REF]: ref,
      [RJSF_REF_CYCLE_KEY]: true,
    };
  }

  #resolve(ref: string): unknown {
    return ref.startsWith('#') ? valueAt(this.#root, fromFragment(ref)) : undefined;
  }
}

/** The references in a schema. `all`: also in those that are rendered on demand. */
function refsIn(schema: unknown, all: boolean): string[] {
  if (Array.isArray(schema)) return schema.flatMap((item) => refsIn(item, all));
  if (!isSchema(schema)) return [];
  const own = typeof schema.$ref === 'string' ? [schema.$ref] : [];
  return own.concat(
    Object.entries(schema).flatMap(([key, value]) => {
      if (!all && RENDERED_ON_DEMAND.has(key)) return [];
      if (SUBSCHEMAS.has(key)) return refsIn(value, all);
      if (!SCHEMA_MAPS.has(key) || !isSchema(value)) return [];
      return Object.values(value).flatMap((each) => refsIn(each, all));
    }),
  );
}

/** “Or null” offers nothing to fill in: a field left empty is not sent. */
function withoutNull(schema: Schema): Schema {
  const isNull = (option: unknown) => isSchema(option) && option.type === 'null';
  const { oneOf, anyOf = oneOf, ...rest } = schema;
  const options: unknown[] = Array.isArray(anyOf) ? anyOf : [];
  const [only, ...others] = options.filter((option) => !isNull(option));
  if (isSchema(only) && others.length === 0 && options.length > 1) return { ...only, ...rest };
  const { enum: values } = schema;
  const isNullable = Array.isArray(schema.type) && Array.isArray(values) && values.length > 1;
  return isNullable ? { ...schema, enum: values.filter((value) => value !== null) } : schema;
}

/** Draft 2020-12 splits draft-07's `dependencies`, the only one that RJSF supports, in two. */
function withDependencies({ dependentSchemas, dependentRequired, ...schema }: Schema): Schema {
  const rules = [schema.dependencies, dependentSchemas, dependentRequired].filter(isSchema);
  if (rules.length === 0) return schema;
  const names = new Set(rules.flatMap((rule) => Object.keys(rule)));
  const merged = (name: string) => {
    const found = rules.filter((rule) => Object.hasOwn(rule, name)).map((rule) => rule[name]);
    if (found.length === 1) return found[0];
    return { allOf: found.map((rule) => (Array.isArray(rule) ? { required: rule } : rule)) };
  };
  return {
    ...schema,
    dependencies: Object.fromEntries([...names].map((name) => [name, merged(name)])),
  };
}

/** RJSF fills in a `const` by itself, but opening a form gives no consent. */
function asConsent(schema: Schema): Schema {
  const types = [schema.type ?? 'boolean'].flat();
  if (schema.const !== true || !types.includes('boolean')) return schema;
  const { const: consent, ...rest } = schema;
  return { ...rest, type: 'boolean', enum: [consent] };
}

/** Constants to choose from are one choice, even without a type. */
function asChoice(schema: Schema): Schema {
  const options = schema.oneOf ?? schema.anyOf;
  if (schema.type !== undefined || schema.properties || !Array.isArray(options)) return schema;
  const isConstant = (option: unknown) => isSchema(option) && 'const' in option;
  return options.length > 0 && options.every(isConstant) ? { ...schema, ...TEXT } : schema;
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
