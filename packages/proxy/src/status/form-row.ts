import type { SubmissionState, SubmittedBy } from 'precandidate-contract';

/** `stored`: surely not sent yet. `started`: sending began, so the service may have it. */
export type DeliveryPhase = 'stored' | 'started';

/** One form: what the service last said of it, and our submission of it. Times in epoch milliseconds. */
export interface FormRow {
  person_id: string;
  form_id: string;
  /** The record as a browser may see it, as JSON; `null` before the service's first answer. */
  record: string | null;
  precandidate_status: string | null;
  updated_at: string | null;
  revision: number;
  state: SubmissionState;
  attempt: number;
  submitted_by: SubmittedBy | null;
  /** Digests of the idempotency key of the current attempt and of its data. */
  submission_key: string | null;
  body_hash: string | null;
  /** JSON array: digests of keys whose data the service received and refused. */
  spent_keys: string;
  /** The data, encrypted; `null` once the service has it or surely will not get it. */
  sealed: string | null;
  phase: DeliveryPhase | null;
  /** 1 once a 2xx promised the candidate that the data will arrive. */
  acknowledged: number;
  tries: number;
  /** When the delivery is due; `null`: nothing to deliver. */
  deliver_at: number | null;
  /** When it was last sent; `null`: never. */
  sent_at: number | null;
  touched_at: number;
  /** When the service was asked for `record`; `null` in rows from before this was kept. */
  looked_at: number | null;
}
