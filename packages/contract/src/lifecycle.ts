/**
 * The submission lifecycle: one table, {@link LIFECYCLE}. Every change of a state goes through
 * {@link advance}.
 *
 * - `open`: the candidate can fill in and submit the form.
 * - `sending`: the proxy has the data and sends it; the outcome is not known yet.
 * - `sent`: the service answered 2xx and has not confirmed yet.
 * - `unconfirmed`: the service did not confirm in time; the candidate can submit again.
 * - `refused`: the service rejected the data.
 * - `submitted`: the service's own status says so; nothing follows.
 */
export const SUBMISSION_STATES = [
  'open',
  'sending',
  'sent',
  'unconfirmed',
  'refused',
  'submitted',
] as const;
export type SubmissionState = (typeof SUBMISSION_STATES)[number];

/**
 * What can happen to a submission.
 *
 * - `submit`: the candidate starts the next attempt.
 * - `delivered`: the service answered 2xx.
 * - `abandoned`: the first try surely did not arrive, and the response to the submit says so.
 * - `timed-out`: the time to deliver or to confirm has passed.
 * - `rejected`: the service refused the data.
 * - `resent`: an operator has the stored data sent again.
 * - `confirmed`: the `precandidate_status` is `SUBMITTED`.
 */
export const SUBMISSION_EVENTS = [
  'submit',
  'delivered',
  'abandoned',
  'timed-out',
  'rejected',
  'resent',
  'confirmed',
] as const;
export type SubmissionEventType = (typeof SUBMISSION_EVENTS)[number];

/** `from → event → to`. An absent pair changes nothing. */
export const LIFECYCLE: Readonly<
  Record<SubmissionState, Partial<Record<SubmissionEventType, SubmissionState>>>
> = {
  open: { submit: 'sending', confirmed: 'submitted' },
  sending: {
    delivered: 'sent',
    abandoned: 'open',
    'timed-out': 'unconfirmed',
    rejected: 'refused',
    resent: 'sending',
    confirmed: 'submitted',
  },
  sent: {
    'timed-out': 'unconfirmed',
    rejected: 'refused',
    resent: 'sending',
    confirmed: 'submitted',
  },
  unconfirmed: {
    submit: 'sending',
    delivered: 'sent',
    rejected: 'refused',
    resent: 'sending',
    confirmed: 'submitted',
  },
  refused: { submit: 'sending', confirmed: 'submitted' },
  submitted: {},
};

/** The state of a submission. `attempt` counts the submits so far, from 0. */
export interface Submission {
  state: SubmissionState;
  attempt: number;
}

/** Every event names its attempt except `confirmed`: the service's status counts for all attempts. */
export type SubmissionEvent =
  { type: Exclude<SubmissionEventType, 'confirmed'>; attempt: number } | { type: 'confirmed' };

/**
 * The submission after `event`; the same object when the event changes nothing: a pair outside the
 * table, an event of another attempt, or a `submit` that is not the next attempt.
 */
export function advance(submission: Submission, event: SubmissionEvent): Submission {
  const next = LIFECYCLE[submission.state][event.type];
  if (next === undefined) return submission;
  if (event.type === 'confirmed') return { ...submission, state: next };
  const expected = event.type === 'submit' ? submission.attempt + 1 : submission.attempt;
  return event.attempt === expected ? { state: next, attempt: event.attempt } : submission;
}

/** Whether the candidate can submit the form now. */
export function maySubmit(state: SubmissionState): boolean {
  return LIFECYCLE[state].submit !== undefined;
}

/** Whether nothing can follow. */
export function isTerminal(state: SubmissionState): boolean {
  return Object.keys(LIFECYCLE[state]).length === 0;
}
