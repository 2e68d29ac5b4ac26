import type { PrecandidateStatus } from './statuses.ts';

/**
 * The service's record of one precandidate: the response to its creation, and an element of the list
 * at `GET /precandidate/{person_id}`. All 13 fields are documented, but a real record can lack some or
 * have others.
 */
export interface Precandidate {
  /** UUID of the person, for all later person and report requests. */
  person_id: string;
  /** UUID of this record; the `form_id` of the schema path. */
  precandidate_id: string;
  /** Absolute URL of the hosted form that collects the missing data. */
  form_url: string;
  /** Names of the enabled reports, e.g. `document_id_status`. */
  reports_enabled: string[];
  /** Settings by report name; `{}` when none. */
  report_settings: Record<string, unknown>;
  /** The candidate's e-mail address. Never leaves the back end. */
  email: string;
  /** The candidate's phone with leading `+`. Never leaves the back end. */
  phone: string;
  /** Two letters; part of the path of person and report requests. */
  country_code: string;
  /** `CREATED`, `SUBMITTED`, or an undocumented value. */
  precandidate_status: PrecandidateStatus;
  pipeline_id: string;
  pipeline_name: string;
  /** `YYYY-MM-DDThh:mm:ss.ffffff`, without zone. */
  created_at: string;
  /** Same format; changes when the record changes. */
  updated_at: string;
}

/** The fields of the record that browsers get: nothing personal. */
export const BROWSER_PRECANDIDATE_FIELDS = [
  'person_id',
  'precandidate_id',
  'form_url',
  'reports_enabled',
  'country_code',
  'precandidate_status',
  'pipeline_id',
  'pipeline_name',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof Precandidate)[];

/** The record as browsers get it. */
export type BrowserPrecandidate = Pick<Precandidate, (typeof BROWSER_PRECANDIDATE_FIELDS)[number]>;

/**
 * Body of `POST /precandidate`: a pipeline by name or id, or `reports_enabled` with
 * `report_settings`. Which fields are required is not documented; `candidate_screening` needs `phone`.
 */
export interface PrecandidateCreation {
  country_code?: string;
  pipeline_name?: string;
  pipeline_id?: string;
  email?: string;
  phone?: string;
  reports_enabled?: string[];
  report_settings?: Record<string, unknown>;
}
