import type { DatabaseSync } from 'node:sqlite';
import type { FormSchema } from '../pipelines/pipeline.ts';
import { insertRow } from '../storage/database.ts';
import { timestampNow } from '../timestamp.ts';

/** What set the status: the hosted form (page or JSON), the phone call, or a control path. */
export type CollectedBy = 'form' | 'json' | 'phone' | 'control';

/** A precandidate as it is stored. */
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
  /** JSON text. */
  form_schema: string;
  precandidate_status: string;
  /** Overrides the `form_url` of the record; `null`: the sandbox's own hosted form. */
  form_url: string | null;
  created_at: string;
  updated_at: string;
  /** The submitted values; `null` before. */
  data: Record<string, unknown> | null;
  collected_by: CollectedBy | null;
  /** Number of posts that reached the hosted form, rejected ones included. */
  form_posts: number;
}

type NewPrecandidate = Omit<
  StoredPrecandidate,
  'form_url' | 'created_at' | 'updated_at' | 'data' | 'collected_by' | 'form_posts'
>;

/** The precandidates of the account. */
export class PrecandidateStore {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  insert(precandidate: NewPrecandidate): StoredPrecandidate {
    const now = timestampNow();
    const stored: StoredPrecandidate = {
      ...precandidate,
      form_url: null,
      created_at: now,
      updated_at: now,
      data: null,
      collected_by: null,
      form_posts: 0,
    };
    insertRow(this.#database, 'precandidates', { ...stored });
    return stored;
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

  /** Stores the data and sets `SUBMITTED`; `undefined` when it was `SUBMITTED` before. */
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

/** The record of the interface: exactly its 13 fields. */
export function precandidateRecord(precandidate: StoredPrecandidate, origin: string) {
  return {
    person_id: precandidate.person_id,
    precandidate_id: precandidate.precandidate_id,
    form_url: precandidate.form_url ?? `${origin}/forms/${precandidate.precandidate_id}`,
    reports_enabled: precandidate.reports_enabled,
    report_settings: precandidate.report_settings,
    email: precandidate.email,
    phone: precandidate.phone,
    country_code: precandidate.country_code,
    precandidate_status: precandidate.precandidate_status,
    pipeline_id: precandidate.pipeline_id,
    pipeline_name: precandidate.pipeline_name,
    created_at: precandidate.created_at,
    updated_at: precandidate.updated_at,
  };
}

export function schemaOf({ form_schema }: StoredPrecandidate): FormSchema {
  return JSON.parse(form_schema) as FormSchema;
}

function fromRow(row: Record<string, unknown>): StoredPrecandidate {
  return {
    ...row,
    reports_enabled: JSON.parse(String(row.reports_enabled)),
    report_settings: JSON.parse(String(row.report_settings)),
    data: row.data === null ? null : JSON.parse(String(row.data)),
  } as StoredPrecandidate;
}
