import type { PrecandidateStatus } from './statuses.ts';
import type { PersonCompleted } from './webhook.ts';

/** The events that the proxy relays to your back end, signed as Standard Webhooks. */
export const RELAY_EVENTS = [
  'precandidate.submitted',
  'precandidate.status_changed',
  'precandidate.submission_failed',
  'person.completed',
] as const;
export type RelayEventType = (typeof RELAY_EVENTS)[number];

/** `data` of the two events about a status. */
export interface PrecandidateChange {
  person_id: string;
  precandidate_id: string;
  precandidate_status: PrecandidateStatus;
  updated_at: string | null;
}

/**
 * `data` of `precandidate.submission_failed`: the proxy accepted a submission (202 or 200) and the
 * service does not have it, or does not confirm it.
 */
export interface SubmissionFailure {
  person_id: string;
  precandidate_id: string;
  /** Number of the submission of this form, from 1. */
  attempt: number;
  /**
   * `refused`: the service rejects the data. `undelivered`: it could not be delivered in time.
   * `unconfirmed`: the service did not confirm it in `CONFIRM_WITHIN_SECONDS`. After the last two, the
   * data is kept and you can send it again.
   */
  reason: 'refused' | 'undelivered' | 'unconfirmed';
}

/** Body of a relayed event. `timestamp` is ISO 8601 with zone: the time of the change. */
export type RelayEvent =
  | {
      type: 'precandidate.submitted' | 'precandidate.status_changed';
      timestamp: string;
      data: PrecandidateChange;
    }
  | { type: 'precandidate.submission_failed'; timestamp: string; data: SubmissionFailure }
  | {
      type: 'person.completed';
      timestamp: string;
      /** Present when the webhook got lost and a poll of the service found the completion. */
      found_by?: 'poll';
      /** JSON Pointers to the parts of the payload that differ from the interface; absent: none. */
      differs?: string[];
      /** Present when the webhook is not JSON: its bytes in base64. `data` is then null. */
      raw?: string;
      /** The payload as it arrived, also where it differs from the interface. */
      data: PersonCompleted;
    };
