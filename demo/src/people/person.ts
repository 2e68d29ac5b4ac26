import type { ReportStatus, SubmittedBy } from 'precandidate-contract';

/** Somebody HR is checking, as the portal remembers them. */
export interface Person {
  /** The portal's own id, and the secret part of the candidate's link. */
  id: string;
  name: string;
  created_at: Date;
  person_id: string;
  country_code: string;
  pipeline_name: string;
  /** The form to fill in; `null` for a person whose data was complete from the start. */
  form: PersonForm | null;
  /** Folder status; `null` until the checks have begun. */
  folder_status: string | null;
  /** Report name → its state. */
  reports: Record<string, ReportStatus>;
}

export interface PersonForm {
  precandidate_id: string;
  form_url: string;
  precandidate_status: string;
  /** When the service last changed the record; `null` before it told. */
  updated_at: string | null;
  /** Set once submitted and asked for; else `null`. */
  by: SubmittedBy | null;
}
