import type { ProblemName, SubmissionFailure } from 'precandidate-contract';
import { createJobWorker, type JobWorker } from '../db/job-worker.ts';
import { backoff, type Job, type Jobs, type NextRun } from '../db/jobs.ts';
import { type FormRow, type FormStore, PENDING_STATES } from '../forms/form-store.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { createByteLimit } from '../shared/byte-limit.ts';
import type { Clock } from '../shared/clock.ts';
import { isProblem, ProblemError } from '../shared/problem-error.ts';
import { formContext, type Sealer } from '../shared/sealer.ts';
import type { PollSchedule } from '../polling/poll-schedule.ts';
import type { StatusPoller } from '../polling/poller.ts';
import type { Channel, ChannelOutcome } from './channels/channel.ts';
import { HostShares } from './host-shares.ts';
import { SUBMISSION_QUEUE, type SubmissionStore } from './submission-store.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const CONCURRENCY = 128;
const MB = 1024 * 1024;
/** Of the bodies that are in memory at once; one with files may have 10 MB. */
const MAX_BODY_BYTES = 32 * MB;
/** What one host may take of these: one that responds slowly holds up no other. */
const HOST_SHARE = { sends: 32, bytes: 20 * MB };
/** The pauses of a submission whose host has no room. */
const NO_ROOM = { firstMs: 1_000, longestMs: MINUTE_MS };
const LEASE_MS = 30_000;
const GIVE_UP_MS = 36 * HOUR_MS;
/** A process that was away for longer tries for at least this long before it gives up. */
const SHORTEST_TRYING_MS = HOUR_MS;
/** The pauses while another process has to send the data. */
const WAIT_FOR_OTHERS = { firstMs: 250, longestMs: MINUTE_MS, logEveryMs: MINUTE_MS };
/** Of the submission's age: another process may come soon, and one that is away for hours stays away. */
const WAIT_SHARE = 0.1;
/** The pauses between tries of a submission that the service surely does not have. */
const NEXT_TRY = { firstMs: 2_000, longestMs: HOUR_MS };
/** The pauses between polls that failed. */
const NEXT_POLL = { firstMs: 2_000, longestMs: 5 * MINUTE_MS };
/**
 * After an unknown outcome, the service is only polled for this long, by the number of tries: a
 * form that took the data may need time to say so.
 */
const POLL_ONLY_MS = [20_000, 2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS];

/** The same request may succeed later: the proxy repeats it, without the candidate. */
const TEMPORARY: ReadonlySet<ProblemName> = new Set(['service-busy', 'service-unavailable']);

export interface WorkerParts {
  store: SubmissionStore;
  forms: Pick<FormStore, 'find'>;
  poller: Pick<StatusPoller, 'pollNow'>;
  pollSchedule: Pick<PollSchedule, 'pollSoon'>;
  outbox: Pick<Outbox, 'failureStatements'>;
  clock: Clock;
  log: { error(message: string): void };
  jobs: Jobs;
  sealer: Pick<Sealer, 'open'>;
  channel: Channel;
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
 * Two limits of time make it `unconfirmed`, with an event for the back end; the data is kept. The event says
 * `undelivered` if the service surely does not have the data.
 * - `CONFIRM_WITHIN_SECONDS`, counted from the send that got a 2xx. Without a 2xx, from the submit, if
 *   the service may have the data or this process cannot open it; the steps above go on then.
 * - 36 hours from the submit: the steps end, without a second event. A `sent` form comes to this only
 *   if no poll succeeds.
 */
export class SubmissionWorker {
  readonly #parts: WorkerParts;
  readonly #worker: JobWorker;
  readonly #limitBodies = createByteLimit(MAX_BODY_BYTES);
  readonly #hostShares = new HostShares(HOST_SHARE);
  readonly #startedAt = performance.now();
  /** When each reason to leave a submission to others was logged. */
  readonly #loggedAt = new Map<string, number>();

