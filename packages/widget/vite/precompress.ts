import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

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
        const path = join(file.parentPath, file.name);
        const bytes = readFileSync(path);
        writeFileSync(`${path}.br`, brotliCompressSync(bytes));
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}
