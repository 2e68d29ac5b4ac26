import { changeRow, type Database, type Statement } from '../db/database.ts';
import { scheduleJobs } from '../db/jobs.ts';
import { listOf, sql } from '../db/sql-template.ts';
import { erasureLock, isErased } from '../forms/erased-persons.ts';
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

/** A person that was created; `pollAt` is when to poll for a completion first; `undefined`: not at all. */
export interface CreatedPerson extends Pick<PersonRow, 'person_id' | 'country_code'> {
  created_at: number;
  pollAt?: number | undefined;
  /** The candidate whose data created the person. */
  candidate_id?: string | undefined;
}

/** A result that the webhook of a person reports. */
export interface ReportedResult {
  person_id: string;
  result: string;
  now: number;
  /** The form that `custom_data` names. */
  createdFor: FormName | undefined;
}

/** The queue of polls for results whose webhook may be lost, by person. */
export const RECONCILIATION = 'reconciliation';

const UNKNOWN_COUNTRY = '';

/** The persons whose completion the service reports. */
export class PersonStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Stores nothing of a candidate who was erased meanwhile. */
  async remember(created: CreatedPerson): Promise<void> {
    const { person_id, country_code, created_at, pollAt, candidate_id } = created;
    const insert = sql`insert into persons(person_id, country_code, created_at, candidate_id)
      values (${person_id}, ${country_code}, ${created_at}, ${candidate_id ?? null})
      on conflict(person_id) do update set
        candidate_id = coalesce(excluded.candidate_id, persons.candidate_id),
        country_code = case when persons.country_code = ${UNKNOWN_COUNTRY}
          then excluded.country_code else persons.country_code end`;
    const poll = pollAt === undefined ? [] : [scheduleJobs(RECONCILIATION, [person_id], pollAt)];
    if (candidate_id === undefined) await this.#db.batch([insert, ...poll]);
    else await changeRow(this.#db, ifNotErased(candidate_id), [insert, ...poll]);
  }

  async load(person_ids: readonly string[]): Promise<Map<string, PersonRow>> {
    const rows = await this.#db.query<PersonRow>(
      sql`select person_id, country_code, created_at, notified from persons
       where person_id in ${listOf(person_ids)}`,
    );
    return new Map(rows.map((row) => [row.person_id, row]));
  }

  /** Stores the result and runs `others` in the same transaction, unless it was stored before. */
  notifyOnce(person_id: string, result: string, others: readonly Statement[]) {
    const update = sql`update persons set notified = ${result}
      where person_id = ${person_id} and notified is distinct from ${result} returning person_id`;
    return changeRow(this.#db, update, others, [erasureLock(person_id)]);
  }
}

/**
 * Stores the result that a webhook reports. The webhook may overtake the response to the creation, so the
 * result is stored for an unknown person, too, but not for one who was erased.
 */
export const markNotified = ({ person_id, result, now, createdFor }: ReportedResult): Statement =>
  sql`insert into persons(person_id, country_code, created_at, notified, candidate_id)
    select ${person_id}, ${UNKNOWN_COUNTRY}, cast(${now} as bigint), ${result},
      ${candidateOf(createdFor)}
    where not ${isErased([person_id, createdFor?.person_id ?? person_id])}
    on conflict(person_id) do update set notified = excluded.notified,
      candidate_id = coalesce(persons.candidate_id, excluded.candidate_id)`;
