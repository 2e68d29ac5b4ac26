import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { type City, cityList } from './city-list.ts';
import type { CityStore } from './city-store.ts';
import { digest } from '../submissions/digest.ts';

/** A list as it goes out, the same to everybody. */
export interface ServedList {
  etag: string;
  bodies: Readonly<Record<'br' | 'gzip' | 'identity', Buffer>>;
}

export interface CityLists {
  /** Empty when the country has no list. Rejects with `database-unavailable`. */
  find(country_code: string): Promise<ServedList>;
}

const KEPT = 300;
/** What was imported is served everywhere after this. */
const KEPT_MS = 60_000;
const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Lists of cities: the main ones that come with us first, then what was imported, by name. */
export async function createCityLists(store: CityStore): Promise<CityLists> {
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
    async find(country_code) {
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
  const [br, gz] = await Promise.all([toBrotli(identity, quality), toGzip(identity)]);
  // Weak: one for every encoding.
  return { etag: `W/"${digest(identity.toString())}"`, bodies: { br, gzip: gz, identity } };
}
