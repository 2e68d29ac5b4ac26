import { readdirSync, readFileSync } from 'node:fs';
import { type LanguageFile, type Messages, withPluralRules } from './messages.ts';
import { plainText } from './plain-text.ts';
import type { StandardField } from './standard-fields.ts';

/** Every `<tag>.json` of this folder. A browser loads one of them. */
export const LANGUAGE_FILES = readdirSync(new URL('.', import.meta.url))
  .filter((name) => name.endsWith('.json'))
  .sort()
  .map((name) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as LanguageFile);

const byLanguage = <Part>(partOf: (file: LanguageFile) => Part): Record<string, Part> =>
  Object.fromEntries(LANGUAGE_FILES.map((file) => [file.language, partOf(file)]));

/** By language. For servers. */
export const MESSAGES: Record<string, Messages> = byLanguage(withPluralRules);

/** What a candidate reads when the element cannot run in the page, by language. */
export const UNAVAILABLE = byLanguage(({ dir, problems }) => {
  return { dir, ...problems['origin-not-allowed'] };
});

// Names in all our languages: candidates and schemas use any of them, whatever the form's language.

/** How the names of each month begin. */
export const MONTHS = Array.from({ length: 12 }, (_, month) => [
  ...new Set(LANGUAGE_FILES.flatMap(({ months }) => months[month]?.split(' ') ?? [])),
]);

/** Titles that only repeat the name of a standard field, as {@link plainText}. */
export const GENERIC_TITLES: Partial<Record<StandardField, string[]>> = {};
for (const { titles } of LANGUAGE_FILES)
  for (const [field, own] of Object.entries(titles))
    (GENERIC_TITLES[field as StandardField] ??= []).push(...own.map(plainText));

/** What an author writes after the title of an optional field. */
export const OPTIONAL = [...new Set(LANGUAGE_FILES.map(({ optional }) => optional))];

/** Languages that write numbers with Latin digits. */
export const LATIN_LANGUAGES = LANGUAGE_FILES.map(({ language }) => language).filter(
  (tag) => new Intl.NumberFormat(tag).resolvedOptions().numberingSystem === 'latn',
);
