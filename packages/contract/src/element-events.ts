import type { SubmittedBy } from './snapshot.ts';
import type { PrecandidateStatus } from './statuses.ts';

/** One violation, named by field and keyword; never by value. */
export interface InvalidField {
  /** JSON Pointer to the field, e.g. `/referees/0/phone`. */
  pointer: string;
  /** The schema keyword that failed, e.g. `required`. */
  keyword: string;
}

/**
 * DOM events of `<precandidate-form>` and their details. All bubble and cross shadow boundaries;
 * none carries a candidate's value.
 */
export interface ElementEvents {
  /** The form can be filled in. Numbers count fields. */
  'precandidate-ready': { fields: number; required: number; missing: number };
  /**
   * A field changed. `field` is its JSON Pointer; `missing` counts required fields still empty. Told
   * once the browser is idle; several changes of one field may be told as one.
   */
  'precandidate-change': { field: string; missing: number };
  /** A submit found errors; nothing was sent. */
  'precandidate-invalid': { errors: InvalidField[] };
  /** The data is on its way to the proxy. */
  'precandidate-submitting': { person_id: string; precandidate_id: string };
  /** The service took the data; its confirmation is awaited. */
  'precandidate-sent': { person_id: string; precandidate_id: string };
  /** The service says `SUBMITTED`. Fired once, whoever collected the data. */
  'precandidate-submitted': {
    person_id: string;
    precandidate_id: string;
    by: SubmittedBy;
    updated_at: string | null;
  };
  /** The service's status changed; unknown words are passed on. */
  'precandidate-status': { precandidate_status: PrecandidateStatus };
  /** Something went wrong; the candidate's values are still in the fields. */
  'precandidate-problem': { type: string; title: string; status: number; retryable: boolean };
}
export type ElementEventName = keyof ElementEvents;

/** Every event name, in the order of a form's life. */
export const ELEMENT_EVENTS = [
  'precandidate-ready',
  'precandidate-change',
  'precandidate-invalid',
  'precandidate-submitting',
  'precandidate-sent',
  'precandidate-submitted',
  'precandidate-status',
  'precandidate-problem',
] as const satisfies readonly ElementEventName[];
