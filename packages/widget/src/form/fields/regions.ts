/** Shorter lists of two letters may be states, or anything else. */
const MIN_REGIONS = 20;

/** Whether values are ISO 3166 country codes, such as `PE`. */
export function isRegionList(values: readonly unknown[]): boolean {
  return (
    values.length >= MIN_REGIONS &&
    values.every((value) => typeof value === 'string' && regionName(value, 'en') !== undefined)
  );
}

/** The name of a country in a language; `undefined` for text that is no country code. */
export function regionName(code: string, language: string): string | undefined {
  if (!/^[A-Z]{2}$/.test(code)) return undefined;
  try {
    return new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }).of(code);
  } catch {
    return undefined;
  }
}
