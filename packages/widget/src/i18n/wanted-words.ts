import type { HostLanguage, HostMessages } from './host-messages.ts';
import { askedTag, chooseLanguage, LANGUAGES, rangesOf, type Language } from './language.ts';
import type { Unreachable } from './unreachable.ts';

/** Which words an element should speak. */
export interface WantedWords {
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
export function wantedWords(
  tags: readonly (string | null | undefined)[],
  hosts: readonly (HostMessages | null)[],
): WantedWords {
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
  return { language, tag: askedTag(tags, language), dir, layers, base: baseOf(ranges, layers) };
}

/** What is said before the words have come; `ours`: below the host’s. */
export function unreachableWords(
  { base, layers }: WantedWords,
  ours: Record<Language, Unreachable>,
): Unreachable {
  return Object.assign({}, ours[base], ...layers.map(({ unreachable }) => unreachable));
}

/** Whether two say the same. */
export function isSame(one: WantedWords | undefined, other: WantedWords): boolean {
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
