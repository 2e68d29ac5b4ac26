import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const LEFT_OUT = new Set(['node_modules', 'dist', 'test']);

/**
 * A hash of names and contents of `paths` (files, or folders with all below them except what is
 * installed, built or a test). A path that does not exist counts as such.
 */
export function contentHash(paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(filesOf)) {
    hash.update(`${path}\0`);
    hash.update(existsSync(path) ? readFileSync(path) : 'absent');
  }
  return hash.digest('hex');
}

function filesOf(path) {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => !LEFT_OUT.has(name))
    .sort()
    .flatMap((name) => filesOf(join(path, name)));
}
