import type { FormData, ProblemName, SubmissionFailure } from 'precandidate-contract';
import { backoff, createJobWorker, type JobWorker } from '../db/job-worker.ts';
import type { Job, NextRun } from '../db/jobs.ts';
import type { DeliveryPhase, FormRow } from '../forms/form-store.ts';
import type { App } from '../plugins/app-type.ts';
import { isProblem, ProblemError } from '../shared/problem-error.ts';
import { formContext, type Sealer } from '../shared/sealer.ts';
import type { Channel } from './channels/channel.ts';
import { type Outcome, PENDING_STATES, SUBMISSION_QUEUE, type SubmissionStore } from './store.ts';

const CONCURRENCY = 32;
const LEASE_MS = 30_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A submission is tried for this long. */
const GIVE_UP_MS = 36 * HOUR_MS;
/** A process that was away for longer tries for at least this long before it gives up. */
const SHORTEST_TRYING_MS = HOUR_MS;
/** The pauses between tries of a submission that the service surely does not have. */
const NEXT_TRY = { firstMs: 2_000, longestMs: HOUR_MS };
/** The pauses between polls that failed. */
const NEXT_POLL = { firstMs: 2_000, longestMs: 5 * MINUTE_MS };
/** Another process may have the secret that opens the data: it gets its turn this soon. */
const UNREADABLE = { firstMs: 2_000, longestMs: MINUTE_MS, alertEveryMs: MINUTE_MS };
/**
 * After an unknown outcome, the service is only polled for this long, by the number of tries: a
 * form that took the data may need time to say so.
 */
const POLL_ONLY_MS = [20_000, 2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS];

/**
 * Brings stored submissions to the service, also after a crash, and waits for their confirmation.
 *
 * | submission | next step |
 * |---|---|
 * | surely not at the service | send it |
 * | may be at the service | poll; without a confirmation, send it again after a growing pause |
 * | `sent` | poll once, when the time to confirm has passed |
 * | neither delivered nor confirmed in time | report it, and go on |
 * | older than 36 hours | report it, and keep its data for an operator |
 */
