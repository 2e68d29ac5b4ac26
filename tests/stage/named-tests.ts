import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readPage } from './read-markdown.ts';
import { ROOT } from './root.ts';

/** A file with tests, and titles in it, as a table names them: `` `tests/…` “…”, “…” ``. */
const NAMED = /`((?:tests|packages)\/[^`]+)`((?:,? “[^”]+”)*)/g;

/** Of the tests that a cell of a table names, those that are not there by that title. */
export function missingTests(cell: string): string[] {
  return [...cell.matchAll(NAMED)].flatMap(([, file = '', titles = '']) => {
    if (!existsSync(join(ROOT, file))) return [file];
    return [...titles.matchAll(/“([^”]+)”/g)]
      .map(([, title = '']) => title)
      .filter((title) => !file.endsWith('.ts') || !readPage(file).includes(title))
      .map((title) => `“${title}” in ${file}`);
  });
}
