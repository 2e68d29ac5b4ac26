import type { SchemaDraft } from 'precandidate-contract';
import {
  LIST_KEYWORDS_07,
  LIST_KEYWORDS_2020,
  OBJECT_KEYWORDS_07,
  OBJECT_KEYWORDS_2020,
} from './collection-keywords.ts';
import type { Schema, SchemaObject } from './schema-document.ts';
import { ANY_KEYWORDS, NUMBER_KEYWORDS, TEXT_KEYWORDS } from './value-keywords.ts';

/** Names and indexes that some keyword has evaluated, for `unevaluatedProperties` and `…Items`. */
export type Evaluated = Set<string | number>;

/** One keyword of one schema; `seen` only where an `unevaluated…` keyword needs it. */
export type Rule<Value> = (value: Value, run: Run, seen: Evaluated | undefined) => boolean;

/** Creates the rule of each keyword, in AJV's order of errors. */
export type Keywords<Value> = {
  [Keyword in keyof SchemaObject]?: (
    schema: SchemaObject & Required<Pick<SchemaObject, Keyword>>,
  ) => Rule<Value>;
};

/** A running check. Each method returns whether the value is valid. */
export interface Run {
  /** Validates against another schema that applies in any case. */
  judge(schema: Schema, value: unknown, seen?: Evaluated): boolean;
  /** Validates against a schema that may not apply: its evaluations count only if it is valid. */
  separately(schema: Schema, value: unknown, seen?: Evaluated): boolean;
  /** As `separately`, for a branch of `anyOf` or `oneOf`. */
  branch(union: object, index: number, schema: Schema, value: unknown, seen?: Evaluated): boolean;
  /** As `separately`, without errors. */
  fits(schema: Schema, value: unknown, seen?: Evaluated): boolean;
  /** Validates the member or item at `key`. */
  child(key: string | number, schema: Schema, value: unknown): boolean;
  /** Whether all items pass; stops at the first failure when only validity matters. */
  every<Item>(items: Iterable<Item>, passes: (item: Item) => boolean): boolean;
  /** Drops the errors of the attempt if it passes as a whole. */
  attempt(passes: () => boolean): boolean;
  /** Resolves a reference; throws when it is dangling. */
  target(schema: SchemaObject, keyword: '$ref' | '$dynamicRef'): Schema;
  /** Records an error at the current value. */
  fail(keyword: string, params: Record<string, unknown>): false;
}

/** A JSON type; `none` for other values. */
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

/** The rules of a schema for values of one type, in AJV's order of errors; cached. */
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
  // AJV reports a wrong type where it would have checked the keywords of the right one.
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