export function createSubmissionDelivery(
  app: App,
  submissions: SubmissionStore,
  channel: Channel,
): JobWorker {
  const confirmWithinMs = app.settings.CONFIRM_WITHIN_SECONDS * 1_000;
  const outcomes = createOutcomes(app, submissions);
  const startedAt = Date.now();
  let alertedAt = -Infinity;

  async function run(form: FormRow, job: Job): Promise<NextRun | undefined> {
    try {
      if (form.state === 'sent') return await confirm(form);
      const isDelivering = form.state === 'sending' || form.state === 'unconfirmed';
      if (!isDelivering || form.phase === 'delivered' || form.sealed === null) return undefined;
      if (isExpired(form)) {
        await outcomes.failed(form, 'undelivered');
        return undefined;
      }
      if (form.phase === 'started') return await pollThenSend(form, form.sealed, job);
      return await send(form, form.sealed, job);
    } catch (error) {
      if (!(error instanceof ProblemError)) app.onBackgroundError(error);
      return { due_at: Date.now() + backoff(job.attempt, NEXT_POLL) };
    }
  }

  /** The service answered 2xx: waits until its status confirms that. */
  async function confirm(form: FormRow): Promise<NextRun | undefined> {
    const due_at = (form.sent_at ?? 0) + confirmWithinMs;
    const latest = Date.now() + confirmWithinMs;
    if (Date.now() < due_at) return { due_at: Math.min(due_at, latest), attempt: 0 };
    const known = await outcomes.poll(form);
    if (known) await outcomes.failed(known, 'unconfirmed');
    return undefined;
  }

  /** The service may have the data. */
  async function pollThenSend(
    known: FormRow,
    sealed: string,
    job: Job,
  ): Promise<NextRun | undefined> {
    let form = await outcomes.poll(known);
    const isLate = form !== undefined && isOverdue(form);
    if (form && isLate) form = await outcomes.failed(form, 'unconfirmed');
    if (!form) return undefined;
    const mayRepeat = form.tries < channel.mostTriesUnknown;
    if (mayRepeat && resendDelayMs(form) === 0) return send(form, sealed, job);
    // An operator has to act.
    if (!mayRepeat && isLate) return undefined;
    return { due_at: Date.now() + pollDelayMs(form) };
  }

  async function send(form: FormRow, sealed: string, job: Job): Promise<NextRun | undefined> {
    const data = openData(app.sealer, form, sealed);
    if (data === undefined) return leaveToOthers(form, job);
    const started = await submissions.markStarted(form, Date.now());
    if (!started) return undefined;
    app.changes.publish(started);
    const outcome = await channel.send(started, data, started.submission_key ?? '');
    switch (outcome.kind) {
      case 'delivered':
        await outcomes.delivered(started);
        return { due_at: Date.now() + confirmWithinMs, attempt: 0 };
      case 'rejected':
        await outcomes.rejected(started);
        return undefined;
      case 'unknown':
        await outcomes.unknown(started);
        return { due_at: Date.now() + pollDelayMs(started) };
      case 'undelivered': {
        const isOver = await outcomes.undelivered(started, form.phase, outcome.problem);
        return isOver ? undefined : { due_at: Date.now() + retryDelayMs(started, outcome) };
      }
    }
  }

  /** Soon at first, while secrets rotate, then less and less often. */
  async function leaveToOthers(form: FormRow, job: Job): Promise<NextRun> {
    const now = Date.now();
    app.metrics.submissionUnreadable();
    if (now - alertedAt >= UNREADABLE.alertEveryMs) {
      alertedAt = now;
      app.log.error('SESSION_SECRETS of this process do not open a stored submission; it is kept');
    }
    if (isOverdue(form)) await outcomes.failed(form, 'unconfirmed');
    const firstMs = Math.max(ageMs(form) / 10, UNREADABLE.firstMs);
    return { due_at: now + backoff(0, { ...UNREADABLE, firstMs }), attempt: job.attempt };
  }

  const isOverdue = (form: FormRow): boolean => ageMs(form) >= confirmWithinMs;
  const isExpired = (form: FormRow): boolean =>
    ageMs(form) > GIVE_UP_MS && Date.now() - startedAt > SHORTEST_TRYING_MS;

  return createJobWorker<FormRow>(app.jobs, {
    queue: SUBMISSION_QUEUE,
    concurrency: CONCURRENCY,
    leaseMs: LEASE_MS,
    longestPauseMs: Math.max(confirmWithinMs, NEXT_TRY.longestMs) * 1.2,
    load: submissions.load,
    run,
    onError: app.onBackgroundError,
  });
}

const ageMs = ({ begun_at }: FormRow): number => Date.now() - (begun_at ?? 0);

/** `undefined` when no secret of this process opens it. */
function openData(sealer: Sealer, form: FormRow, sealed: string): FormData | undefined {
  try {
    return sealer.open(sealed, formContext(form)) as FormData;
  } catch {
    return undefined;
  }
}

/** Milliseconds until the next try of a submission that surely did not arrive. */
function retryDelayMs({ tries }: FormRow, { retryAfterMs }: { retryAfterMs: number }): number {
  return Math.max(backoff(tries, NEXT_TRY), Math.min(retryAfterMs, NEXT_TRY.longestMs));
}

/** Milliseconds until a submission of unknown outcome may be sent again; 0: now. */
function resendDelayMs({ sent_at, tries }: FormRow): number {
  const sinceMs = sent_at === null ? Infinity : Date.now() - sent_at;
  // The clock was set back, by more than those of two processes differ.
  if (sinceMs < -MINUTE_MS) return 0;
  return Math.max((POLL_ONLY_MS[tries - 1] ?? HOUR_MS) - Math.max(sinceMs, 0), 0);
}

