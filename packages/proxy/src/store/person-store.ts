import type { Database } from './database.ts';

/** Persons created through us, and the country that their look-ups need. */
export interface PersonStore {
  remember(person_id: string, country_code: string, now: number): Promise<void>;
  countryOf(person_id: string): Promise<string | undefined>;
  purge(before: number): Promise<void>;
}

export function createPersonStore(db: Database): PersonStore {
  return {
    async remember(person_id, country_code, now) {
      await db.query(
        `insert into persons(person_id, country_code, created_at) values ($1, $2, $3)
         on conflict(person_id) do nothing`,
        person_id,
        country_code,
        now,
      );
    },
    async countryOf(person_id) {
      const [row] = await db.query<{ country_code: string }>(
        'select country_code from persons where person_id = $1',
        person_id,
      );
      return row?.country_code;
    },
    async purge(before) {
      await db.query('delete from persons where created_at < $1', before);
    },
  };
}
