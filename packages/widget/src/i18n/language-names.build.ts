import { plainText } from './plain-text.ts';
import { readLanguages } from './read-languages.ts';
import type { StandardField } from './standard-fields.ts';

const languages = readLanguages();

/** Names in all our languages: candidates and schemas use any of them, whatever the form's language. */
export default {
  /** How the names of each month begin. */
  months: Array.from({ length: 12 }, (_, month) => [
    ...new Set(languages.flatMap(({ months }) => months[month]?.split(' ') ?? [])),
  ]),
  /** Titles that only repeat the name of a standard field, as {@link plainText}. */
  titles: languages.reduce<Partial<Record<StandardField, string[]>>>((all, { titles }) => {
    for (const [field, own] of Object.entries(titles))
      (all[field as StandardField] ??= []).push(...own.map(plainText));
    return all;
  }, {}),
  /** What an author writes after the title of an optional field. */
  optional: [...new Set(languages.map(({ optional }) => optional))],
  /** Languages that write numbers with Latin digits. */
  latinDigits: languages
    .map(({ language }) => language)
    .filter((tag) => new Intl.NumberFormat(tag).resolvedOptions().numberingSystem === 'latn'),
};
