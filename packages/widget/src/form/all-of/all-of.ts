/** RJSF's own way to merge the schemas of an `allOf`; most forms have none. See `merging.ts`. */
export { default as mergeAllOf } from '@rjsf/utils/lib/schema/shallowAllOfMerge.js';
