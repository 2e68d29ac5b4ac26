import {
  backoff,
  createJobWorker,
  type Job,
  type Jobs,
  type JobWorker,
  type NextRun,
} from '../db/jobs.ts';
import type { FormRow } from '../forms/form-store.ts';
import { createByteLimit } from '../shared/byte-limit.ts';
import { ProblemError } from '../shared/problem-error.ts';
import { formContext, type Sealer } from '../shared/sealer.ts';
import type { Channel, ChannelOutcome } from './channels/channel.ts';
import { SUBMISSION_QUEUE } from './store.ts';
import { NEXT_POLL, pollDelayMs, resendDelayMs, retryDelayMs } from './submission-pauses.ts';
import { type RecorderParts, SubmissionRecorder } from './submission-recorder.ts';

const CONCURRENCY = 32;
/** Of the bodies that are in memory at once; one with files may have 10 MB. */
const MOST_BODY_BYTES = 32 * 1024 * 1024;
const LEASE_MS = 30_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const GIVE_UP_MS = 36 * HOUR_MS;
/** A process that was away for longer tries for at least this long before it gives up. */
const SHORTEST_TRYING_MS = HOUR_MS;
/** The pauses while another process has to send the data. */
const LEFT_TO_OTHERS = { firstMs: 250, longestMs: MINUTE_MS, alertEveryMs: MINUTE_MS };

export interface WorkerParts extends RecorderParts {
  jobs: Jobs;
  sealer: Pick<Sealer, 'open'>;
  channel: Channel;
  /** `CONFIRM_WITHIN_SECONDS`. */
  confirmWithinMs: number;
  /** No secret opens a stored submission. */
  onUnreadable: () => void;
  onError: (error: unknown) => void;
}

/**
 * Brings stored submissions to the service, also after a crash, and waits for their confirmation.
 * A poll that finds the confirmation ends all of this: `submitted`.
 *
 * | state | phase | does the service have the data? | next step |
 * |---|---|---|---|
 * | `sending` | `stored` | no | send it; leave it to processes of its channel or host |
 * | `sending` | `started` | maybe | poll; send it again after a growing pause |
 * | `sent` | `delivered` | it answered 2xx | poll when the time to confirm has passed |
 * | `unconfirmed` | `stored`, `started` | as above | as while `sending` |
 * | `unconfirmed` | `delivered` | it answered 2xx | wait for the candidate or an operator |
 *
 * | a try ends with | before a 202 promised delivery | after it |
 * |---|---|---|
 * | `delivered` | `sent` | `sent` |
 * | `unknown` | poll | poll |
 * | `not-received`, for now | try again | try again |
 * | `not-received` | `open`, and the response says why | try again |
 * | `rejected` | `refused`, and the response says so | `refused`, with an event |
 *
 * Two limits of time make it `unconfirmed`, with an event for the back end; the data is kept.
 * - `CONFIRM_WITHIN_SECONDS`, counted from the send that got a 2xx. Without a 2xx, from the submit, if
 *   the service may have the data or this process cannot open it; the steps above go on then.
 * - 36 hours from the submit: the steps end, without a second event. A `sent` form comes to this only
 *   if no poll succeeds.
 */
export class SubmissionWorker {
  readonly #parts: WorkerParts;
  readonly #record: SubmissionRecorder;
  readonly #worker: JobWorker;
  readonly #limitBodies = createByteLimit(MOST_BODY_BYTES);
  readonly #startedAt = performance.now();
  /** When each reason to leave a submission to others was logged. */
  readonly #loggedAt = new Map<string, number>();

