import type { ProblemName, SubmissionFailure } from 'precandidate-contract';
import { ProblemError } from '../plugins/problem-error.ts';
import type { Outbox } from '../relay/outbox.ts';
import type { FormChanges } from '../forms/form-changes.ts';
import type { DeliveryPhase, FormRow, FormStore } from '../forms/form-store.ts';
import type { StatusPoller } from '../status/poller.ts';
import { PENDING_STATES, type SubmissionStore } from './store.ts';

export interface OutcomeParts {
  forms: FormStore;
  submissions: SubmissionStore;
  poller: StatusPoller;
  outbox: Outbox;
  changes: FormChanges;
  /** For what an operator has to act on. Never names a person. */
  alert(message: string): void;
}

/** Stores how a try to deliver a submission ended and publishes it to browsers and the back end. */
export interface SubmissionOutcomes {
  /** The row after a poll of the service; `undefined` when this attempt is over. */
  poll(form: FormRow): Promise<FormRow | undefined>;
  delivered(started: FormRow): Promise<void>;
  unknown(started: FormRow): Promise<void>;
  /**
   * This try surely did not arrive, and `phase` is the one from before: an earlier try of unknown
   * outcome still may have. Returns whether the attempt is over.
   */
  undelivered(
    started: FormRow,
    phase: DeliveryPhase | null,
    problem: ProblemName,
  ): Promise<boolean>;
  rejected(started: FormRow): Promise<void>;
  /** The time to deliver or confirm has passed. Returns the row as it is then. */
  failed(form: FormRow, reason: SubmissionFailure['reason']): Promise<FormRow | undefined>;
}

/** The service may succeed with the same request later, so the candidate need not wait. */
const TEMPORARY: ReadonlySet<ProblemName> = new Set(['service-busy', 'service-unavailable']);

export function createSubmissionOutcomes(parts: OutcomeParts): SubmissionOutcomes {
  const { forms, submissions, poller, outbox, changes } = parts;

  async function publish(change: Promise<FormRow | undefined>): Promise<FormRow | undefined> {
    const row = await change;
    if (row) changes.publish(row);
    return row;
  }

  async function current({ person_id, form_id, attempt }: FormRow): Promise<FormRow | undefined> {
    const now = await forms.find(person_id, form_id);
    const isPending = PENDING_STATES.some((state) => state === now?.state);
    return isPending && now?.attempt === attempt ? now : undefined;
  }

  async function poll(form: FormRow): Promise<FormRow | undefined> {
    await poller.refresh(form.person_id).catch((error: unknown) => {
      if (!(error instanceof ProblemError && error.problemName === 'record-not-found')) throw error;
    });
    return current(form);
  }

  return {
    poll,

    async delivered(started) {
      await publish(submissions.settle(started, 'delivered', Date.now()));
      await poller.pollNow(started.person_id);
    },

    async unknown(started) {
      const outcome = { phase: 'started', last_outcome: 'unknown' } as const;
      await publish(submissions.noteOutcome(started, outcome));
      await poller.pollNow(started.person_id);
    },

    async undelivered(started, phase, problem) {
      if (problem === 'already-submitted') {
        // Not by this try: the poll must not attribute the submission to it.
        await submissions.noteOutcome(started, { phase, last_outcome: null });
        if (!(await poll(started))) return true;
      }
      if (!TEMPORARY.has(problem)) {
        const now = Date.now();
        const ended = submissions.settleUnacknowledged(started, 'undelivered', now, problem);
        if (await publish(ended)) return true;
      }
      await publish(submissions.noteOutcome(started, { phase, last_outcome: problem }));
      return false;
    },

    /** The candidate gets the refusal as the response, or the back end gets it as an event. */
    async rejected(started) {
      const ended = submissions.settleUnacknowledged(started, 'rejected', Date.now());
      if ((await publish(ended)) || !(await current(started))) return;
      await outbox.addFailure(started, 'refused');
      await publish(submissions.settle(started, 'rejected', Date.now()));
    },

    /** Alerts the back end and lets the candidate submit again. The data is kept for a resend. */
    async failed(form, reason) {
      if (form.state === 'unconfirmed') return form;
      await outbox.addFailure(form, reason);
      parts.alert(`a submission is ${reason}; list it with: precandidate-proxy submissions`);
      return publish(submissions.settle(form, 'unconfirmed', Date.now()));
    },
  };
}
