import type { Database } from '../db/database.ts';

/** Lists of places that were imported, as JSON text, by a country's upper-case code. */
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
