import { br } from './cities/br.ts';
import { cl } from './cities/cl.ts';
import { co } from './cities/co.ts';
import { cr } from './cities/cr.ts';
import { ec } from './cities/ec.ts';
import { mx } from './cities/mx.ts';
import { pa } from './cities/pa.ts';
import { pe } from './cities/pe.ts';

export interface City {
  /** UN/LOCODE without its space, e.g. `PELIM`. */
  locode: string;
  /** In the country's own language, e.g. `São Paulo`. */
  name: string;
}
export type CityList = readonly City[];

const CITIES: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map(
  Object.entries({ BR: br, CL: cl, CO: co, CR: cr, EC: ec, MX: mx, PA: pa, PE: pe }),
);

/** The countries that have a list, in upper case. */
export const LISTED_COUNTRIES: readonly string[] = [...CITIES.keys()];

/**
 * The main cities of a country, sorted by name: suggestions, never the only codes that are valid.
 *
 * @param country_code Two letters, in either case.
 * @returns `undefined` for a country without a list.
 */
export function cityList(country_code: string): CityList | undefined {
  const country = country_code.toUpperCase();
  const cities = CITIES.get(country);
  if (cities === undefined) return undefined;
  return Object.entries(cities).map(([code, name]) => ({ locode: country + code, name }));
}
