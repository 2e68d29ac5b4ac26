import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Encoding } from '../plugins/negotiation.ts';
import { digest } from '../shared/digest.ts';
import type { CityStore } from './city-store.ts';
import mainCities from './main-cities.json' with { type: 'json' };

interface ServedList {
  etag: string;
  bodies: Readonly<Record<Encoding, Buffer>>;
}

const KEPT = 300;
/** Every process serves an imported list within this time. */
const KEPT_MS = 60_000;
const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** City lists: first the main cities of the package, then the imported places, by name. */
export function createCityLists(store: CityStore) {
  const cache = new LRUCache<string, ServedList>({
    max: KEPT,
    ttl: KEPT_MS,
    fetchMethod: async (country_code) => {
      const main = cityList(country_code);
      const known = new Set(main.map(({ locode }) => locode));
      const imported = JSON.parse((await store.find(country_code)) ?? '[]') as City[];
      const others = imported.filter(({ locode }) => !known.has(locode));
      return serve(Buffer.from(JSON.stringify([...main, ...others])));
    },
  });
  return {
    /** Empty when the country has no list. Rejects with `database-unavailable`. */
    find: (country_code: string): Promise<ServedList> =>
      cache.forceFetch(/^[A-Z]{2}$/i.test(country_code) ? country_code.toUpperCase() : ''),
  };
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
