import { type Language, LANGUAGES } from './languages.ts';
import type { HostLanguage, HostMessages } from './messages.ts';
import type { Unreachable } from './problem-messages.ts';

const DEFAULT: Language = LANGUAGES[0];

/**
 * The first available language among BCP 47 tags, `es` if there is none. Each tag falls back to its
 * wider ones: `es-MX`, then `es`.
 *
 * @param tags - preferred first; absent ones are skipped
 * @param added - lower-case tags that the host has messages for
 * @returns a lower-case tag
 */
export function chooseLanguage(
  tags: readonly (string | null | undefined)[],
  added: readonly string[] = [],
): string {
  const known: readonly string[] = [...LANGUAGES, ...added];
  const ranges = tags.flatMap((tag) => rangesOf(tag ?? ''));
  return ranges.find((range) => known.includes(range)) ?? DEFAULT;
}

/** The tag that led to a language, e.g. `es-PE`; its region decides the number format. */
export function requestedTag(
  tags: readonly (string | null | undefined)[],
  language: string,
): string {
  const found = tags.find((tag) => rangesOf(tag ?? '').includes(language));
  return found?.replaceAll('_', '-') ?? language;
}

/** A lower-case tag and its wider ones: `es-mx`, `es`. */
function rangesOf(tag: string): string[] {
  const subtags = tag.toLowerCase().split(/[-_]/);
  return subtags.map((_, index) => subtags.slice(0, subtags.length - index).join('-'));
}

/** The language of an element, and its host messages. */
export interface LocaleChoice {
  /** BCP 47, lower case. */
  language: string;
  /** The requested tag, with its region if it has one. */
  tag: string;
  dir: 'ltr' | 'rtl';
  /** Our language for messages that the host does not override. */
  base: Language;
  /** The host's messages; later ones override earlier ones. */
  layers: readonly HostLanguage[];
}

/**
 * Chooses language, direction, and host messages for an element.
 *
 * @param tags - BCP 47, preferred first
 * @param hosts - messages of the page, then those of the element
 */
export function chooseLocale(
  tags: readonly (string | null | undefined)[],
  hosts: readonly (HostMessages | null)[],
): LocaleChoice {
  const given = hosts.flatMap((host) => Object.entries(host ?? {}));
  const languages = given
    .filter(([, messages]) => typeof messages === 'object' && messages !== null)
    .map(([tag, messages]) => [tag.toLowerCase(), messages] as const);
  const language = chooseLanguage(
    tags,
    languages.map(([tag]) => tag),
  );
  const ranges = rangesOf(language);
  // Messages of wider tags come first, so that narrower ones override them.
  const layers = ranges
    .toReversed()
    .flatMap((range) => languages.filter(([tag]) => tag === range))
    .map(([, messages]) => messages);
  const dir = layers.findLast((layer) => layer.dir)?.dir === 'rtl' ? 'rtl' : 'ltr';
  return { language, tag: requestedTag(tags, language), dir, layers, base: baseOf(ranges, layers) };
}

/** Messages for a failed first load: ours with the host's overrides. */
export function unreachableMessages(
  { base, layers }: LocaleChoice,
  ours: Record<Language, Unreachable>,
): Unreachable {
  return Object.assign({}, ours[base], ...layers.map(({ unreachable }) => unreachable));
}

/** Whether two choices give the same messages. */
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
