import type { SchemaDraft } from 'precandidate-contract';
import {
  LIST_KEYWORDS_07,
  LIST_KEYWORDS_2020,
  OBJECT_KEYWORDS_07,
  OBJECT_KEYWORDS_2020,
} from './collection-keywords.ts';
import type { Keywords, Rule } from './rule.ts';
import type { SchemaObject } from './schema-document.ts';
import { ANY_KEYWORDS, NUMBER_KEYWORDS, TEXT_KEYWORDS } from './value-keywords.ts';

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
