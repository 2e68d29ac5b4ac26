import type { Database } from '../db/database.ts';
import { purgeRows } from '../db/purge-rows.ts';

/** A person created through us whose completion nobody has told us of yet. Times in epoch milliseconds. */
export interface PersonRow {
  person_id: string;
  country_code: string;
  created_at: number;
  /** How many looks found it under way. */
  step: number;
  /** Until when the row is claimed. */
  next_at: number;
  /** Digest of the completion that the last look found; `null` when it found none. */
  found: string | null;
}

export interface PersonStore {
  /** `next_at`: when to look whether it has completed; `null` when that is not ours to know. */
  remember(
    person_id: string,
    country_code: string,
    now: number,
    next_at: number | null,
  ): Promise<void>;
  countryOf(person_id: string): Promise<string | undefined>;
  /** Persons that are due for a look, taken until `lease_until`. */
  claimDue(now: number, lease_until: number, limit: number): Promise<PersonRow[]>;
  /** Ends a claim, unless the webhook came meanwhile. */
  reschedule(claimed: PersonRow, step: number, next_at: number | null): Promise<void>;
  noteFound(claimed: PersonRow, found: string): Promise<void>;
  /** Notes that it will be told; `false` when the webhook came meanwhile. */
  noteTold(claimed: PersonRow): Promise<boolean>;
  /** Digest of the completion that was told after a look; `undefined` when none was. */
  toldOf(person_id: string): Promise<string | undefined>;
  /**
   * The webhook came: there is nothing to look for. It may overtake the answer by which we learn of
   * the person, so it is noted for one that is not known yet, too.
   */
  heard(person_id: string, now: number): Promise<void>;
  nextDue(): Promise<number | undefined>;
  purge(created_before: number): Promise<number>;
}

/** The country of a person whose webhook came before the answer to its creation. */
const UNKNOWN = '';

export function createPersonStore(db: Database): PersonStore {
  const run = async (sql: string, ...params: (string | number | null)[]) => {
    await db.query(sql, ...params);
  };

  async function one<Row>(sql: string, ...params: (string | number | null)[]) {
    const [row] = await db.query<Row>(sql, ...params);
    return row;
  }

  return {
    remember: (person_id, country_code, now, next_at) =>
      run(
        `insert into persons(person_id, country_code, created_at, next_at)
         values ($1, $2, $3, $4)
         on conflict(person_id) do update set country_code = $2 where persons.country_code = $5`,
        person_id,
        country_code,
        now,
        next_at,
        UNKNOWN,
      ),

    async countryOf(person_id) {
      const row = await one<{ country_code: string }>(
        'select country_code from persons where person_id = $1 and country_code <> $2',
        person_id,
        UNKNOWN,
      );
      return row?.country_code;
    },

    claimDue: (now, lease_until, limit) =>
      db.query(
        `update persons set next_at = $2
         where person_id in (
             select person_id from persons
             where next_at <= $1 order by next_at limit $3 for update skip locked)
           and next_at <= $1
         returning *`,
        now,
        lease_until,
        limit,
      ),

    reschedule: (claimed, step, next_at) =>
      run(
        'update persons set step = $2, next_at = $3 where person_id = $1 and next_at = $4',
        claimed.person_id,
        step,
        next_at,
        claimed.next_at,
      ),

    noteFound: (claimed, found) =>
      run(
        'update persons set found = $2 where person_id = $1 and next_at = $3',
        claimed.person_id,
        found,
        claimed.next_at,
      ),

    async noteTold(claimed) {
      const row = await one(
        `update persons set told = found where person_id = $1 and next_at = $2
         returning person_id`,
        claimed.person_id,
        claimed.next_at,
      );
      return row !== undefined;
    },

    async toldOf(person_id) {
      const row = await one<{ told: string | null }>(
        'select told from persons where person_id = $1',
        person_id,
      );
      return row?.told ?? undefined;
    },

    heard: (person_id, now) =>
      run(
        `insert into persons(person_id, country_code, created_at, next_at)
         values ($1, $2, $3, null) on conflict(person_id) do update set next_at = null`,
        person_id,
        UNKNOWN,
        now,
      ),

    async nextDue() {
      const row = await one<{ due: number | null }>('select min(next_at) as due from persons');
      return row?.due ?? undefined;
    },

    purge: (created_before) =>
      purgeRows(
        db,
        { table: 'persons', key: 'person_id', where: 'created_at < $1' },
        created_before,
      ),
  };
}
