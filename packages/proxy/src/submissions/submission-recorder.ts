import type { ProblemName, SubmissionFailure } from 'precandidate-contract';
import type { FormRow, SendPhase } from '../forms/form-store.ts';
import type { App } from '../plugins/app-type.ts';
import type { Clock } from '../shared/clock.ts';
import { isProblem } from '../shared/problem-error.ts';
import { PENDING_STATES, type SubmissionStore, type WorkerEvent } from './store.ts';

export interface RecorderParts extends Pick<
  App,
  'forms' | 'poller' | 'outbox' | 'formChanges' | 'log'
> {
  store: SubmissionStore;
  clock: Clock;
}

/** The row after a poll of the service; `undefined` when this attempt is over. */
export async function poll(
  { forms, poller }: RecorderParts,
  { person_id, form_id, attempt }: FormRow,
): Promise<FormRow | undefined> {
  await poller.pollNow(person_id).catch((error: unknown) => {
    if (!isProblem(error, 'record-not-found')) throw error;
  });
  const now = await forms.find(person_id, form_id);
  const isPending = PENDING_STATES.some((state) => state === now?.state);
  return isPending && now?.attempt === attempt ? now : undefined;
}

/** The same request may succeed later: the proxy repeats it, without the candidate. */
const TEMPORARY: ReadonlySet<ProblemName> = new Set(['service-busy', 'service-unavailable']);

/** Stores what became of a submission, and publishes it to browsers and the back end. */
export function createRecorder(parts: RecorderParts) {
  const { store, clock, poller, outbox, formChanges, log } = parts;

  async function publish(change: Promise<FormRow | undefined>): Promise<FormRow | undefined> {
    const row = await change;
    if (row) formChanges.publish(row);
    return row;
  }

  /** With its event for the back end, in one transaction. */
  async function applyAndReport(
    form: FormRow,
    event: WorkerEvent,
    reason: SubmissionFailure['reason'],
  ): Promise<FormRow | undefined> {
    const events = outbox.failureStatements(form, reason);
    const row = await publish(store.apply(form, event, clock.now(), { events }));
    outbox.wake();
    return row;
  }

  return {
    async delivered(started: FormRow): Promise<void> {
      await publish(store.apply(started, 'delivered', clock.now()));
      await poller.schedulePoll(started.person_id);
    },

    async unknown(started: FormRow): Promise<void> {
      await publish(store.noteTry(started, { phase: 'started', last_outcome: 'unknown' }));
      await poller.schedulePoll(started.person_id);
    },

    /** A request that waits for the first try of a repeated submission need not wait any longer. */
    async pollFailed(form: FormRow): Promise<void> {
      if (form.state !== 'sending' || form.phase !== 'started' || form.last_outcome !== null)
        return;
      await publish(store.noteTry(form, { phase: 'started', last_outcome: 'unknown' }));
    },

    /**
     * `phase` is the one from before the try: an earlier try of unknown outcome still may have
     * arrived. Returns whether the attempt is over.
     */
    async notReceived(
      started: FormRow,
      phase: SendPhase | null,
      problem: ProblemName,
    ): Promise<boolean> {
      if (problem === 'already-submitted') {
        // Not by this try: the poll must not attribute the submission to it.
        await store.noteTry(started, { phase, last_outcome: null });
        if (!(await poll(parts, started))) return true;
      }
      if (!TEMPORARY.has(problem)) {
        const options = { onlyUnacknowledged: true, last_outcome: problem };
        const ended = store.apply(started, 'abandoned', clock.now(), options);
        if (await publish(ended)) return true;
      }
      await publish(store.noteTry(started, { phase, last_outcome: problem }));
      return false;
    },

    async rejected(started: FormRow): Promise<void> {
      const options = { onlyUnacknowledged: true };
      const ended = store.apply(started, 'rejected', clock.now(), options);
      if (!(await publish(ended))) await applyAndReport(started, 'rejected', 'refused');
    },

    /** Returns the row as it is then; `undefined` when something else changed it meanwhile. */
    async timedOut(
      form: FormRow,
      reason: SubmissionFailure['reason'],
    ): Promise<FormRow | undefined> {
      // Reported before.
      if (form.state === 'unconfirmed') return form;
      const row = await applyAndReport(form, 'timed-out', reason);
      // It never names a person.
      if (row) log.error(`a submission is ${reason}; list it with: precandidate-proxy submissions`);
      return row;
    },
  };
}
