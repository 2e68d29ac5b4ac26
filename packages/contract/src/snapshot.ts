import type { SubmissionState } from './lifecycle.ts';
import type { PrecandidateStatus } from './statuses.ts';

/** How a submission reaches the service (`SUBMISSION_CHANNEL`). */
export const SUBMISSION_CHANNELS = ['form', 'person', 'handoff'] as const;
export type SubmissionChannel = (typeof SUBMISSION_CHANNELS)[number];

/** Who collected the data: this form, or something else such as a call or the hosted form. */
export type SubmittedBy = 'form' | 'elsewhere';

/**
 * The state of one form as the proxy reports it to a browser: the body of the status path, of each
 * stream message, and of the response to a submission.
 */
export interface Snapshot {
  /** Grows with every change of this form; of two snapshots the one with the larger number wins. */
  revision: number;
  person_id: string;
  precandidate_id: string;
  /** The service's own status; unknown values are passed on. `null` before the first response. */
  precandidate_status: PrecandidateStatus | null;
  /** The record's `updated_at`; `null` before the first response. */
  updated_at: string | null;
  /** Our submission's state, see {@link SubmissionState}. */
  state: SubmissionState;
  /** How many times this form was submitted through us. */
  attempt: number;
  /**
   * True while the proxy has promised to deliver the data by itself: the candidate can close the page.
   */
  stored?: boolean;
  /** Set once `state` is `submitted`, else `null`. */
  by: SubmittedBy | null;
  channel: SubmissionChannel;
  /** The hosted form, with `channel: 'handoff'` only; else `null`. */
  form_url: string | null;
}
