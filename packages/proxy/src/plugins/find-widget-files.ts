import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PACKAGE = new URL('.', import.meta.resolve('precandidate-form/package.json'));
const { version } = JSON.parse(readFileSync(new URL('package.json', PACKAGE), 'utf8')) as {
  version: string;
};

/** Where the widget's files for browsers are; ends with `/`. */
export const WIDGET_FOLDER = fileURLToPath(new URL('dist/browser/', PACKAGE));
export const WIDGET_VERSION = version;

/** Path of the sheet of a prerendered form; `undefined` when the widget is not built. */
export function sheetPath(): string | undefined {
  const folder = `widget/${version}/`;
  if (!existsSync(WIDGET_FOLDER + folder)) return undefined;
  const sheet = readdirSync(WIDGET_FOLDER + folder).find(
    (file) => file.startsWith('form.') && file.endsWith('.css'),
  );
  return sheet && `/${folder}${sheet}`;
}

/** The sheet at a path of {@link sheetPath}, and what it says. */
export function readSheet(path: string): { path: string; styles: string } {
  return { path, styles: readFileSync(WIDGET_FOLDER + path, 'utf8').trimEnd() };
}
