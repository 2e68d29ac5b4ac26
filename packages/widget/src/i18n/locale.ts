import type { HostLanguage, HostMessages } from './messages.ts';
import type { Unreachable } from './problem-messages.ts';

export const LANGUAGES = ['es', 'pt', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

const DEFAULT: Language = 'es';

/**
 * The first language that there is among BCP 47 tags, most wanted first; `es` when there is none of
 * them. A tag finds its own language before a wider one: `es-MX`, then `es`. Absent tags are passed
 * over.
 *
 * @param added - tags, in lower case, that the host has words for
 * @returns a tag in lower case
 */
export function chooseLanguage(
  tags: readonly (string | null | undefined)[],
  added: readonly string[] = [],
): string {
  const known: readonly string[] = [...LANGUAGES, ...added];
  const ranges = tags.flatMap((tag) => rangesOf(tag ?? ''));
  return ranges.find((range) => known.includes(range)) ?? DEFAULT;
}

/** The tag that asked for a language, e.g. `es-PE`: its region says how numbers are written. */
export function requestedTag(
  tags: readonly (string | null | undefined)[],
  language: string,
): string {
  const found = tags.find((tag) => rangesOf(tag ?? '').includes(language));
  return found?.replaceAll('_', '-') ?? language;
}

/** A tag in lower case and what is wider than it: `es-mx`, `es`. */
export function rangesOf(tag: string): string[] {
  const subtags = tag.toLowerCase().split(/[-_]/);
  return subtags.map((_, index) => subtags.slice(0, subtags.length - index).join('-'));
}

/** Which words an element should speak. */
export interface LocaleChoice {
  /** BCP 47 tag in lower case. */
  language: string;
  /** The tag that asked for it, with its region if it names one. */
  tag: string;
  dir: 'ltr' | 'rtl';
  /** Our words below the host’s. */
  base: Language;
  /** The host’s words, the ones that win last. */
  layers: readonly HostLanguage[];
}

/**
 * What the surroundings of an element ask for.
 *
 * @param tags - BCP 47 tags, most wanted first
 * @param hosts - words of the page, then those of the element
 */
export function chooseLocale(
  tags: readonly (string | null | undefined)[],
  hosts: readonly (HostMessages | null)[],
): LocaleChoice {
  const given = hosts.flatMap((host) => Object.entries(host ?? {}));
  const languages = given
    .filter(([, words]) => typeof words === 'object' && words !== null)
    .map(([tag, words]) => [tag.toLowerCase(), words] as const);
  const language = chooseLanguage(
    tags,
    languages.map(([tag]) => tag),
  );
  const ranges = rangesOf(language);
  // The wider a language is, the earlier it is covered by another.
  const layers = ranges
    .toReversed()
    .flatMap((range) => languages.filter(([tag]) => tag === range))
    .map(([, words]) => words);
  const dir = layers.findLast((layer) => layer.dir)?.dir === 'rtl' ? 'rtl' : 'ltr';
  return { language, tag: requestedTag(tags, language), dir, layers, base: baseOf(ranges, layers) };
}

/** What is said before the words have come; `ours`: below the host’s. */
export function unreachableMessages(
  { base, layers }: LocaleChoice,
  ours: Record<Language, Unreachable>,
): Unreachable {
  return Object.assign({}, ours[base], ...layers.map(({ unreachable }) => unreachable));
}

/** Whether two say the same. */
export function isSame(one: LocaleChoice | undefined, other: LocaleChoice): boolean {
  return (
    one?.language === other.language &&
    one.layers.length === other.layers.length &&
    one.layers.every((layer, index) => layer === other.layers[index])
  );
}

function baseOf(ranges: readonly string[], layers: readonly HostLanguage[]): Language {
  const wanted = [layers.findLast((layer) => layer.base)?.base, ...ranges];
  return LANGUAGES.find((language) => wanted.includes(language)) ?? 'en';
}
