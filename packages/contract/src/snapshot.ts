import type { SubmissionState } from './lifecycle.ts';
import type { PrecandidateStatus } from './statuses.ts';

/** How a submission reaches the service (`SUBMISSION_CHANNEL`). */
export const SUBMISSION_CHANNELS = ['form', 'person', 'handoff'] as const;
export type SubmissionChannel = (typeof SUBMISSION_CHANNELS)[number];

/** Who collected the data: this form, or the phone call, the hosted form, another tab. */
export type SubmittedBy = 'form' | 'elsewhere';

/**
 * Where one form stands, as the proxy tells a browser: the answer of the status path, of every
 * frame of its stream, and of a submission.
 */
export interface Snapshot {
  /** Grows with every change of this form; of two snapshots the one with the larger number wins. */
  revision: number;
  person_id: string;
  precandidate_id: string;
  /** The service's own word; unknown ones are carried through. `null` before the first answer. */
  precandidate_status: PrecandidateStatus | null;
  /** The record's `updated_at`; `null` before the first answer. */
  updated_at: string | null;
  /** Our submission's state, see {@link SubmissionState}. */
  state: SubmissionState;
  /** How many times this form was submitted through us. */
  attempt: number;
  /** Set once `state` is `submitted`, else `null`. */
  by: SubmittedBy | null;
  channel: SubmissionChannel;
  /** The hosted form, with `channel: 'handoff'` only; else `null`. */
  form_url: string | null;
}