/** Milliseconds until the next poll: soon after a try, then less and less often. */
function pollDelayMs(form: FormRow): number {
  const sinceMs = form.sent_at === null ? 0 : Date.now() - form.sent_at;
  const pauseMs = Math.min(Math.max(sinceMs / 2, NEXT_POLL.firstMs), NEXT_POLL.longestMs);
  return Math.round(Math.min(pauseMs, resendDelayMs(form) || pauseMs));
}

/** The service may succeed with the same request later, so the candidate need not wait. */
const TEMPORARY: ReadonlySet<ProblemName> = new Set(['service-busy', 'service-unavailable']);

/** Stores how a try to deliver a submission ended and publishes it to browsers and the back end. */
function createOutcomes(app: App, submissions: SubmissionStore) {
  const { forms, poller, outbox, changes } = app;

  async function publish(change: Promise<FormRow | undefined>): Promise<FormRow | undefined> {
    const row = await change;
    if (row) changes.publish(row);
    return row;
  }

  /** With its event for the back end, in one transaction. */
  async function settleAndReport(
    form: FormRow,
    event: Outcome,
    reason: SubmissionFailure['reason'],
  ): Promise<FormRow | undefined> {
    const events = outbox.failureStatements(form, reason);
    const row = await publish(submissions.settle(form, event, Date.now(), { events }));
    outbox.wake();
    return row;
  }

  /** The row after a poll of the service; `undefined` when this attempt is over. */
  async function poll({ person_id, form_id, attempt }: FormRow): Promise<FormRow | undefined> {
    await poller.refresh(person_id).catch((error: unknown) => {
      if (!isProblem(error, 'record-not-found')) throw error;
    });
    const now = await forms.find(person_id, form_id);
    const isPending = PENDING_STATES.some((state) => state === now?.state);
    return isPending && now?.attempt === attempt ? now : undefined;
  }

  return {
    poll,

    async delivered(started: FormRow): Promise<void> {
      await publish(submissions.settle(started, 'delivered', Date.now()));
      await poller.pollNow(started.person_id);
    },

    async unknown(started: FormRow): Promise<void> {
      const outcome = { phase: 'started', last_outcome: 'unknown' } as const;
      await publish(submissions.noteOutcome(started, outcome));
      await poller.pollNow(started.person_id);
    },

    /**
     * This try surely did not arrive, and `phase` is the one from before: an earlier try of unknown
     * outcome still may have. Returns whether the attempt is over.
     */
    async undelivered(
      started: FormRow,
      phase: DeliveryPhase | null,
      problem: ProblemName,
    ): Promise<boolean> {
      if (problem === 'already-submitted') {
        // Not by this try: the poll must not attribute the submission to it.
        await submissions.noteOutcome(started, { phase, last_outcome: null });
        if (!(await poll(started))) return true;
      }
      if (!TEMPORARY.has(problem)) {
        const options = { onlyUnacknowledged: true, last_outcome: problem };
        const ended = submissions.settle(started, 'undelivered', Date.now(), options);
        if (await publish(ended)) return true;
      }
      await publish(submissions.noteOutcome(started, { phase, last_outcome: problem }));
      return false;
    },

    /** The candidate gets the refusal as the response, or the back end gets it as an event. */
    async rejected(started: FormRow): Promise<void> {
      const options = { onlyUnacknowledged: true };
      const ended = submissions.settle(started, 'rejected', Date.now(), options);
      if (!(await publish(ended))) await settleAndReport(started, 'rejected', 'refused');
    },

    /**
     * The time to deliver or confirm has passed: the back end gets an event, and the candidate can
     * submit again. The data is kept for a resend. Returns the row as it is then.
     */
    async failed(form: FormRow, reason: SubmissionFailure['reason']): Promise<FormRow | undefined> {
      if (form.state === 'unconfirmed') return form;
      const row = await settleAndReport(form, 'unconfirmed', reason);
      // It never names a person.
      if (row)
        app.log.error(`a submission is ${reason}; list it with: precandidate-proxy submissions`);
      return row;
    },
  };
}
