import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../../docs/themes/', import.meta.url));
const ENDING = /\.css$/;

/** Sheet by theme: the browser's two schemes have none; the others are the examples of the docs. */
export function readThemes(): ReadonlyMap<string, string> {
  const files = readdirSync(FOLDER).filter((file) => ENDING.test(file));
  return new Map([
    ['light', ''],
    ['dark', ''],
    ...files.map((file): [string, string] => [
      file.replace(ENDING, ''),
      readFileSync(FOLDER + file, 'utf8'),
    ]),
  ]);
}

/** A sheet that styles the elements inside of `.theme-<name>` only. */
export function scoped(name: string, sheet: string): string {
  return `.theme-${name} {\n${sheet}\n}\n`;
}
