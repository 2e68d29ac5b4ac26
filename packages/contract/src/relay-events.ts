import type { PrecandidateStatus } from './statuses.ts';
import type { PersonCompleted } from './webhook.ts';

/** What the proxy relays to the portal's back end, signed per Standard Webhooks. */
export const RELAY_EVENTS = [
  'precandidate.submitted',
  'precandidate.status_changed',
  'precandidate.submission_failed',
  'person.completed',
] as const;
export type RelayEventType = (typeof RELAY_EVENTS)[number];

/** `data` of the two precandidate events. */
export interface PrecandidateChange {
  person_id: string;
  precandidate_id: string;
  precandidate_status: PrecandidateStatus;
  updated_at: string | null;
}

/** `data` of `precandidate.submission_failed`: what the candidate was told is on its way did not arrive. */
export interface SubmissionFailure {
  person_id: string;
  precandidate_id: string;
  /** Which submission of the form it was, from 1. */
  attempt: number;
  /** `refused`: the service rejects the data. `undelivered`: it could not be brought there in time. */
  reason: 'refused' | 'undelivered';
}

/** Body of a relayed event. `timestamp` is ISO 8601 with zone: when it happened. */
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
      /** Present when the webhook got lost and the completion was found by asking the service. */
      found_by?: 'look';
      /** JSON Pointers to where the payload is not as the interface documents it; absent: nowhere. */
      differs?: string[];
      /** Present when the webhook is no JSON: its bytes, in base64. `data` is null then. */
      raw?: string;
      /** As it came, also where it differs: `differs` then says where. */
      data: PersonCompleted;
    };
