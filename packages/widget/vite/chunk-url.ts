import { globSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

const IMPORT = /^chunk-urls?:/;
const MODULE = '\0chunk-url:';

/**
 * `import url from 'chunk-url:./x.ts'` imports the URL of a chunk instead of the chunk, so that the page
 * can request it again under another URL after a download failed. `'chunk-urls:./folder/*.json'` imports
 * the URLs of all these files, by file name; their chunks are named after the folder and the file.
 */
export function chunkUrl(): Plugin {
  return {
    name: 'chunk-url',
    enforce: 'pre',
    resolveId(id, importer) {
      if (!IMPORT.test(id) || importer === undefined) return undefined;
      const files = path.resolve(path.dirname(importer), id.replace(IMPORT, ''));
      // One module per importer: a shared module would become a chunk of its own.
      return `${MODULE}${files}?${importer}`;
    },
    load(id) {
      if (!id.startsWith(MODULE)) return undefined;
      const [files = ''] = id.slice(MODULE.length).split('?');
      const { dir, name } = path.parse(files);
      const urlOf = (file: string, chunk: string) => {
        const options = { type: 'chunk', id: file, name: chunk } as const;
        const reference = this.emitFile({ ...options, preserveSignature: 'allow-extension' });
        return `import.meta.ROLLUP_FILE_URL_${reference}`;
      };
      if (name !== '*') return `export default ${urlOf(files, name)};`;
      const urls = globSync(files)
        .sort()
        .map((file) => {
          const own = path.parse(file).name;
          return `${JSON.stringify(own)}: ${urlOf(file, `${path.basename(dir)}-${own}`)}`;
        });
      return `export default { ${urls.join(', ')} };`;
    },
    // Relative to the importing file, as `import()` resolves it.
    resolveFileUrl({ relativePath }) {
      return JSON.stringify(`./${relativePath}`);
    },
  };
}
