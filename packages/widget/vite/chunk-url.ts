import path from 'node:path';
import type { Plugin } from 'vite';

const PREFIX = 'chunk-url:';

/**
 * `import url from 'chunk-url:./x.ts'` gives the address of a chunk instead of the chunk. A page can
 * then ask for it under another address after a download failed, see `load-chunk.ts`. It also spares the loader Vite's preload helper.
 */
export function chunkUrl(): Plugin {
  return {
    name: 'chunk-url',
    enforce: 'pre',
    resolveId(id, importer) {
      if (!id.startsWith(PREFIX) || importer === undefined) return undefined;
      const file = path.resolve(path.dirname(importer), id.slice(PREFIX.length));
      // One module for each importer: a shared one would become a chunk that both wait for.
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
    // `import()` takes an address that begins at the importing file, and a shorter one is fewer bytes.
    resolveFileUrl({ relativePath }) {
      return JSON.stringify(`./${relativePath}`);
    },
  };
}
