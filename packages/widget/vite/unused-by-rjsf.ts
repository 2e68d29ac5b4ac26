// Stands in for packages that RJSF needs for what our theme and our schemas do not have. ADR 4 has the sizes.
import type { ReactNode } from 'react';

/** Of `markdown-to-jsx`, which only RJSF's own theme uses: the text as it is. */
export const Markdown = ({ children }: { children?: ReactNode }): ReactNode => children;

const notGiven = (keyword: string) => (): never => {
  throw new Error(`The form gives RJSF no ${keyword}`);
};

/** Of `fast-uri`, for references by `$id`. */
export default { equal: notGiven('$ref'), resolve: notGiven('$ref') };

/** Of `@x0k/json-schema-merge`. RJSF makes its function for `allOf` when it is loaded. */
export const createComparator = () => ({});
export const createMerger = () => ({});
export const createIntersector = () => notGiven('allOf');
export const createDeduplicator = () => notGiven('allOf');
export const createShallowAllOfMerge = () => notGiven('allOf');