  constructor(parts: WorkerParts) {
    this.#parts = parts;
    this.#record = new SubmissionRecorder(parts);
    this.#worker = createJobWorker<FormRow>(parts.jobs, {
      queue: SUBMISSION_QUEUE,
      concurrency: CONCURRENCY,
      leaseMs: LEASE_MS,
      load: (keys) => parts.store.load(keys),
      run: (form, job) => this.#run(form, job),
      onError: parts.onError,
    });
  }

  start(): Promise<void> {
    return this.#worker.start();
  }

  /** A submission was stored: send it now. */
  wake(): void {
    this.#worker.wake();
  }

  /** Waits for running sends, up to `graceMs`. */
  stop(graceMs?: number): Promise<void> {
    return this.#worker.stop(graceMs);
  }

  async #run(form: FormRow, job: Job): Promise<NextRun | undefined> {
    const { clock, store, onError } = this.#parts;
    try {
      if (form.state === 'sent') return await this.#checkConfirmed(form);
      const isDelivering = form.state === 'sending' || form.state === 'unconfirmed';
      if (!isDelivering || form.phase === 'delivered' || form.body_bytes === null) return undefined;
      if (this.#isExpired(form)) {
        const ended = await this.#record.timedOut(form, 'undelivered');
        if (ended) await store.endTrying(ended, clock.now());
        return undefined;
      }
      return await (form.phase === 'started' ? this.#pollThenSend(form) : this.#send(form));
    } catch (error) {
      if (!(error instanceof ProblemError)) onError(error);
      else await this.#record.pollFailed(form);
      return { dueAt: clock.now() + backoff(job.runs, NEXT_POLL) };
    }
  }

  async #checkConfirmed(form: FormRow): Promise<NextRun | undefined> {
    const { clock, confirmWithinMs } = this.#parts;
    const dueAt = (form.sent_at ?? 0) + confirmWithinMs;
    const latest = clock.now() + confirmWithinMs;
    if (clock.now() < dueAt) return { dueAt: Math.min(dueAt, latest), runs: 0 };
    const polled = await this.#record.poll(form).catch((error: unknown) => {
      if (this.#isExpired(form)) return form;
      throw error;
    });
    if (polled) await this.#record.timedOut(polled, 'unconfirmed');
    return undefined;
  }

  async #pollThenSend(known: FormRow): Promise<NextRun | undefined> {
    const { channel, clock } = this.#parts;
    let form = await this.#record.poll(known);
    const isLate = form !== undefined && this.#isOverdue(form);
    if (form && isLate) form = await this.#record.timedOut(form, 'unconfirmed');
    if (!form) return undefined;
    const mayRepeat = form.tries < channel.mostTriesUnknown;
    if (mayRepeat && resendDelayMs(form, clock.now()) === 0) return this.#send(form);
    // An operator has to act.
    if (!mayRepeat && isLate) return undefined;
    return { dueAt: clock.now() + pollDelayMs(form, clock.now()) };
  }

  #send(form: FormRow): Promise<NextRun | undefined> {
    return this.#limitBodies(form.body_bytes ?? 0, () => this.#sendNow(form));
  }

  async #sendNow(form: FormRow): Promise<NextRun | undefined> {
    const { channel, clock, confirmWithinMs, sealer, store } = this.#parts;
    if (!channel.send || form.channel !== channel.name)
      return this.#leaveToOthers(form, 'other-channel');
    const refusal = channel.refusalOf(form)?.problemName;
    // Another process may have other `FORM_HOSTS`.
    if (refusal === 'form-host-not-allowed') return this.#leaveToOthers(form, 'other-host');
    const sealed = await store.readBody(form);
    if (sealed === undefined) return undefined;
    const answers = await sealer.open(sealed, formContext(form)).catch(() => undefined);
    if (answers === undefined) return this.#leaveToOthers(form, 'unreadable');
    const started = await store.markStarted(form, clock.now());
    if (!started) return undefined;
    const outcome: ChannelOutcome = refusal
      ? { kind: 'not-received', problem: refusal, retryAfterMs: 0 }
      : await channel.send(started, answers, started.submission_key ?? '');
    switch (outcome.kind) {
      case 'delivered':
        await this.#record.delivered(started);
        return { dueAt: clock.now() + confirmWithinMs, runs: 0 };
      case 'rejected':
        await this.#record.rejected(started);
        return undefined;
      case 'unknown':
        await this.#record.unknown(started);
        return { dueAt: clock.now() + pollDelayMs(started, clock.now()) };
      case 'not-received': {
        const isOver = await this.#record.notReceived(started, form.phase, outcome.problem);
        return isOver ? undefined : { dueAt: clock.now() + retryDelayMs(started, outcome) };
      }
    }
  }

  /** Soon at first, then less and less often. */
  async #leaveToOthers(form: FormRow, reason: keyof typeof LEFT): Promise<NextRun> {
    const { clock, onUnreadable, store } = this.#parts;
    if (reason === 'unreadable') onUnreadable();
    this.#logLeft(reason);
    if (reason === 'other-host')
      await store.noteTry(form, { phase: form.phase, last_outcome: 'form-host-not-allowed' });
    const isUnsent = form.phase === 'stored' && reason !== 'unreadable';
    if (this.#isOverdue(form))
      await this.#record.timedOut(form, isUnsent ? 'undelivered' : 'unconfirmed');
    const firstMs = Math.max(this.#ageMs(form) / 10, LEFT_TO_OTHERS.firstMs);
    return { dueAt: clock.now() + backoff(0, { ...LEFT_TO_OTHERS, firstMs }), runs: 0 };
  }

  /** Each reason once a minute. */
  #logLeft(reason: keyof typeof LEFT): void {
    const now = performance.now();
    if (now - (this.#loggedAt.get(reason) ?? -Infinity) < LEFT_TO_OTHERS.alertEveryMs) return;
    this.#loggedAt.set(reason, now);
    this.#parts.log.error(LEFT[reason]);
  }

  #ageMs({ begun_at }: FormRow): number {
    return this.#parts.clock.now() - (begun_at ?? 0);
  }

  #isOverdue(form: FormRow): boolean {
    return this.#ageMs(form) >= this.#parts.confirmWithinMs;
  }

  #isExpired(form: FormRow): boolean {
    const triedMs = performance.now() - this.#startedAt;
    return this.#ageMs(form) > GIVE_UP_MS && triedMs > SHORTEST_TRYING_MS;
  }
}

/** Why this process does not send a submission. */
const LEFT = {
  unreadable: 'SESSION_SECRETS of this process do not open a stored submission; it is kept',
  'other-channel': 'a submission waits for a process with its SUBMISSION_CHANNEL',
  'other-host': 'a submission waits for a process with its host in FORM_HOSTS',
} as const;
