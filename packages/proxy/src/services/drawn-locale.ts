/** Languages that forms are drawn in; the first where none is asked for. */
const LANGUAGES = ['es', 'pt', 'en'];

/**
 * The language and region to draw a form in, e.g. `es-PE`: of the first tag whose language there is.
 * What else a tag says changes nothing that is drawn.
 *
 * @param tags - BCP 47, most wanted first
 */
export function drawnLocale(tags: readonly (string | undefined)[]): string {
  for (const tag of tags) {
    const { language, region } = readTag(tag ?? '');
    if (LANGUAGES.includes(language))
      return region === undefined ? language : `${language}-${region}`;
  }
  return LANGUAGES[0] ?? 'es';
}

function readTag(tag: string): { language: string; region?: string | undefined } {
  try {
    return new Intl.Locale(tag);
  } catch {
    return { language: '' };
  }
}
