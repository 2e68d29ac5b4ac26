const LIMA = 'PE LIM';
const CURITIBA = 'BR CWB';

/** A well-known city of each country, by its code. */
const CITIES: Readonly<Record<string, string>> = {
  BR: CURITIBA,
  CL: 'CL SCL',
  CO: 'CO BOG',
  CR: 'CR SJO',
  EC: 'EC UIO',
  MX: 'MX MEX',
  PA: 'PA PTY',
  PE: LIMA,
};

/**
 * The code of a city that a candidate may know: of the country, else of where the language is spoken.
 *
 * @param language - BCP 47 tag
 */
export function cityExample(country: string | null, language: string): string {
  return CITIES[country ?? ''] ?? (/^pt\b/i.test(language) ? CURITIBA : LIMA);
}
