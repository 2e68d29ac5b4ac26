import {
  childPointer,
  fromPointer,
  namedDraft,
  type SchemaDraft,
  valueAt,
} from 'precandidate-contract';
import { isJsonObject } from '../shared/json.ts';
import { decodedFragment } from './json-pointer.ts';
import { mapSubschemas, SUBSCHEMAS } from './schema-rules.ts';

type Schema = Record<string, unknown>;

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

/**
 * The pointer of the place in the schema that a `$ref` names: by pointer, `$anchor`, or `$id`;
 * `undefined` for a place outside. `place` is that of the schema with the `$ref`.
 */
type ResolveReference = (ref: string, place: string) => string | undefined;

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

/** Stands for the address of a document that names none. */
const UNNAMED = 'https://schema.invalid/';

/** Reads the names that a document gives to its places. */
function readReferences(keywords: Schema, draft: SchemaDraft, idKeyword: string): ResolveReference {
  const bases = new Map<string, string>();
  const places = new Map<string, string>([[UNNAMED, '']]);

  function read(value: unknown, pointer: string, outer: string, isSchema: boolean): void {
    if (typeof value !== 'object' || value === null) return;
    const own = isSchema ? (value as Record<string, unknown>) : {};
    const { [idKeyword]: id, $anchor, $dynamicAnchor, $ref } = own;
    // Before 2019-09, everything beside a reference is ignored.
    const isIgnored = draft === 'draft-07' && $ref !== undefined;
    const base = typeof id === 'string' && !isIgnored ? (absolute(id, outer) ?? outer) : outer;
    if (base !== outer && !places.has(base)) places.set(base, pointer);
    for (const name of [$anchor, $dynamicAnchor])
      if (typeof name === 'string') places.set(`${withoutFragment(base)}#${name}`, pointer);
    bases.set(pointer, withoutFragment(base));
    for (const below of placesIn(value, isSchema))
      read(below.value, childPointer(pointer, below.key), withoutFragment(base), below.isSchema);
  }
  read(keywords, '', UNNAMED, true);

  function resolveFrom(base: string, ref: string): string | undefined {
    const url = absolute(ref, base);
    if (url === undefined) return undefined;
    const named = places.get(url);
    if (named !== undefined) return named;
    const root = places.get(withoutFragment(url));
    const fragment = decodedFragment(url.slice(withoutFragment(url).length + 1));
    if (root === undefined || fragment === undefined) return undefined;
    return fragment === '' || fragment.startsWith('/')
      ? existing(root + fragment, keywords)
      : undefined;
  }

  return (ref, place) => {
    if (ref === '') return undefined;
    // Some generators give each field an `$id`, and write references from the root.
    return resolveFrom(bases.get(place) ?? UNNAMED, ref) ?? resolveFrom(UNNAMED, ref);
  };
}

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
function placesIn(part: object, isSchema: boolean) {
  return Object.entries(part)
    .filter(([key]) => !(isSchema && DATA.has(key)))
    .map(([key, value]: [string, unknown]) => {
      return { key, value, isSchema: !(isSchema && BY_NAME.has(key)) };
    });
}

/** The pointer, as the keywords of lists are named now; `undefined` where nothing is. */
function existing(pointer: string, document: object): string | undefined {
  const current = fromPointer(pointer).reduce<string>((place, key, index, all) => {
    const around = valueAt(document, place);
    const isTuple = typeof around === 'object' && around !== null && 'prefixItems' in around;
    const isEntry = key === 'items' && /^\d+$/.test(all[index + 1] ?? '');
    const renamed = isEntry ? 'prefixItems' : key === 'additionalItems' ? 'items' : key;
    return childPointer(place, isTuple ? renamed : key);
  }, '');
  return valueAt(document, current) === undefined ? undefined : current;
}

const withoutFragment = (url: string): string => url.split('#')[0] ?? '';

function absolute(reference: string, base: string): string | undefined {
  return URL.canParse(reference, base) ? new URL(reference, base).href : undefined;
}
