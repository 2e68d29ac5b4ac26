import type { ProblemName, SubmissionFailure } from 'precandidate-contract';
import type { FormRow, FormStore, SendPhase } from '../forms/form-store.ts';
import type { Outbox } from '../relay/outbox.ts';
import type { Clock } from '../shared/clock.ts';
import { isProblem } from '../shared/problem-error.ts';
import type { StatusPoller } from '../status/poller.ts';
import { PENDING_STATES, type SubmissionStore } from './store.ts';

export interface RecorderParts {
  store: SubmissionStore;
  forms: Pick<FormStore, 'find'>;
  poller: Pick<StatusPoller, 'pollNow' | 'schedulePoll'>;
  outbox: Pick<Outbox, 'failureStatements' | 'wake'>;
  clock: Clock;
  log: { error(message: string): void };
}

/** The same request may succeed later: the proxy repeats it, without the candidate. */
const TEMPORARY: ReadonlySet<ProblemName> = new Set(['service-busy', 'service-unavailable']);

/** Stores what became of a submission, and reports it to the back end. */
export class SubmissionRecorder {
  readonly #parts: RecorderParts;

  constructor(parts: RecorderParts) {
    this.#parts = parts;
  }

  /** The row after a poll of the service; `undefined` when this attempt is over. */
  async poll({ person_id, form_id, attempt }: FormRow): Promise<FormRow | undefined> {
    const { poller, forms } = this.#parts;
    await poller.pollNow(person_id).catch((error: unknown) => {
      if (!isProblem(error, 'record-not-found')) throw error;
    });
    const now = await forms.find(person_id, form_id);
    const isPending = PENDING_STATES.some((state) => state === now?.state);
    return isPending && now?.attempt === attempt ? now : undefined;
  }

  async delivered(started: FormRow): Promise<void> {
    const { store, clock, poller } = this.#parts;
    await store.apply(started, 'delivered', clock.now());
    await poller.schedulePoll(started.person_id);
  }

  async unknown(started: FormRow): Promise<void> {
    const { store, poller } = this.#parts;
    await store.noteTry(started, { phase: 'started', last_outcome: 'unknown' });
    await poller.schedulePoll(started.person_id);
  }

  /** A request that waits for the first try of a repeated submission need not wait any longer. */
  async pollFailed(form: FormRow): Promise<void> {
    if (form.state !== 'sending' || form.phase !== 'started' || form.last_outcome !== null) return;
    await this.#parts.store.noteTry(form, { phase: 'started', last_outcome: 'unknown' });
  }

  /**
   * `phase` is the one from before the try: an earlier try of unknown outcome still may have
   * arrived. Returns whether the attempt is over.
   */
  async notReceived(
    started: FormRow,
    phase: SendPhase | null,
    problem: ProblemName,
  ): Promise<boolean> {
    const { store, clock } = this.#parts;
    if (problem === 'already-submitted') {
      // Not by this try: the poll must not attribute the submission to it.
      await store.noteTry(started, { phase, last_outcome: null });
      if (!(await this.poll(started))) return true;
    }
    if (!TEMPORARY.has(problem)) {
      const options = { onlyUnacknowledged: true, last_outcome: problem };
      if (await store.apply(started, 'abandoned', clock.now(), options)) return true;
    }
    await store.noteTry(started, { phase, last_outcome: problem });
    return false;
  }

  async rejected(started: FormRow): Promise<void> {
    const { store, clock } = this.#parts;
    const options = { onlyUnacknowledged: true };
    if (!(await store.apply(started, 'rejected', clock.now(), options)))
      await this.#applyAndReport(started, 'rejected', 'refused');
  }

  /** Returns the row as it is then; `undefined` when something else changed it meanwhile. */
  async timedOut(form: FormRow, reason: SubmissionFailure['reason']): Promise<FormRow | undefined> {
    // Reported before.
    if (form.state === 'unconfirmed') return form;
    const row = await this.#applyAndReport(form, 'timed-out', reason);
    // It never names a person.
    if (row)
      this.#parts.log.error(
        `a submission is ${reason}; list it with: precandidate-proxy submissions`,
      );
    return row;
  }

  /** With its event for the back end, in one transaction. */
  async #applyAndReport(
    form: FormRow,
    event: 'rejected' | 'timed-out',
    reason: SubmissionFailure['reason'],
  ): Promise<FormRow | undefined> {
    const { store, clock, outbox } = this.#parts;
    const events = outbox.failureStatements(form, reason);
    const row = await store.apply(form, event, clock.now(), { events });
    outbox.wake();
    return row;
  }
}
