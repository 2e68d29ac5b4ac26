import { childPointer, decodedFragment, segmentsOf, valueAt } from './json-pointer.ts';
import type { DraftedSchema } from './read-draft.ts';
import { SUBSCHEMAS } from './schema-rules.ts';

/** Stands for the address of a document that names none. */
const UNNAMED = 'https://schema.invalid/';

/**
 * The pointer of the place in a document that a `$ref` names: by pointer, `$anchor`, or `$id`;
 * `undefined` for a place outside. `place` is that of the schema with the `$ref`.
 */
export type ResolveReference = (ref: string, place: string) => string | undefined;

/** Reads the names that a document gives to its places. */
export function readReferences({ keywords, draft, idKeyword }: DraftedSchema): ResolveReference {
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
  const current = segmentsOf(pointer).reduce<string>((place, key, index, all) => {
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
