import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { digest } from '../shared/digest.ts';
import type { CityStore } from './city-store.ts';
import mainCities from './main-cities.json' with { type: 'json' };

/** A list as it is sent. */
interface ServedList {
  etag: string;
  bodies: Readonly<Record<'br' | 'gzip' | 'identity', Buffer>>;
}

const KEPT = 300;
/** Every process serves an imported list within this time. */
const KEPT_MS = 60_000;
const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** City lists: first the main cities of the package, then the imported places, by name. */
export async function createCityLists(store: CityStore) {
  const empty = await serve(Buffer.from('[]'));
  const cache = new LRUCache<string, ServedList>({
    max: KEPT,
    ttl: KEPT_MS,
    fetchMethod: async (country_code) => {
      const main = cityList(country_code) ?? [];
      const imported = await store.find(country_code);
      const all = imported === undefined ? main : merge(main, JSON.parse(imported) as City[]);
      return serve(Buffer.from(JSON.stringify(all)));
    },
  });
  return {
    /** Empty when the country has no list. Rejects with `database-unavailable`. */
    async find(country_code: string): Promise<ServedList> {
      const isCountry = /^[A-Z]{2}$/i.test(country_code);
      const list = isCountry ? await cache.fetch(country_code.toUpperCase()) : undefined;
      return list ?? empty;
    },
  };
}

function merge(main: readonly City[], imported: readonly City[]): City[] {
  const known = new Set(main.map(({ locode }) => locode));
  return [...main, ...imported.filter(({ locode }) => !known.has(locode))];
}

async function serve(identity: Buffer): Promise<ServedList> {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };
  const [brotli, gz] = await Promise.all([toBrotli(identity, quality), toGzip(identity)]);
  // Weak, because it is the same for every encoding.
  return { etag: `W/"${digest(identity.toString())}"`, bodies: { br: brotli, gzip: gz, identity } };
}

export interface City {
  /** UN/LOCODE without its space, e.g. `PELIM`. */
  locode: string;
  /** In the country's own language, e.g. `São Paulo`. */
  name: string;
}
type CityList = readonly City[];

/** The main cities of each country with a list, by name: country → UN/LOCODE city code → name. */
const MAIN_CITIES: Readonly<Record<string, Readonly<Record<string, string>>>> = mainCities;

/** The countries that have a list, in upper case. */
export const LISTED_COUNTRIES: readonly string[] = Object.keys(MAIN_CITIES);

/**
 * The main cities of a country, sorted by name: suggestions, never the only codes that are valid.
 *
 * @param country_code Two letters, in either case.
 * @returns `undefined` for a country without a list.
 */
export function cityList(country_code: string): CityList | undefined {
  const country = country_code.toUpperCase();
  if (!Object.hasOwn(MAIN_CITIES, country)) return undefined;
  return Object.entries(MAIN_CITIES[country] ?? {}).map(([code, name]) => ({
    locode: country + code,
    name,
  }));
}
