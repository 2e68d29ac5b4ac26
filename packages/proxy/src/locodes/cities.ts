import mainCities from './main-cities.json' with { type: 'json' };

export interface City {
  /** UN/LOCODE without its space, e.g. `PELIM`. */
  locode: string;
  /** In the country's own language, e.g. `São Paulo`. */
  name: string;
}

/** Country → UN/LOCODE city code → name. */
const MAIN_CITIES = new Map<string, Readonly<Record<string, string>>>(Object.entries(mainCities));

/**
 * The main cities of a country, sorted by name; empty without a list. They are suggestions, never the
 * only codes that are valid.
 *
 * @param country - in upper case
 */
export function cityList(country: string): City[] {
  const cities = Object.entries(MAIN_CITIES.get(country) ?? {});
  return cities.map(([code, name]) => ({ locode: country + code, name }));
}
