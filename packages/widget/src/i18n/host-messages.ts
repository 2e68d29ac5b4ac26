import type { Language } from './language.ts';
import type { FieldWords, Messages } from './messages.ts';
import type { Unreachable } from './unreachable.ts';

/** A sentence for each plural form of a language; `other` is for all that are not given. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** The same tree, every word optional. */
export type Overrides<Words> = Words extends (...values: infer Values) => string
  ? string | PluralForms | ((...values: Values) => string)
  : Words extends string
    ? string
    : { readonly [Name in keyof Words]?: Overrides<Words[Name]> };

type OurWords = Omit<Messages, 'language' | 'byHost' | 'fields' | 'choices'>;

/**
 * A host’s words in one language, in place of ours or beside them. A text may hold `{label}` and
 * `{ask}`, the names of the field that it is about, and `{n}`, its number or example (also
 * written `{limit}`, `{count}`, `{left}`, `{text}`). In place of a text with a number there may be one for each of its plural forms.
 */
export interface HostLanguage extends Overrides<OurWords> {
  /** How the language is written; default `ltr`. */
  readonly dir?: 'ltr' | 'rtl';
  /** Which of our languages fills what is not given; default: itself, else `en`. */
  readonly base?: Language;
  /** What is said while nothing could be fetched yet. */
  readonly unreachable?: Overrides<Unreachable>;
  /** Fields by their name in the schema, ours and any other; before the schema’s own words. */
  readonly fields?: Readonly<Record<string, Partial<FieldWords>>>;
  /** Choices by their value; before the schema’s own words. */
  readonly choices?: Readonly<Record<string, string>>;
}

/** A host’s words by BCP 47 tag: `es-MX` comes before `es`. A tag that is not ours adds a language. */
export type HostMessages = Readonly<Record<string, HostLanguage>>;
