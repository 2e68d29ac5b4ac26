import { type Database, placesOf, purgeRows, type Statement } from '../db/database.ts';
import { scheduleJobs } from '../db/jobs.ts';
import type { RelayedCompletion } from './read-completion.ts';

/** A person created through the proxy, or one whose webhook arrived. */
export interface PersonRow {
  person_id: string;
  /** Empty when the webhook arrived before the response to the creation. */
  country_code: string;
  /** Epoch milliseconds. */
  created_at: number;
  /** Digest of the completion that the last poll found; `null` when it found none. */
  found: string | null;
}

/** The queue of polls for completions whose webhook may be lost, by person. */
export const RECONCILIATION = 'reconciliation';

const UNKNOWN_COUNTRY = '';

export type PersonStore = ReturnType<typeof createPersonStore>;

/** The persons whose completion the service reports. */
export function createPersonStore(db: Database) {
  return {
    /** `pollAt`: when to poll for a completion first; `undefined`: not at all. */
    async remember(
      person_id: string,
      country_code: string,
      now: number,
      pollAt: number | undefined,
    ): Promise<void> {
      const insert = {
        sql: `insert into persons(person_id, country_code, created_at) values ($1, $2, $3)
          on conflict(person_id) do update set country_code = excluded.country_code
          where persons.country_code = $4`,
        params: [person_id, country_code, now, UNKNOWN_COUNTRY],
      };
      const poll = pollAt === undefined ? [] : [scheduleJobs(RECONCILIATION, [person_id], pollAt)];
      await db.batch([insert, ...poll]);
    },

    async countryOf(person_id: string): Promise<string | undefined> {
      const [row] = await db.query<{ country_code: string }>(
        'select country_code from persons where person_id = $1 and country_code <> $2',
        person_id,
        UNKNOWN_COUNTRY,
      );
      return row?.country_code;
    },

    /** Persons whose webhook has not arrived. */
    async loadWaiting(person_ids: readonly string[]): Promise<Map<string, PersonRow>> {
      const rows = await db.query<PersonRow>(
        `select person_id, country_code, created_at, found from persons
         where received_at is null and person_id in (${placesOf(person_ids)})`,
        ...person_ids,
      );
      return new Map(rows.map((row) => [row.person_id, row]));
    },

    async noteFound(person_id: string, found: string): Promise<void> {
      await db.query('update persons set found = $2 where person_id = $1', person_id, found);
    },

    /** For the transaction that stores the event. Changes no row when the webhook arrived meanwhile. */
    noteRelayed: (person_id: string, completion: RelayedCompletion): Statement => ({
      sql: `update persons set relayed = $2 where person_id = $1 and received_at is null
        returning person_id`,
      params: [person_id, JSON.stringify(completion)],
    }),

    async relayedCompletion(person_id: string): Promise<RelayedCompletion | undefined> {
      const [row] = await db.query<{ relayed: string | null }>(
        'select relayed from persons where person_id = $1',
        person_id,
      );
      return row?.relayed == null ? undefined : (JSON.parse(row.relayed) as RelayedCompletion);
    },

    /**
     * The webhook arrived, so there is nothing to poll for. It may overtake the response to the
     * creation, so it is noted for an unknown person, too. For the transaction that stores the event:
     * changes no row when `relayed` was read as `undefined` and polling relayed a completion meanwhile.
     */
    noteWebhook: (
      person_id: string,
      relayed: RelayedCompletion | undefined,
      now: number,
    ): Statement => ({
      sql: `insert into persons(person_id, country_code, created_at, received_at)
        values ($1, $2, $3, $3) on conflict(person_id) do update set received_at = $3
        ${relayed ? '' : 'where persons.relayed is null'} returning person_id`,
      params: [person_id, UNKNOWN_COUNTRY, now],
    }),

    purge: (createdBefore: number) =>
      purgeRows(
        db,
        { table: 'persons', key: 'person_id', where: 'created_at < $1' },
        createdBefore,
      ),
  };
}
