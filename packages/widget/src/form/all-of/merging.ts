export type MergeAllOf = (schema: object) => object;

let known: MergeAllOf = () => {
  throw new Error('Nothing merges an allOf');
};

/** Has every `allOf` be merged in this way from now on. */
export function mergeWith(mergeAllOf: MergeAllOf): void {
  known = mergeAllOf;
}

/** Stands in for RJSF's own in the island, where that is a chunk; see `vite/all-of.ts`. */
export function merged(schema: object): object {
  return known(schema);
}
