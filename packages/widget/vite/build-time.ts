import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/**
 * A module `*.build.ts` runs in Node, at build time: bundles contain its default export as data. Tests in
 * Node import it like any other module.
 */
export function buildTime(): Plugin {
  return {
    name: 'build-time',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith('.build.ts')) return undefined;
      const module = (await import(pathToFileURL(id).href)) as { default: unknown };
      return { code: `export default ${JSON.stringify(module.default)}`, moduleType: 'js' };
    },
  };
}
