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
export function askedTag(tags: readonly (string | null | undefined)[], language: string): string {
  const found = tags.find((tag) => rangesOf(tag ?? '').includes(language));
  return found?.replaceAll('_', '-') ?? language;
}

/** A tag in lower case and what is wider than it: `es-mx`, `es`. */
export function rangesOf(tag: string): string[] {
  const subtags = tag.toLowerCase().split(/[-_]/);
  return subtags.map((_, index) => subtags.slice(0, subtags.length - index).join('-'));
}
