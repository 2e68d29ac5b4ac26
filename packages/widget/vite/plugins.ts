import { globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/**
 * A module `*.build.ts` runs in Node, at build time: bundles contain its exports as data. Tests in Node
 * import it like any other module.
 */
export function buildTime(): Plugin {
  return {
    name: 'build-time',
    enforce: 'pre',
    resolveId(id, importer) {
      if (!id.endsWith('.build.ts') || importer === undefined) return undefined;
      // One module per importer, which keeps what it uses: a shared module would become a chunk of its own.
      return `${path.resolve(path.dirname(importer), id)}?${importer}`;
    },
    async load(id) {
      const [file = ''] = id.split('?');
      if (!file.endsWith('.build.ts')) return undefined;
      const exports = (await import(pathToFileURL(file).href)) as Record<string, unknown>;
      const code = Object.entries(exports).map(([name, value]) =>
        name === 'default'
          ? `export default ${JSON.stringify(value)};`
          : `export const ${name} = ${JSON.stringify(value)};`,
      );
      return { code: code.join('\n'), moduleType: 'js' };
    },
  };
}

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

/**
 * Writes a `.br` and a `.gz` version of every file, compressed once at the best level. The proxy sends
 * the one that the browser accepts.
 */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    writeBundle({ dir = '.' }) {
      const entries = readdirSync(dir, { recursive: true, withFileTypes: true });
      for (const file of entries.filter((entry) => entry.isFile())) {
        const address = path.join(file.parentPath, file.name);
        const bytes = readFileSync(address);
        writeFileSync(`${address}.br`, brotliCompressSync(bytes));
        writeFileSync(`${address}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}