  constructor(parts: WorkerParts) {
    this.#parts = parts;
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
        const ended = await this.#timeOut(form);
        if (ended) await store.endTrying(ended, clock.now());
        return undefined;
      }
      return await (form.phase === 'started'
        ? this.#pollThenSend(form, job)
        : this.#send(form, job));
    } catch (error) {
      const isUnderWay = form.state === 'sending' && form.phase === 'started';
      if (!(error instanceof ProblemError)) onError(error);
      // A request that waits for the first try of a repeated submission need not wait any longer.
      else if (isUnderWay && form.last_outcome === null)
        await store.noteTry(form, { phase: 'started', last_outcome: 'unknown' });
      return { dueAt: clock.now() + backoff(job.runs, NEXT_POLL) };
    }
  }

  async #checkConfirmed(form: FormRow): Promise<NextRun | undefined> {
    const { clock, confirmWithinMs } = this.#parts;
    const dueAt = (form.sent_at ?? 0) + confirmWithinMs;
    if (clock.now() < dueAt) return { dueAt, runs: 0 };
    const polled = await this.#poll(form).catch((error: unknown) => {
      if (this.#isExpired(form)) return form;
      throw error;
    });
    if (polled) await this.#timeOut(polled);
    return undefined;
  }

  /** The row after a poll of the service; `undefined` when this attempt is over. */
  async #poll({ person_id, form_id, attempt }: FormRow): Promise<FormRow | undefined> {
    const { poller, forms } = this.#parts;
    await poller.pollNow(person_id).catch((error: unknown) => {
      if (!isProblem(error, 'record-not-found')) throw error;
    });
    const now = await forms.find(person_id, form_id);
    const isPending = PENDING_STATES.some((state) => state === now?.state);
    return isPending && now?.attempt === attempt ? now : undefined;
  }

  async #pollThenSend(known: FormRow, job: Job): Promise<NextRun | undefined> {
    const { channel, clock } = this.#parts;
    let form = await this.#poll(known);
    const isLate = form !== undefined && this.#isOverdue(form);
    if (form && isLate) form = await this.#timeOut(form);
    if (!form) return undefined;
    const mayRepeat = form.tries < channel.maxTriesUnknown;
    if (mayRepeat && resendDelayMs(form, clock.now()) === 0) return this.#send(form, job);
    // An operator has to act.
    if (!mayRepeat && isLate) return undefined;
    return { dueAt: clock.now() + pollDelayMs(form, clock.now()) };
  }

  async #send(form: FormRow, { runs }: Job): Promise<NextRun | undefined> {
    const { channel, clock } = this.#parts;
    const bytes = form.body_bytes ?? 0;
    const sendNow = async () => ({ next: await this.#sendNow(form) });
    const sent = await this.#hostShares.run(channel.hostOf?.(form) ?? '', bytes, () =>
      this.#limitBodies(bytes, sendNow),
    );
    return sent ? sent.next : { dueAt: clock.now() + backoff(runs, NO_ROOM) };
  }

  async #sendNow(form: FormRow): Promise<NextRun | undefined> {
    const { channel, clock, sealer, store } = this.#parts;
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
    return this.#conclude(started, form, outcome);
  }

  /** Stores how a try ended; `before` is the row from before it. */
  async #conclude(
    started: FormRow,
    before: FormRow,
    outcome: ChannelOutcome,
  ): Promise<NextRun | undefined> {
    const { clock, confirmWithinMs, pollSchedule, store } = this.#parts;
    switch (outcome.kind) {
      case 'delivered':
        await store.apply(started, 'delivered', clock.now());
        await pollSchedule.pollSoon(started.person_id);
        return { dueAt: clock.now() + confirmWithinMs, runs: 0 };
      case 'rejected':
        if (!(await store.apply(started, 'rejected', clock.now(), { onlyUnacknowledged: true })))
          await this.#applyAndReport(started, 'rejected', 'refused');
        return undefined;
      case 'unknown':
        await store.noteTry(started, { phase: 'started', last_outcome: 'unknown' });
        await pollSchedule.pollSoon(started.person_id);
        return { dueAt: clock.now() + pollDelayMs(started, clock.now()) };
      case 'not-received':
        if (await this.#storeUnreceived(started, before, outcome.problem)) return undefined;
        return { dueAt: clock.now() + retryDelayMs(started, outcome.retryAfterMs) };
    }
  }

  /**
   * Stores that the service does not have the data of this try; resolves to whether the attempt is over. An
   * earlier try of unknown outcome still may have arrived, so the phase becomes what it was before.
   */
  async #storeUnreceived(
    started: FormRow,
    { phase }: Pick<FormRow, 'phase'>,
    problem: ProblemName,
  ): Promise<boolean> {
    const { store, clock } = this.#parts;
    if (problem === 'already-submitted') {
      // Not by this try: the poll must not attribute the submission to it.
      await store.noteTry(started, { phase, last_outcome: null });
      if (!(await this.#poll(started))) return true;
      // The record does not say so: the form may be locked, or the record late.
      return this.#storeUnreceived(started, { phase }, 'service-unavailable');
    }
    if (!TEMPORARY.has(problem)) {
      const options = { onlyUnacknowledged: true, last_outcome: problem };
      if (await store.apply(started, 'abandoned', clock.now(), options)) return true;
    }
    await store.noteTry(started, { phase, last_outcome: problem });
    return false;
  }

  /** Returns the row as it is then; `undefined` when something else changed it meanwhile. */
  async #timeOut(form: FormRow): Promise<FormRow | undefined> {
    // Reported before.
    if (form.state === 'unconfirmed') return form;
    const reason = form.phase === 'stored' ? 'undelivered' : 'unconfirmed';
    const row = await this.#applyAndReport(form, 'timed-out', reason);
    // Without the person: the log contains nothing that identifies a candidate.
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
    return store.apply(form, event, clock.now(), { events });
  }

  /** Soon at first, then less and less often. */
  async #leaveToOthers(form: FormRow, reason: keyof typeof REASONS_NOT_SENT): Promise<NextRun> {
    const { clock, onUnreadable, store } = this.#parts;
    if (reason === 'unreadable') onUnreadable();
    this.#logReason(reason);
    if (reason === 'other-host')
      await store.noteTry(form, { phase: form.phase, last_outcome: 'form-host-not-allowed' });
    if (this.#isOverdue(form)) await this.#timeOut(form);
    const firstMs = Math.max(this.#ageMs(form) * WAIT_SHARE, WAIT_FOR_OTHERS.firstMs);
    const dueAt = clock.now() + backoff(0, { ...WAIT_FOR_OTHERS, firstMs });
    return { dueAt, runs: 0, isForOthers: true };
  }

  /** Each reason once a minute. */
  #logReason(reason: keyof typeof REASONS_NOT_SENT): void {
    const now = performance.now();
    if (now - (this.#loggedAt.get(reason) ?? -Infinity) < WAIT_FOR_OTHERS.logEveryMs) return;
    this.#loggedAt.set(reason, now);
    this.#parts.log.error(REASONS_NOT_SENT[reason]);
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

/** Milliseconds until the next try of a submission that surely did not arrive. */
const retryDelayMs = ({ tries }: FormRow, retryAfterMs: number): number =>
  Math.max(backoff(tries - 1, NEXT_TRY), retryAfterMs);

/** Milliseconds until a submission of unknown outcome may be sent again; 0: now. */
function resendDelayMs({ sent_at, tries }: FormRow, now: number): number {
  if (sent_at === null) return 0;
  return Math.max(sent_at + (POLL_ONLY_MS[tries - 1] ?? HOUR_MS) - now, 0);
}

/** Milliseconds until the next poll: soon after a try, then less and less often. */
function pollDelayMs(form: FormRow, now: number): number {
  const sinceMs = form.sent_at === null ? 0 : now - form.sent_at;
  const pauseMs = Math.min(Math.max(sinceMs / 2, NEXT_POLL.firstMs), NEXT_POLL.longestMs);
  return Math.round(Math.min(pauseMs, resendDelayMs(form, now) || pauseMs));
}

/** Why this process does not send a submission. */
const REASONS_NOT_SENT = {
  unreadable: 'SESSION_SECRETS of this process do not open a stored submission; it is kept',
  'other-channel': 'a submission waits for a process with its SUBMISSION_CHANNEL',
  'other-host': 'a submission waits for a process with its host in FORM_HOSTS',
} as const;
