import {
  advance,
  type Snapshot,
  type Submission,
  type SubmissionEventType,
  type SubmissionState,
} from 'precandidate-contract';

/** The event that leads to a state, and out of `refused` back to `open`. */
const LEADS_TO: Record<SubmissionState, readonly SubmissionEventType[]> = {
  open: ['undelivered', 'reopened'],
  sending: ['submit', 'resent'],
  sent: ['delivered'],
  unconfirmed: ['unconfirmed'],
  refused: ['rejected'],
  submitted: ['confirmed'],
};

/**
 * The submission after a snapshot, by the steps of the lifecycle. A later attempt than ours was made
 * in another tab or before a reload: its steps are caught up with. One of an older attempt changes
 * nothing.
 */
export function followSnapshot(submission: Submission, snapshot: Snapshot): Submission {
  const { attempt, state } = snapshot;
  if (attempt < submission.attempt && state !== 'submitted') return submission;
  const from = attempt > submission.attempt ? begun(attempt) : submission;
  return LEADS_TO[state].reduce<Submission>(
    (now, type) =>
      now.state === state ? now : advance(now, type === 'confirmed' ? { type } : { type, attempt }),
    from,
  );
}

/** An attempt that somebody else began: all that is known is that it was open before. */
function begun(attempt: number): Submission {
  return advance({ state: 'open', attempt: attempt - 1 }, { type: 'submit', attempt });
}
