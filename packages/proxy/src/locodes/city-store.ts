import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../db/database.ts';

/** Imported places as JSON text, by upper-case country code. */
export interface CityStore {
  /** `undefined` when none was imported. */
  find(country_code: string): Promise<string | undefined>;
  /** Replaces the lists of these countries, all or none; those of others stay. */
  put(lists: ReadonlyMap<string, string>): Promise<void>;
}

/** In the database, where several processes share one. */
export function createCityTable(db: Database): CityStore {
  return {
    async find(country_code) {
      const [row] = await db.query<{ cities: string }>(
        'select cities from city_lists where country_code = $1',
        country_code,
      );
      return row?.cities;
    },
    async put(lists) {
      await db.query(
        `insert into city_lists(country_code, cities)
         select key, value from json_each_text($1::json)
         on conflict(country_code) do update set cities = excluded.cities`,
        JSON.stringify(Object.fromEntries(lists)),
      );
    },
  };
}

/**
 * In files beside the embedded database, which only the running proxy can open. All files are written
 * before the first one is renamed into place.
 */
export function createCityFolder(dataDir: string): CityStore {
  const folder = join(dataDir, 'locodes');
  const fileOf = (country_code: string) => join(folder, `${country_code}.json`);
  return {
    async find(country_code) {
      if (dataDir === ':memory:') return undefined;
      return readFile(fileOf(country_code), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      });
    },
    async put(lists) {
      const fresh = join(folder, `.import-${process.pid}`);
      await mkdir(fresh, { recursive: true });
      try {
        for (const [country_code, cities] of lists)
          await writeFile(join(fresh, country_code), cities, { flush: true });
        for (const country_code of lists.keys())
          await rename(join(fresh, country_code), fileOf(country_code));
      } finally {
        await rm(fresh, { recursive: true, force: true });
      }
    },
  };
}
