import LANGUAGES from 'precandidate-form/languages';

/** Without a supported language, and where the candidate's country is unknown or speaks none. */
const DEFAULT_LANGUAGE = 'es';

/**
 * The language and region of a form, for example `es-PE`: of the first tag with a supported language,
 * otherwise the main language of the country. A tag without a region gets the candidate's country;
 * extensions of a tag are ignored.
 *
 * @param tags - BCP 47, preferred first
 * @param country - two letters; `null` when unknown
 */
export function chooseLocale(
  tags: readonly (string | undefined)[],
  country: string | null,
): string {
  const land = /^[a-z]{2}$/i.test(country ?? '') ? country?.toUpperCase() : undefined;
  const preferred = tags.map(parseTag).find(({ language }) => isSupported(language));
  const { language, region = land } = preferred ?? parseTag(land && spokenIn(land));
  if (!isSupported(language)) return DEFAULT_LANGUAGE;
  return region === undefined ? language : `${language}-${region}`;
}

/** Whether we have messages for a tag. The page may have messages for another. */
export function speaks(tag: string): boolean {
  return isSupported(parseTag(tag).language);
}

function isSupported(language: string): boolean {
  return Object.hasOwn(LANGUAGES, language);
}

/** What the page of a locale that {@link chooseLocale} returned says without JavaScript. */
export function withoutScript(locale: string) {
  const [language = ''] = locale.split('-');
  const { dir, noScript } = LANGUAGES[language]!;
  return { language, dir, ...noScript };
}

function spokenIn(country: string): string {
  return new Intl.Locale(`und-${country}`).maximize().language;
}

interface Tag {
  language: string;
  region?: string | undefined;
}

function parseTag(text = ''): Tag {
  try {
    const { language, region } = new Intl.Locale(text);
    return { language, region };
  } catch {
    return { language: '' };
  }
}
