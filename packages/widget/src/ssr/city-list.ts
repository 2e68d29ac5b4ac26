import { toCities, type Cities } from '../combobox/cities.ts';

/** The cities of a form's country. */
export interface CityList {
  /** Two upper-case letters. */
  country: string;
  cities: Cities;
}

/** @param json - the list as the proxy serves it */
export function readCityList(country: string, json: string): CityList {
  return { country, cities: toCities(JSON.parse(json) as { locode: string; name: string }[]) };
}
