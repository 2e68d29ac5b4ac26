import { readdirSync, readFileSync } from 'node:fs';
import type { LanguageFile } from './messages.ts';

/** Every `<tag>.json` of this folder, for `*.build.ts` and for tests: a browser loads one of them. */
export function readLanguages(): readonly LanguageFile[] {
  return readdirSync(new URL('.', import.meta.url))
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map(
      (name) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as LanguageFile,
    );
}
