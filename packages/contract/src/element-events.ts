import type { SubmittedBy } from './snapshot.ts';
import type { PrecandidateStatus } from './statuses.ts';

/** A violation of the schema, without the value. */
export interface InvalidField {
  /** JSON Pointer to the field, e.g. `/referees/0/phone`. */
  pointer: string;
  /** The schema keyword that failed, e.g. `required`. */
  keyword: string;
}

/**
 * DOM events of `<precandidate-form>` and their details. All bubble and cross shadow boundaries;
 * none contains a candidate's value.
 */
export interface ElementEvents {
  /** The form is ready. The numbers count fields. */
  'precandidate-ready': { fields: number; required: number; missing: number };
  /**
   * A field changed. `field` is its JSON Pointer; `missing` counts the empty required fields. Fires
   * when the browser is idle, so several changes of a field can be one event.
   */
  'precandidate-change': { field: string; missing: number };
  /** A form with steps shows another one. `step` counts from 1 to `steps`. */
  'precandidate-step': { step: number; steps: number };
  /** A submit found errors; nothing was sent. */
  'precandidate-invalid': { errors: InvalidField[] };
  /** The element sends the data to the proxy. */
  'precandidate-submitting': { person_id: string; precandidate_id: string };
  /** The service accepted the data and has not confirmed it yet. */
  'precandidate-sent': { person_id: string; precandidate_id: string };
  /** The service's status is `SUBMITTED`. Fires once, also when the data was collected elsewhere. */
  'precandidate-submitted': {
    person_id: string;
    precandidate_id: string;
    by: SubmittedBy;
    updated_at: string | null;
  };
  /**
   * The service's status changed, or the element became `handed-off` or `unconfirmed`. Unknown statuses
   * are passed on.
   */
  'precandidate-status': { precandidate_status: PrecandidateStatus };
  /** An error; the fields keep the candidate's values. */
  'precandidate-problem': {
    type: string;
    title: string;
    status: number;
    retryable: boolean;
    /** What the proxy says beyond the title; contains no candidate's value. */
    detail?: string;
  };
}
export type ElementEventName = keyof ElementEvents;

/** Every event name, in the order of a submission. */
export const ELEMENT_EVENTS = [
  'precandidate-ready',
  'precandidate-change',
  'precandidate-step',
  'precandidate-invalid',
  'precandidate-submitting',
  'precandidate-sent',
  'precandidate-submitted',
  'precandidate-status',
  'precandidate-problem',
] as const satisfies readonly ElementEventName[];
