import type { DatabaseSync } from 'node:sqlite';
import { timestampNow } from '../timestamp.ts';

/** Who brought the status: a hosted form (page or JSON), the phone call, a control address. */
export type CollectedBy = 'form' | 'json' | 'phone' | 'control';

/** A precandidate as it is kept. The record of the interface is a part of it. */
export interface StoredPrecandidate {
  precandidate_id: string;
  person_id: string;
  country_code: string;
  email: string;
  phone: string;
  pipeline_id: string;
  pipeline_name: string;
  reports_enabled: string[];
  report_settings: Record<string, unknown>;
  /** JSON text, so that equal schemas are recognised as one. */
  form_schema: string;
  precandidate_status: string;
  /** Replaces the address of the hosted form in the record; `null`: the sandbox's own. */
  form_url: string | null;
  created_at: string;
  updated_at: string;
  /** What the candidate gave; `null` before. */
  data: Record<string, unknown> | null;
  collected_by: CollectedBy | null;
  /** How many posts reached the hosted form, refused ones included. */
  form_posts: number;
}

export type NewPrecandidate = Omit<
  StoredPrecandidate,
  'form_url' | 'created_at' | 'updated_at' | 'data' | 'collected_by' | 'form_posts'
>;

const INSERT = `
insert into precandidates (precandidate_id, person_id, country_code, email, phone, pipeline_id,
  pipeline_name, reports_enabled, report_settings, form_schema, precandidate_status, created_at,
  updated_at)
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** The precandidates of the account. */
export class PrecandidateStore {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  insert(precandidate: NewPrecandidate): StoredPrecandidate {
    const now = timestampNow();
    this.#database
      .prepare(INSERT)
      .run(
        precandidate.precandidate_id,
        precandidate.person_id,
        precandidate.country_code,
        precandidate.email,
        precandidate.phone,
        precandidate.pipeline_id,
        precandidate.pipeline_name,
        JSON.stringify(precandidate.reports_enabled),
        JSON.stringify(precandidate.report_settings),
        precandidate.form_schema,
        precandidate.precandidate_status,
        now,
        now,
      );
    return {
      ...precandidate,
      form_url: null,
      created_at: now,
      updated_at: now,
      data: null,
      collected_by: null,
      form_posts: 0,
    };
  }

  get(precandidate_id: string): StoredPrecandidate | undefined {
    const row = this.#database
      .prepare('select * from precandidates where precandidate_id = ?')
      .get(precandidate_id);
    return row === undefined ? undefined : fromRow(row);
  }

  /** Oldest first; empty for a person without one. */
  ofPerson(person_id: string): StoredPrecandidate[] {
    return this.#database
      .prepare('select * from precandidates where person_id = ? order by created_at')
      .all(person_id)
      .map(fromRow);
  }

  setStatus(precandidate_id: string, status: string, collected_by: CollectedBy): void {
    this.#database
      .prepare(
        `update precandidates set precandidate_status = ?, collected_by = ?, updated_at = ?
         where precandidate_id = ?`,
      )
      .run(status, collected_by, timestampNow(), precandidate_id);
  }

  setFormUrl(precandidate_id: string, form_url: string | null): void {
    this.#database
      .prepare('update precandidates set form_url = ?, updated_at = ? where precandidate_id = ?')
      .run(form_url, timestampNow(), precandidate_id);
  }

  /** Takes the data once; `undefined` when the precandidate was `SUBMITTED` before. */
  submit(
    precandidate_id: string,
    data: Record<string, unknown>,
    collected_by: CollectedBy,
  ): StoredPrecandidate | undefined {
    const row = this.#database
      .prepare(
        `update precandidates
         set precandidate_status = 'SUBMITTED', data = ?, collected_by = ?, updated_at = ?
         where precandidate_id = ? and precandidate_status <> 'SUBMITTED'
         returning *`,
      )
      .get(JSON.stringify(data), collected_by, timestampNow(), precandidate_id);
    return row === undefined ? undefined : fromRow(row);
  }

  countPost(precandidate_id: string): void {
    this.#database
      .prepare('update precandidates set form_posts = form_posts + 1 where precandidate_id = ?')
      .run(precandidate_id);
  }
}

function fromRow(row: Record<string, unknown>): StoredPrecandidate {
  return {
    ...row,
    reports_enabled: JSON.parse(String(row.reports_enabled)),
    report_settings: JSON.parse(String(row.report_settings)),
    data: row.data === null ? null : JSON.parse(String(row.data)),
  } as StoredPrecandidate;
}
