import type { PrecandidateStatus } from './statuses.ts';
import type { PersonCompleted } from './webhook.ts';

/** What the proxy relays to the portal's back end, signed per Standard Webhooks. */
export const RELAY_EVENTS = [
  'precandidate.submitted',
  'precandidate.status_changed',
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

/** Body of a relayed event. `timestamp` is ISO 8601 with zone: when it happened. */
export type RelayEvent =
  | {
      type: 'precandidate.submitted' | 'precandidate.status_changed';
      timestamp: string;
      data: PrecandidateChange;
    }
  | { type: 'person.completed'; timestamp: string; data: PersonCompleted };
