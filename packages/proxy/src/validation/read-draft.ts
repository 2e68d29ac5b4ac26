import { namedDraft, type SchemaDraft } from 'precandidate-contract';
import { isJsonObject } from '../shared/json.ts';
import { SUBSCHEMAS } from './schema-rules.ts';

type Schema = Record<string, unknown>;

/** A schema in the words of a draft that validators support. */
export interface DraftedSchema {
  draft: SchemaDraft;
  /** The schema's own `$schema` names this draft. */
  isNamed: boolean;
  /** Without `$schema`. */
  keywords: Schema;
  /** The keyword for the address of a schema. */
  idKeyword: '$id' | 'id';
}

/** The draft that a `$schema` names, for drafts that we rewrite. */
const REWRITTEN = /^https?:\/\/json-schema\.org\/(draft-04|draft-06|draft\/2019-09)\/schema#?$/;

/** Keywords that draft-07 ignores. */
const NEWER =
  /"(?:dependentRequired|dependentSchemas|prefixItems|minContains|maxContains|unevaluatedProperties|unevaluatedItems)":/;

/**
 * Reads a schema in its own draft. Without a `$schema` that we know, the keywords of all drafts apply.
 */
export function readDraft({ $schema, ...given }: Schema): DraftedSchema {
  const named = namedDraft($schema);
  const read = (draft: SchemaDraft, ...changes: Change[]): DraftedSchema => {
    const all = [withNullType, ...changes];
    const keywords = all.reduce<Schema>((schema, change) => rewrite(schema, change), given);
    return { draft, isNamed: named !== undefined, keywords, idKeyword: '$id' };
  };
  if (named !== undefined) return read(named);
  switch (REWRITTEN.exec(String($schema))?.[1]) {
    case 'draft-04':
      return { ...read('draft-07', withNumericLimits), idKeyword: 'id' };
    case 'draft-06':
      return read('draft-07');
    case 'draft/2019-09':
      return read('2020-12', withoutPrefixItems, withPrefixItems);
    default:
      return NEWER.test(JSON.stringify(given))
        ? read('2020-12', withPrefixItems, withNumericLimits)
        : read('draft-07', withNumericLimits);
  }
}

type Change = (schema: Schema) => Schema;

/** Keywords that contain data, in which nothing is a schema. */
const DATA: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'examples']);

/** Keywords with schemas, or lists of names, by name. */
const BY_NAME: ReadonlySet<string> = new Set([
  'dependentRequired',
  ...Object.values(SUBSCHEMAS).flatMap((shapes) =>
    Object.keys(shapes).filter((keyword) => shapes[keyword] === 'map'),
  ),
]);

/**
 * The values in a part of a schema in which schemas may be, with their keys. A keyword of the author's
 * own, such as `components`, counts as a schema: a reference may lead into it.
 *
 * @param isSchema - rather than schemas by name
 */
export function placesIn(part: object, isSchema: boolean) {
  return Object.entries(part)
    .filter(([key]) => !(isSchema && DATA.has(key)))
    .map(([key, value]: [string, unknown]) => {
      return { key, value, isSchema: !(isSchema && BY_NAME.has(key)) };
    });
}

/** A copy of a schema with each schema in it changed, the inner ones first. */
function rewrite(schema: Schema, change: Change): Schema {
  const copyOf = (value: unknown, isSchema: boolean): unknown => {
    if (Array.isArray(value)) return value.map((item) => copyOf(item, true));
    if (!isJsonObject(value)) return value;
    const changed = placesIn(value, isSchema).map(
      (place) => [place.key, copyOf(place.value, place.isSchema)] as const,
    );
    const copy = { ...value, ...Object.fromEntries(changed) };
    return isSchema ? change(copy) : copy;
  };
  return copyOf(schema, true) as Schema;
}

/** OpenAPI's flag, which AJV knows in every draft. */
function withNullType({ nullable, ...schema }: Schema): Schema {
  const { type } = schema;
  if (nullable === undefined) return schema;
  const isAdded = nullable === true && type !== undefined && ![type].flat().includes('null');
  return isAdded ? { ...schema, type: [type, 'null'].flat() } : { ...schema, nullable };
}

/** Before 2020-12, it means nothing. */
function withoutPrefixItems(schema: Schema): Schema {
  const { prefixItems: _prefixItems, ...known } = schema;
  return known;
}

/** 2020-12 only renamed the keywords of lists. */
function withPrefixItems({ items, additionalItems, ...others }: Schema): Schema {
  if (!Array.isArray(items)) return { ...others, ...(items !== undefined && { items }) };
  return {
    ...others,
    prefixItems: items,
    ...(additionalItems !== undefined && { items: additionalItems }),
  };
}

/** In draft 04, a flag says that a limit is no valid value itself. */
function withNumericLimits(schema: Schema): Schema {
  const limits = [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const;
  return limits.reduce<Schema>((changed, [limit, flag]) => {
    if (typeof changed[flag] !== 'boolean') return changed;
    const { [flag]: isExclusive, [limit]: value, ...others } = changed;
    if (value === undefined) return others;
    return { ...others, [isExclusive === true ? flag : limit]: value };
  }, schema);
}
