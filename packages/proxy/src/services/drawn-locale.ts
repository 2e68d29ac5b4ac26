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
export function drawnLocale(tags: readonly (string | undefined)[], country: string | null): string {
  const land = /^[a-z]{2}$/i.test(country ?? '') ? country?.toUpperCase() : undefined;
  for (const tag of [...tags, land && spokenIn(land)]) {
    const { language, region = land } = readTag(tag ?? '');
    if (LANGUAGES.includes(language))
      return region === undefined ? language : `${language}-${region}`;
  }
  return LANGUAGES[0] ?? 'es';
}

function spokenIn(country: string): string {
  return new Intl.Locale(`und-${country}`).maximize().language;
}

function readTag(tag: string): { language: string; region?: string | undefined } {
  try {
    return new Intl.Locale(tag);
  } catch {
    return { language: '' };
  }
}
