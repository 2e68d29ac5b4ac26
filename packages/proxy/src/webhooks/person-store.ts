import { changeRow, type Database, type Statement } from '../db/database.ts';
import { listed, sql } from '../db/sql.ts';
import { scheduleJobs } from '../db/jobs.ts';
import { candidateOf, type FormName, ifNotErased } from '../forms/form-store.ts';

/** A person created through the proxy, or one whose webhook arrived. */
export interface PersonRow {
  person_id: string;
  /** Empty when the webhook arrived before the response to the creation. */
  country_code: string;
  /** Epoch milliseconds. */
  created_at: number;
  /** Digest of the result of the last event for the back end; `null`: none yet. */
  notified: string | null;
}

/** The queue of polls for results whose webhook may be lost, by person. */
export const RECONCILIATION = 'reconciliation';

const UNKNOWN_COUNTRY = '';

export type PersonStore = ReturnType<typeof createPersonStore>;

/** The persons whose completion the service reports. */
export function createPersonStore(db: Database) {
  return {
    /**
     * Stores nothing of a candidate who was erased meanwhile.
     *
     * @param pollAt - when to poll for a completion first; `undefined`: not at all
     * @param candidate_id - the candidate whose data created the person
     */
    async remember(
      person_id: string,
      country_code: string,
      now: number,
      pollAt: number | undefined,
      candidate_id?: string,
    ): Promise<void> {
      const insert = sql`insert into persons(person_id, country_code, created_at, candidate_id)
        values (${person_id}, ${country_code}, ${now}, ${candidate_id ?? null})
        on conflict(person_id) do update set
          candidate_id = coalesce(excluded.candidate_id, persons.candidate_id),
          country_code = case when persons.country_code = ${UNKNOWN_COUNTRY}
            then excluded.country_code else persons.country_code end`;
      const poll = pollAt === undefined ? [] : [scheduleJobs(RECONCILIATION, [person_id], pollAt)];
      if (candidate_id === undefined) return void (await db.batch([insert, ...poll]));
      await changeRow(db, ifNotErased(candidate_id), [insert, ...poll]);
    },

    async load(person_ids: readonly string[]): Promise<Map<string, PersonRow>> {
      const rows = await db.query<PersonRow>(
        sql`select person_id, country_code, created_at, notified from persons
         where person_id in ${listed(person_ids)}`,
      );
      return new Map(rows.map((row) => [row.person_id, row]));
    },

    /** Stores the result and runs `others` in the same transaction, unless it was stored before. */
    notifyOnce: (person_id: string, result: string, others: readonly Statement[]) =>
      changeRow(
        db,
        sql`update persons set notified = ${result}
            where person_id = ${person_id} and notified is distinct from ${result} returning person_id`,
        others,
      ),

    /**
     * A webhook reports the result. It may overtake the response to the creation, so the result is
     * stored for an unknown person, too.
     */
    markNotified: (
      person_id: string,
      result: string,
      now: number,
      createdFor: Partial<FormName> = {},
    ): Statement =>
      sql`insert into persons(person_id, country_code, created_at, notified, candidate_id)
        values (${person_id}, ${UNKNOWN_COUNTRY}, ${now}, ${result}, ${candidateOf(createdFor)})
        on conflict(person_id) do update set notified = excluded.notified,
          candidate_id = coalesce(persons.candidate_id, excluded.candidate_id)`,
  };
}
