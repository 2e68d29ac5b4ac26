import type { DatabaseSync } from 'node:sqlite';
import type { WebhookTarget } from './configuration.ts';

/** A person as it is kept. Plans (`starts_at`, `ends_at`, `ended_at`) are epoch milliseconds. */
export interface StoredPerson {
  person_id: string;
  country_code: string;
  /** Decides the sample outcome of the reports; `null` when none was given. */
  document_id: string | null;
  reports_enabled: string[];
  custom_data: unknown;
  /** As given at creation; `null` when the person has none of its own. */
  webhook: WebhookTarget | null;
  created_at: string;
  /** `null` while the candidate's data is missing. */
  starts_at: number | null;
  /** When the last report is due. */
  ends_at: number | null;
  /** When the folder completed. */
  ended_at: number | null;
  /** Whether the completion webhook was armed already. */
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
    this.#database
      .prepare(
        `insert into persons (person_id, country_code, document_id, reports_enabled, custom_data,
           webhook, created_at)
         values (?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        person.person_id,
        person.country_code,
        person.document_id,
        JSON.stringify(person.reports_enabled),
        JSON.stringify(person.custom_data),
        person.webhook === null ? null : JSON.stringify(person.webhook),
        person.created_at,
      );
  }

  get(person_id: string): StoredPerson | undefined {
    const row = this.#database.prepare('select * from persons where person_id = ?').get(person_id);
    return row === undefined ? undefined : fromRow(row);
  }

  /** Plans the reports, once; `false` when they were started before. */
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

  /** Completes the folder, once; `false` when it was complete. */
  end(person_id: string, ended_at: number): boolean {
    const { changes } = this.#database
      .prepare('update persons set ended_at = ? where person_id = ? and ended_at is null')
      .run(ended_at, person_id);
    return changes === 1;
  }

  /** Claims the right to arm the completion webhook; `false` when it is taken. */
  announce(person_id: string): boolean {
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

  /** When the next person's reports end; `null` when none runs. */
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
