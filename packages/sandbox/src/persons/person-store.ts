import type { DatabaseSync } from 'node:sqlite';
import type { WebhookTarget } from '../storage/configuration.ts';
import { insertRow } from '../storage/database.ts';

/** A person as it is stored. `starts_at`, `ends_at`, and `ended_at` are epoch milliseconds. */
export interface StoredPerson {
  person_id: string;
  country_code: string;
  /** Decides the outcome of the reports; `null` when there is none. */
  document_id: string | null;
  reports_enabled: string[];
  custom_data: unknown;
  /** From the creation; `null` when the person has no endpoint of their own. */
  webhook: WebhookTarget | null;
  created_at: string;
  /** `null` while the candidate's data is missing. */
  starts_at: number | null;
  /** When the last report is due. */
  ends_at: number | null;
  /** When the folder completed. */
  ended_at: number | null;
  /** Whether the completion webhook was created. */
  announced: boolean;
}

export type NewPerson = Omit<StoredPerson, 'starts_at' | 'ends_at' | 'ended_at' | 'announced'>;

/** The persons of the account. */
export class PersonStore {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  insert(person: NewPerson): void {
    // `custom_data` may be any JSON value, so that even a string or null is stored as JSON.
    const custom_data = JSON.stringify(person.custom_data);
    insertRow(this.#database, 'persons', { ...person, custom_data });
  }

  get(person_id: string): StoredPerson | undefined {
    const row = this.#database.prepare('select * from persons where person_id = ?').get(person_id);
    return row === undefined ? undefined : fromRow(row);
  }

  /** Schedules the reports; `false` when they were started before. */
  start(
    person_id: string,
    document_id: string | null,
    starts_at: number,
    ends_at: number,
  ): boolean {
    const { changes } = this.#database
      .prepare(
        `update persons set document_id = ?, starts_at = ?, ends_at = ?
         where person_id = ? and starts_at is null`,
      )
      .run(document_id, starts_at, ends_at, person_id);
    return changes === 1;
  }

  /** Completes the folder; `false` when it was complete. */
  end(person_id: string, ended_at: number): boolean {
    const { changes } = this.#database
      .prepare('update persons set ended_at = ? where person_id = ? and ended_at is null')
      .run(ended_at, person_id);
    return changes === 1;
  }

  /** Claims the completion webhook of a person; `false` when it was claimed before. */
  claimAnnouncement(person_id: string): boolean {
    const { changes } = this.#database
      .prepare('update persons set announced = 1 where person_id = ? and announced = 0')
      .run(person_id);
    return changes === 1;
  }

  /** Persons whose last report is due at `now`. */
  due(now: number): StoredPerson[] {
    return this.#database
      .prepare('select * from persons where ended_at is null and ends_at <= ? order by ends_at')
      .all(now)
      .map(fromRow);
  }

  /** When the next person's reports end; `null` when none are running. */
  nextEnd(): number | null {
    const row = this.#database
      .prepare('select min(ends_at) as next from persons where ended_at is null')
      .get();
    return (row?.next ?? null) as number | null;
  }
}

function fromRow(row: Record<string, unknown>): StoredPerson {
  return {
    ...row,
    reports_enabled: JSON.parse(String(row.reports_enabled)),
    custom_data: JSON.parse(String(row.custom_data)),
    webhook: row.webhook === null ? null : JSON.parse(String(row.webhook)),
    announced: row.announced === 1,
  } as StoredPerson;
}
