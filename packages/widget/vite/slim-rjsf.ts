import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const own = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** A module of a dependency that one of ours stands in for; each file says why. */
const STAND_INS: { id: RegExp; importer: RegExp; standIn: string }[] = [
  {
    id: /^\.\.?\/(?:.*\/)?getDefaultRegistry\.js$/,
    importer: /[\\/]@rjsf[\\/]core[\\/]/,
    standIn: own('default-registry.ts'),
  },
  {
    id: /^markdown-to-jsx\/react$/,
    importer: /[\\/]@rjsf[\\/]core[\\/]/,
    standIn: own('markdown.ts'),
  },
  {
    id: /^\.\.?\/(?:.*\/)?shallowAllOfMerge\.js$/,
    importer: /[\\/]@rjsf[\\/]utils[\\/]/,
    standIn: own('all-of.ts'),
  },
  {
    id: /^\.\.?\/(?:.*\/)?(?:omitExtraData|toPathSchema)\.js$/,
    importer: /[\\/]@rjsf[\\/]utils[\\/]/,
    standIn: own('never-asked.ts'),
  },
  {
    id: /^\.\.?\/(?:.*\/)?enums\.js$/,
    importer: /[\\/]@rjsf[\\/]utils[\\/]/,
    standIn: own('translatable-string.ts'),
  },
  { id: /^fast-uri$/, importer: /[\\/]@rjsf[\\/]utils[\\/]/, standIn: own('uri.ts') },
  { id: /^fast-equals$/, importer: /[\\/]@rjsf[\\/]utils[\\/]/, standIn: own('deep-equal.ts') },
];

/**
 * Leaves out of the bundle what our theme never uses of RJSF: a third of it. It leans on the inside
 * of `@rjsf/core` and `@rjsf/utils`, so their versions are pinned.
 */
export function slimRjsf(): Plugin {
  return {
    name: 'slim-rjsf',
    enforce: 'pre',
    resolveId(id, importer) {
      const match = STAND_INS.find(
        (entry) => entry.id.test(id) && importer !== undefined && entry.importer.test(importer),
      );
      return match?.standIn;
    },
  };
}
