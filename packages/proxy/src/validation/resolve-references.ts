import { childPointer } from './json-pointer.ts';

/** Stands for the address of a document that names none. */
const UNNAMED = 'https://schema.invalid/';
/** Keywords that contain data, in which nothing is a schema. */
const DATA = new Set(['enum', 'const', 'default', 'examples']);

/**
 * The pointer of the place in a document that a `$ref` names: by pointer, `$anchor`, or `$id`;
 * `undefined` for a place outside. `place` is that of the schema with the `$ref`.
 */
export type ResolveReference = (ref: string, place: string) => string | undefined;

/** Reads the names that a document gives to its places. */
export function readReferences(document: object): ResolveReference {
  const bases = new Map<string, string>();
  const places = new Map<string, string>([[UNNAMED, '']]);

  function read(value: unknown, pointer: string, outer: string): void {
    if (typeof value !== 'object' || value === null) return;
    const { $id, $anchor } = value as Record<string, unknown>;
    const base = typeof $id === 'string' ? (absolute($id, outer) ?? outer) : outer;
    if (base !== outer && !places.has(base)) places.set(base, pointer);
    if (typeof $anchor === 'string') places.set(`${withoutFragment(base)}#${$anchor}`, pointer);
    bases.set(pointer, withoutFragment(base));
    for (const [key, child] of Object.entries(value))
      if (!DATA.has(key)) read(child, childPointer(pointer, key), withoutFragment(base));
  }
  read(document, '', UNNAMED);

  return (ref, place) => {
    if (ref === '') return undefined;
    const url = absolute(ref, bases.get(place) ?? UNNAMED);
    if (url === undefined) return undefined;
    const named = places.get(url);
    if (named !== undefined) return named;
    const root = places.get(withoutFragment(url));
    const fragment = decoded(url.slice(withoutFragment(url).length + 1));
    if (root === undefined || fragment === undefined) return undefined;
    return fragment === '' || fragment.startsWith('/') ? root + fragment : undefined;
  };
}

const withoutFragment = (url: string): string => url.split('#')[0] ?? '';

function absolute(reference: string, base: string): string | undefined {
  return URL.canParse(reference, base) ? new URL(reference, base).href : undefined;
}

function decoded(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}
