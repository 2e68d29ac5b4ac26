import { namedDraft, type SchemaDraft } from 'precandidate-contract';
import { isJsonObject } from '../shared/json.ts';
import { readReferences, type ResolveReference } from './references.ts';
import { mapSubschemas, type Schema } from './schema-rules.ts';

/** A schema as the service sent it, in the words of a draft that validators support. */
export interface SourceSchema {
  draft: SchemaDraft;
  /** The schema's own `$schema` names this draft. */
  isNamed: boolean;
  /** Without `$schema`. What is under an unknown keyword is as given: `rewrite` it when it is a schema. */
  keywords: Schema;
  rewrite(this: void, schema: Schema): Schema;
  resolve: ResolveReference;
}

/** The draft that a `$schema` names, for drafts that we rewrite. */
const REWRITTEN = /^https?:\/\/json-schema\.org\/(draft-04|draft-06|draft\/2019-09)\/schema#?$/;

/** Keywords that draft-07 ignores. */
const NEWER =
  /"(?:dependentRequired|dependentSchemas|prefixItems|minContains|maxContains|unevaluatedProperties|unevaluatedItems)":/;

/**
 * Reads a schema in its own draft. Without a `$schema` that we know, the keywords of all drafts apply.
 */
export function readSource({ $schema, ...given }: Schema): SourceSchema {
  const named = namedDraft($schema);
  const read = (draft: SchemaDraft, changes: readonly Change[], idKeyword = '$id') => {
    const rewrite = (schema: Schema): Schema => {
      const all = [...IN_EVERY_DRAFT, ...changes];
      const changed = all.reduce((last, change) => change(last), schema);
      return mapSubschemas(changed, draft, (below) =>
        isJsonObject(below) ? rewrite(below) : below,
      );
    };
    const keywords = rewrite(withoutFlag(given));
    const resolve = readReferences(keywords, draft, idKeyword);
    return { draft, isNamed: named !== undefined, keywords, rewrite, resolve };
  };
  if (named !== undefined) return read(named, []);
  switch (REWRITTEN.exec(String($schema))?.[1]) {
    case 'draft-04':
      return read('draft-07', [], 'id');
    case 'draft-06':
      return read('draft-07', []);
    case 'draft/2019-09':
      return read('2020-12', [withoutPrefixItems, withPrefixItems]);
    default:
      return NEWER.test(JSON.stringify(given))
        ? read('2020-12', [withPrefixItems])
        : read('draft-07', []);
  }
}

type Change = (schema: Schema) => Schema;

/** Values of older drafts and of OpenAPI that no later draft gives another meaning. */
const IN_EVERY_DRAFT: readonly Change[] = [withNullType, withRequiredNames, withNumericLimits];

/** In draft 03, a flag of a property says that it is required. Of an entry or the whole, it says nothing. */
function withRequiredNames(schema: Schema): Schema {
  const { properties, items, required } = schema;
  const members = isJsonObject(properties) ? Object.entries(properties) : [];
  const names = members.flatMap(([name, each]) => (hasFlag(each) && each.required ? [name] : []));
  return {
    ...schema,
    ...(members.some(([, each]) => hasFlag(each)) && {
      properties: Object.fromEntries(members.map(([name, each]) => [name, withoutFlag(each)])),
    }),
    ...(items !== undefined && { items: withoutFlag(items) }),
    ...(names.length > 0 && {
      required: [...new Set([...(Array.isArray(required) ? required : []), ...names])],
    }),
  };
}

const hasFlag = (schema: unknown): schema is { required: boolean } =>
  isJsonObject(schema) && typeof schema['required'] === 'boolean';

function withoutFlag<Value>(schema: Value): Value {
  if (!hasFlag(schema)) return schema;
  const { required: _required, ...others } = schema;
  return others as Value;
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
