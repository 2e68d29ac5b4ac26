import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const LEFT_OUT = new Set(['node_modules', 'dist', 'results']);
const SOURCE = /\.(ts|tsx|mjs|js)$/;

/** Every source file of ours below `folders`, as a path from the root with forward slashes. */
export function sourceFiles(folders = ['packages', 'demo', 'tests', 'bench', 'scripts']) {
  return folders.flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return LEFT_OUT.has(entry.name) ? [] : sourceFiles([path]);
      return SOURCE.test(entry.name) ? [path] : [];
    }),
  );
}
