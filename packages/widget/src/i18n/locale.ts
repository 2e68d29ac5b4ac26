import { LANGUAGES, type HostLanguage, type HostMessages, type Language } from './messages.ts';
import type { Unreachable } from './problem-messages.ts';
import unreachable from './unreachable.json' with { type: 'json' };

/** The language of an element, and its host messages. */
export interface LocaleChoice {
  /** BCP 47, lower case. */
  language: string;
  /** The requested tag, e.g. `es-PE`; its region decides the number format. */
  tag: string;
  dir: 'ltr' | 'rtl';
  /** Our language for messages that the host does not override. */
  base: Language;
  /** The host's messages; later ones override earlier ones. */
  layers: readonly HostLanguage[];
}

/**
 * Chooses the first available language, `es` if there is none. Each tag falls back to its wider ones:
 * `es-MX`, then `es`.
 *
 * @param tags - BCP 47, preferred first; absent ones are skipped
 * @param host - the element's own messages
 */
export function chooseLocale(
  tags: readonly (string | null | undefined)[],
  host: HostMessages | null,
): LocaleChoice {
  const added = Object.entries(host ?? {})
    .filter(([, messages]) => typeof messages === 'object' && messages !== null)
    .map(([tag, messages]) => [tag.toLowerCase(), messages] as const);
  const available: readonly string[] = [...LANGUAGES, ...added.map(([tag]) => tag)];
  const requested = tags.flatMap((tag) => rangesOf(tag ?? ''));
  const language = requested.find((range) => available.includes(range)) ?? LANGUAGES[0];
  const tag = tags.find((each) => rangesOf(each ?? '').includes(language)) ?? language;
  const ranges = rangesOf(language);
  // Messages of wider tags come first, so that narrower ones override them.
  const layers = ranges
    .toReversed()
    .flatMap((range) => added.filter(([each]) => each === range))
    .map(([, messages]) => messages);
  const dir = layers.findLast((layer) => layer.dir)?.dir === 'rtl' ? 'rtl' : 'ltr';
  const base = baseOf(ranges, layers);
  return { language, tag: tag.replaceAll('_', '-'), dir, layers, base };
}

/** A lower-case tag and its wider ones: `es-mx`, `es`. */
function rangesOf(tag: string): string[] {
  const subtags = tag.toLowerCase().split(/[-_]/);
  return subtags.map((_, index) => subtags.slice(0, subtags.length - index).join('-'));
}

function baseOf(ranges: readonly string[], layers: readonly HostLanguage[]): Language {
  const wanted = [layers.findLast((layer) => layer.base)?.base, ...ranges];
  return LANGUAGES.find((language) => wanted.includes(language)) ?? 'en';
}

/** Messages for a failed first load: ours with the host's overrides. */
export function unreachableMessages({ base, layers }: LocaleChoice): Unreachable {
  return Object.assign({}, unreachable[base], ...layers.map((layer) => layer.unreachable));
}

/** Whether two choices give the same messages. */
export function isSame(one: LocaleChoice | undefined, other: LocaleChoice): boolean {
  return (
    one?.language === other.language &&
    one.layers.length === other.layers.length &&
    one.layers.every((layer, index) => layer === other.layers[index])
  );
}
