import {
  isTerminal,
  OPEN,
  PROBLEMS,
  type FormData,
  type ProblemName,
  type Snapshot,
  type Submission,
  type SubmissionState,
  type SubmittedBy,
} from 'precandidate-contract';
import { attemptFor, type Attempt } from './attempt.ts';
import { followSnapshot } from './follow-snapshot.ts';

/** What a snapshot changed. */
export interface Step {
  from: SubmissionState;
  to: SubmissionState;
  /** The service's word, when it is another than before. */
  newStatus: string | null;
}

/** How far one form has come, by the proxy's snapshots and by what this page sent. */
export class SubmissionProgress {
  #snapshot: Snapshot | undefined;
  #submission: Submission = OPEN;
  /** One that is under way, or whose outcome is unknown. */
  #attempt: Attempt | undefined;
  /** The number of the attempt that this page made last. */
  #ownAttempt: number | undefined;

  /** The newest; `undefined` before the first. */
  get snapshot(): Snapshot | undefined {
    return this.#snapshot;
  }

  get state(): SubmissionState {
    return this.#submission.state;
  }

  /** Whether data can be handed over. */
  get isOpen(): boolean {
    return this.state === 'open' || this.state === 'refused' || this.state === 'unconfirmed';
  }

  /** Whether nothing can follow. */
  get isOver(): boolean {
    return isTerminal(this.state);
  }

  /** Whether this page made the latest attempt. */
  get isOwn(): boolean {
    return this.#snapshot?.attempt === this.#ownAttempt;
  }

  /** Who collected the data; `null` until somebody has. */
  get by(): SubmittedBy | null {
    return this.#snapshot?.by ?? null;
  }

  /** Takes a snapshot in; `undefined` when a newer one is known. */
  receive(snapshot: Snapshot): Step | undefined {
    const before = this.#snapshot;
    if (before && snapshot.revision <= before.revision) return undefined;
    const { state: from, attempt } = this.#submission;
    this.#snapshot = snapshot;
    this.#submission = followSnapshot(this.#submission, snapshot);
    // The stream may be ahead of the answer to a submit.
    if (snapshot.attempt > attempt && this.#attempt !== undefined)
      this.#ownAttempt = snapshot.attempt;
    const to = this.state;
    if (to !== from && to !== 'sending') this.#attempt = undefined;
    const { precandidate_status: status } = snapshot;
    return { from, to, newStatus: status === before?.precandidate_status ? null : status };
  }

  /** Begins to hand over these values, under the key that they had if their outcome is unknown. */
  begin(values: FormData): Attempt {
    this.#attempt = attemptFor(this.#attempt, values);
    return this.#attempt;
  }

  /** The proxy answered the submit with a snapshot. */
  answered({ attempt }: Snapshot): void {
    this.#ownAttempt = attempt;
  }

  /** The proxy did not take the submit, for this reason. */
  notTaken(problem: ProblemName): void {
    const { status, retryable } = PROBLEMS[problem];
    // Only what may still have arrived keeps its key; what stands in its way is not this page's.
    if (!retryable || status === 409) this.#attempt = undefined;
    if (status === 409) this.#ownAttempt = undefined;
  }

  /** Whether the problem only says where the submission stands, and the state says it better. */
  isToldByState(problem: ProblemName): boolean {
    return this.isOver || (TOLD_BY_STATE[problem]?.includes(this.state) ?? false);
  }
}

const TOLD_BY_STATE: Partial<Record<ProblemName, readonly SubmissionState[]>> = {
  'already-submitted': ['sending', 'sent'],
  'submission-in-progress': ['sending', 'sent'],
  'submission-refused': ['refused'],
};
