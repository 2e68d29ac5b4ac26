import type { LanguageFile, Messages } from './messages.ts';

/** The messages of a language: each plural message knows the language whose rules it follows. */
export function withPluralRules(file: LanguageFile): Messages {
  const { language, plural } = file;
  if (plural === 'simple') return file;
  const isPlural = (value: unknown) =>
    typeof value === 'object' && value !== null && 'one' in value;
  const text = JSON.stringify(file, (_name, value: unknown) =>
    isPlural(value) ? Object.assign({}, value, { language }) : value,
  );
  return JSON.parse(text) as Messages;
}
