/**
 * The submission lifecycle: one table, shared by proxy and widget.
 *
 * `open` the candidate may fill in and submit · `sending` handed over, outcome not known yet ·
 * `sent` the service took the data · `refused` the service rejected the data · `submitted` the
 * service says so; nothing follows.
 */
export const SUBMISSION_STATES = ['open', 'sending', 'sent', 'refused', 'submitted'] as const;
export type SubmissionState = (typeof SUBMISSION_STATES)[number];

/**
 * What can happen to a submission. `submit` starts an attempt · `delivered` the service answered
 * 2xx · `undelivered` it surely never got the data · `rejected` it refused the data · `reopened`
 * the candidate goes on editing · `confirmed` its `precandidate_status` is `SUBMITTED`.
 */
export const SUBMISSION_EVENTS = [
  'submit',
  'delivered',
  'undelivered',
  'rejected',
  'reopened',
  'confirmed',
] as const;
export type SubmissionEventType = (typeof SUBMISSION_EVENTS)[number];

/** `from → event → to`. A pair that is absent changes nothing. */
export const LIFECYCLE: Readonly<
  Record<SubmissionState, Partial<Record<SubmissionEventType, SubmissionState>>>
> = {
  open: { submit: 'sending', confirmed: 'submitted' },
  sending: {
    delivered: 'sent',
    undelivered: 'open',
    rejected: 'refused',
    confirmed: 'submitted',
  },
  sent: { rejected: 'refused', confirmed: 'submitted' },
  refused: { reopened: 'open', confirmed: 'submitted' },
  submitted: {},
};

/** Where a submission stands. `attempt` counts the submits so far, from 0. */
export interface Submission {
  state: SubmissionState;
  attempt: number;
}

/** `attempt` of every event but `confirmed` (the service's word counts whatever we tried). */
export type SubmissionEvent =
  { type: Exclude<SubmissionEventType, 'confirmed'>; attempt: number } | { type: 'confirmed' };

/** A submission before anything happened. */
export const OPEN: Submission = Object.freeze({ state: 'open', attempt: 0 });

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

/** Whether nothing can follow. */
export function isTerminal(state: SubmissionState): boolean {
  return Object.keys(LIFECYCLE[state]).length === 0;
}
