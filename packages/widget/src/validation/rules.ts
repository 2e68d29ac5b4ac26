import type { SchemaDraft } from 'precandidate-contract';
import {
  LIST_KEYWORDS_07,
  LIST_KEYWORDS_2020,
  OBJECT_KEYWORDS_07,
  OBJECT_KEYWORDS_2020,
} from './collection-keywords.ts';
import type { Schema, SchemaObject } from './schema-document.ts';
import { ANY_KEYWORDS, NUMBER_KEYWORDS, TEXT_KEYWORDS } from './value-keywords.ts';

/** Names and indexes of a value that some keyword looked at: what `unevaluated…` leaves alone. */
export type Evaluated = Set<string | number>;

/** One keyword of one schema, ready to judge values; `seen` only where somebody asks for it. */
export type Rule<Value> = (value: Value, run: Run, seen: Evaluated | undefined) => boolean;

/** By keyword: makes the rule of a schema that has it. In the order in which errors are told. */
export type Keywords<Value> = {
  [Keyword in keyof SchemaObject]?: (
    schema: SchemaObject & Required<Pick<SchemaObject, Keyword>>,
  ) => Rule<Value>;
};

/** One check under way, as the keywords see it. Each method answers whether the value is valid. */
export interface Run {
  /** The same value by another schema, with all that this one evaluates. */
  judge(schema: Schema, value: unknown, seen?: Evaluated): boolean;
  /** The same value by a schema that may not apply: what it evaluates counts only if it fits. */
  branch(schema: Schema, value: unknown, seen?: Evaluated): boolean;
  /** As `branch`, by one of the shapes of a part. */
  shape(part: object, index: number, schema: Schema, value: unknown, seen?: Evaluated): boolean;
  /** As `branch`, without telling what is wrong. */
  fits(schema: Schema, value: unknown, seen?: Evaluated): boolean;
  /** What the value holds at `key`. */
  child(key: string | number, schema: Schema, value: unknown): boolean;
  /** All of them; stops at the first that does not pass when only the verdict is asked. */
  every<Item>(items: Iterable<Item>, passes: (item: Item) => boolean): boolean;
  /** Forgets what was found wrong within when the whole passes after all. */
  attempt(passes: () => boolean): boolean;
  /** The schema that `$ref` or `$dynamicRef` leads to. Throws when it leads nowhere. */
  target(schema: SchemaObject, keyword: '$ref' | '$dynamicRef'): Schema;
  /** Tells an error at this place. */
  fail(keyword: string, params: Record<string, unknown>): false;
}

/** A value's type as schemas name it; `none` for what JSON does not have. */
export type Kind = 'array' | 'boolean' | 'none' | 'null' | 'number' | 'object' | 'string';

const IN_BOTH = { string: TEXT_KEYWORDS, number: NUMBER_KEYWORDS };
const BY_KIND: Record<SchemaDraft, Partial<Record<Kind, Keywords<never>>>> = {
  'draft-07': { ...IN_BOTH, array: LIST_KEYWORDS_07, object: OBJECT_KEYWORDS_07 },
  '2020-12': { ...IN_BOTH, array: LIST_KEYWORDS_2020, object: OBJECT_KEYWORDS_2020 },
};

type RulesByKind = Partial<Record<Kind, Rule<never>[]>>;

const known: Record<SchemaDraft, WeakMap<SchemaObject, RulesByKind>> = {
  'draft-07': new WeakMap(),
  '2020-12': new WeakMap(),
};

/** What a schema asks of a value of one kind, in the order in which AJV tells errors. Made once. */
export function rulesOf(schema: SchemaObject, kind: Kind, draft: SchemaDraft): Rule<never>[] {
  const byKind = known[draft].get(schema) ?? {};
  known[draft].set(schema, byKind);
  return (byKind[kind] ??= makeRules(schema, kind, draft));
}

function makeRules(schema: SchemaObject, kind: Kind, draft: SchemaDraft): Rule<never>[] {
  const any = rulesFrom(ANY_KEYWORDS, schema);
  const own = rulesFrom(BY_KIND[draft][kind], schema);
  const { type } = schema;
  if (type === undefined) return [...any, ...own];
  // AJV tells a wrong type where it would have judged the right one.
  const right = BY_KIND[draft][type as Kind];
  const isLater = right !== undefined && keywordsIn(right, schema).length > 0;
  return isLater ? [...any, typeRule(type), ...own] : [typeRule(type), ...any, ...own];
}

function rulesFrom(keywords: Keywords<never> | undefined, schema: SchemaObject): Rule<never>[] {
  if (keywords === undefined) return [];
  return keywordsIn(keywords, schema).map((keyword) => {
    const make = keywords[keyword] as (schema: SchemaObject) => Rule<never>;
    return make(schema);
  });
}

function keywordsIn(keywords: Keywords<never>, schema: SchemaObject): (keyof SchemaObject)[] {
  const names = Object.keys(keywords) as (keyof SchemaObject)[];
  return names.filter((keyword) => schema[keyword] !== undefined);
}

function typeRule(type: string | string[]): Rule<unknown> {
  const types = [type].flat();
  return (value, run) =>
    types.includes(kindOf(value)) ||
    (types.includes('integer') && Number.isInteger(value)) ||
    run.fail('type', { type });
}

export function kindOf(value: unknown): Kind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  switch (typeof value) {
    case 'boolean':
    case 'object':
    case 'string':
      return typeof value as Kind;
    case 'number':
      return Number.isFinite(value) ? 'number' : 'none';
    default:
      return 'none';
  }
}
