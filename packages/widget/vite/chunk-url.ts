import path from 'node:path';
import type { Plugin } from 'vite';

const PREFIX = 'chunk-url:';

/**
 * `import url from 'chunk-url:./x.ts'` imports the URL of a chunk instead of the chunk, so that the page
 * can request it again under another URL after a download failed.
 */
export function chunkUrl(): Plugin {
  return {
    name: 'chunk-url',
    enforce: 'pre',
    resolveId(id, importer) {
      if (!id.startsWith(PREFIX) || importer === undefined) return undefined;
      const file = path.resolve(path.dirname(importer), id.slice(PREFIX.length));
      // One module per importer: a shared module would become a chunk of its own.
      return `\0${PREFIX}${file}?${importer}`;
    },
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined;
      const [file = ''] = id.slice(PREFIX.length + 1).split('?');
      const { name } = path.parse(file);
      const reference = this.emitFile({
        type: 'chunk',
        id: file,
        name,
        preserveSignature: 'allow-extension',
      });
      return `export default import.meta.ROLLUP_FILE_URL_${reference};`;
    },
    // Relative to the importing file, as `import()` resolves it.
    resolveFileUrl({ relativePath }) {
      return JSON.stringify(`./${relativePath}`);
    },
  };
}
