import { childPointer } from 'precandidate-contract';
import type { ErrorObject } from 'ajv';
import { isJsonObject } from '../shared/json.ts';
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

/** A text in a field for a city. */
interface TypedCity {
  /** The object that has the field. */
  holder: Record<string, unknown>;
  name: string;
  pointer: string;
  typed: string;
}

/**
 * Replaces the name of a city by its code, as the browser does once it has the list of cities: `PE LIM`
 * or `PELIM`, whichever the form accepts. Changes `data`; returns the errors that are left.
 *
 * @param country - of the candidate, unless the pattern of a field begins with another
 */
export function replaceCityNames(
  data: unknown,
  country: string,
  check: (data: unknown) => ErrorObject[],
): ErrorObject[] {
  let errors = check(data);
  const countries = new Map(errors.map((error) => [error.instancePath, countryOf(error)]));
  let wrong = typedCities(data).flatMap((city) => {
    const code = CODES.get(countries.get(city.pointer) ?? country)?.get(fold(city.typed));
    return code === undefined ? [] : [{ ...city, code }];
  });
  for (const variant of [spaced, unspaced, asTyped]) {
    if (wrong.length === 0) break;
    for (const city of wrong) city.holder[city.name] = variant(city);
    errors = check(data);
    const places = new Set(errors.map(({ instancePath }) => instancePath));
    wrong = wrong.filter(({ pointer }) => places.has(pointer));
  }
  return errors;
}

const spaced = ({ code }: { code: string }) => `${code.slice(0, 2)} ${code.slice(2)}`;
const unspaced = ({ code }: { code: string }) => code;
const asTyped = ({ typed }: TypedCity) => typed;

/** The service's name for a city, in each common spelling. */
const CITY_FIELD = /^city[_-]?locode$/i;

function typedCities(value: unknown, pointer = ''): TypedCity[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, below]) => {
    const place = childPointer(pointer, name);
    const isCity = isJsonObject(value) && typeof below === 'string' && CITY_FIELD.test(name);
    return isCity
      ? [{ holder: value, name, pointer: place, typed: below }]
      : typedCities(below, place);
  });
}

/** The country whose codes a field accepts, by the pattern that its text violates. */
function countryOf({ keyword, params }: ErrorObject): string | undefined {
  const pattern = keyword === 'pattern' ? String(params['pattern']) : '';
  return /^\^?\(?([A-Z]{2})(?![\w*+?{|])/.exec(pattern)?.[1];
}

/** Lowercase, without accents, invisible marks, or repeated spaces. */
function fold(text: string): string {
  const plain = text
    .normalize('NFD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase();
  return plain.replaceAll(/\s+/g, ' ').trim();
}

/** Country → folded name → UN/LOCODE. */
const CODES = new Map(
  [...MAIN_CITIES.keys()].map((country) => [
    country,
    new Map(cityList(country).map(({ locode, name }) => [fold(name), locode])),
  ]),
);
