import { childPointer, fromPointer, type SchemaDraft, valueAt } from 'precandidate-contract';
import { isJsonObject } from '../shared/json.ts';
import { isKeyword, nodesIn, type Schema, type SchemaNode, SUBSCHEMAS } from './schema-rules.ts';

/**
 * The pointer of the place in the source that a `$ref` names: by pointer, `$anchor`, or `$id`;
 * `undefined` for a place outside. `place` is that of the schema with the `$ref`.
 */
export type ResolveReference = (ref: string, place: string) => string | undefined;

/** The pointer of a `$ref` into its own document (`#`, `#/…`); `undefined` for any other. */
export function refPointer(ref: unknown): string | undefined {
  const isPointer = typeof ref === 'string' && (ref === '#' || ref.startsWith('#/'));
  return isPointer ? decodedFragment(ref.slice(1)) : undefined;
}

/** `undefined` when the fragment of a URL is malformed. */
function decodedFragment(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}

interface ReferenceSource {
  draft: SchemaDraft;
  /** The source, which may hold schemas under keywords of its author's own. */
  keywords: Schema;
  resolve: ResolveReference;
}

/**
 * Points every `$ref` of our copy at a schema of the copy. One that is elsewhere in the source, as in
 * `#/components/schemas/X`, moves to `$defs`.
 *
 * @param copy - copies a schema of the source to a pointer of ours
 * @returns every schema of the copy by its pointer
 */
export function resolveReferences(
  root: Schema,
  { draft, keywords, resolve }: ReferenceSource,
  copy: (source: Schema, pointer: string) => SchemaNode,
): Map<string, SchemaNode> {
  const nodes = new Map(nodesIn(root, draft));
  const moved = new Map<string, string>();

  /** An object under a name that is no keyword: a place for schemas of the author's own. */
  function schemaElsewhere(target: string): Schema | undefined {
    const segments = fromPointer(target);
    let known = segments.length;
    while (!nodes.has(segments.slice(0, known).reduce<string>(childPointer, ''))) known -= 1;
    const found = valueAt(keywords, target);
    return isJsonObject(found) && !isKeyword(segments[known] ?? '', draft) ? found : undefined;
  }

  function move(source: Schema, from: string): void {
    const defs = (root['$defs'] ??= {}) as Schema;
    const name = freeName(defs, moved.size + 1);
    const pointer = childPointer('/$defs', name);
    moved.set(from, pointer);
    const node = (defs[name] = copy(source, pointer));
    for (const [place, below] of nodesIn(node, draft, pointer)) nodes.set(place, below);
  }

  // Grows while schemas are moved.
  for (const [place, node] of nodes) {
    if (!isJsonObject(node) || node['$ref'] === undefined) continue;
    const target = resolve(String(node['$ref']), sourcePlace(place, moved));
    if (target === undefined) continue;
    const isKnown = nodes.has(target) || moved.has(target);
    const elsewhere = isKnown ? undefined : schemaElsewhere(target);
    if (elsewhere !== undefined) move(elsewhere, target);
    node['$ref'] = `#${encodeURI(moved.get(target) ?? target)}`;
  }
  return nodes;
}

/** The place that a schema had before it moved. */
function sourcePlace(place: string, moved: ReadonlyMap<string, string>): string {
  const found = [...moved].find(([, to]) => `${place}/`.startsWith(`${to}/`));
  return found === undefined ? place : found[0] + place.slice(found[1].length);
}

function freeName(defs: object, index: number): string {
  const name = `moved-${index}`;
  return Object.hasOwn(defs, name) ? freeName(defs, index + 1) : name;
}

/** Stands for the address of a document that names none. */
const UNNAMED = 'https://schema.invalid/';

/** Reads the names that a document gives to its places. */
export function readReferences(
  keywords: Schema,
  draft: SchemaDraft,
  idKeyword: string,
): ResolveReference {
  const bases = new Map<string, string>();
  const places = new Map<string, string>([[UNNAMED, '']]);

  function read(value: unknown, pointer: string, outer: string, isSchema: boolean): void {
    if (typeof value !== 'object' || value === null) return;
    const own = isSchema ? (value as Schema) : {};
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
