import { LRUCache } from 'lru-cache';

/** Languages that forms are drawn in; the first where none is asked for. */
const LANGUAGES = ['es', 'pt', 'en'];

/**
 * The language and region to draw a form in, e.g. `es-PE`: of the first tag whose language there is,
 * else what most people of the country speak. What else a tag says changes nothing that is drawn, and
 * one without a region means the candidate's country.
 *
 * @param tags - BCP 47, most wanted first
 * @param country - two letters; `null` when unknown
 */
export function renderLocale(
  tags: readonly (string | undefined)[],
  country: string | null,
): string {
  const land = /^[a-z]{2}$/i.test(country ?? '') ? country?.toUpperCase() : undefined;
  const asked = tags
    .map((tag) => readTag(tag ?? ''))
    .find(({ language }) => LANGUAGES.includes(language));
  const { language, region = land } = asked ?? readTag((land && spokenIn(land)) ?? '');
  if (!LANGUAGES.includes(language)) return LANGUAGES[0] ?? 'es';
  return region === undefined ? language : `${language}-${region}`;
}

function spokenIn(country: string): string {
  return new Intl.Locale(`und-${country}`).maximize().language;
}

interface Tag {
  language: string;
  region?: string | undefined;
}

/** To read a tag takes 10 µs, and browsers send few that differ. */
const read = new LRUCache<string, Tag>({ max: 200 });

function readTag(text: string): Tag {
  const known = read.get(text) ?? parseTag(text);
  read.set(text, known);
  return known;
}

function parseTag(text: string): Tag {
  try {
    const { language, region } = new Intl.Locale(text);
    return { language, region };
  } catch {
    return { language: '' };
  }
}
