import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { PEERS_FOLDER } from './peers-folder.ts';

/** Where the built pages are, each in a folder of its own. */
export const BUILT = fileURLToPath(new URL('../../../.build/bench', import.meta.url));

/** Builds the page of `id` for production; resolves to its HTML. */
export async function buildPeer(id: string): Promise<string> {
  const outDir = join(BUILT, id);
  await build({
    root: join(PEERS_FOLDER, id),
    base: `/${id}/`,
    configFile: false,
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, reportCompressedSize: false },
  });
  return readFile(join(outDir, 'index.html'), 'utf8');
}
