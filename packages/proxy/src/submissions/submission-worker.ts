import type { ProblemName, SubmissionFailure } from 'precandidate-contract';
import { backoff, createJobWorker, type Job, type JobWorker, type NextRun } from '../db/jobs.ts';
import type { FormRow, SendPhase } from '../forms/form-store.ts';
import type { App } from '../plugins/app-type.ts';
import { createByteLimit } from '../shared/byte-limit.ts';
import { isProblem, ProblemError } from '../shared/problem-error.ts';
import { formContext, type Sealer } from '../shared/sealer.ts';
import type { Channel } from './channels/channel.ts';
import {
  PENDING_STATES,
  SUBMISSION_QUEUE,
  type SubmissionStore,
  type WorkerEvent,
} from './store.ts';

const CONCURRENCY = 32;
/** Of the bodies that are in memory at once; one with files may have 10 MB. */
const MOST_BODY_BYTES = 32 * 1024 * 1024;
const LEASE_MS = 30_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const GIVE_UP_MS = 36 * HOUR_MS;
/** A process that was away for longer tries for at least this long before it gives up. */
const SHORTEST_TRYING_MS = HOUR_MS;
/** The pauses between tries of a submission that the service surely does not have. */
const NEXT_TRY = { firstMs: 2_000, longestMs: HOUR_MS };
/** The pauses between polls that failed. */
const NEXT_POLL = { firstMs: 2_000, longestMs: 5 * MINUTE_MS };
/** The pauses while this process lacks the secret that opens the data: another one may have it. */
const UNREADABLE = { firstMs: 2_000, longestMs: MINUTE_MS, alertEveryMs: MINUTE_MS };
/**
 * After an unknown outcome, the service is only polled for this long, by the number of tries: a
 * form that took the data may need time to say so.
 */
const POLL_ONLY_MS = [20_000, 2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS];

/**
 * Brings stored submissions to the service, also after a crash, and waits for their confirmation.
 * A poll that finds the confirmation ends all of this: `submitted`.
 *
 * | state | phase | does the service have the data? | next step |
 * |---|---|---|---|
 * | `sending` | `stored` | no | send it; `unconfirmed` if the channel sends nothing |
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
export function createSubmissionWorker(
  app: App,
  store: SubmissionStore,
  channel: Channel,
): JobWorker {
  const confirmWithinMs = app.settings.CONFIRM_WITHIN_SECONDS * 1_000;
  const record = createRecorder(app, store);
  const alertUnreadable = createUnreadableAlert(app);
  const limitBodies = createByteLimit(MOST_BODY_BYTES);
  const startedAt = Date.now();

  async function run(form: FormRow, job: Job): Promise<NextRun | undefined> {
    try {
      if (form.state === 'sent') return await checkConfirmed(form);
      const isDelivering = form.state === 'sending' || form.state === 'unconfirmed';
      if (!isDelivering || form.phase === 'delivered' || form.body_bytes === null) return undefined;
      if (isExpired(form)) {
        const ended = await record.timedOut(form, 'undelivered');
        if (ended) await store.endTrying(ended, app.clock.now());
        return undefined;
      }
      if (form.phase === 'started') return await pollThenSend(form, job);
      return await send(form, job);
    } catch (error) {
      if (!(error instanceof ProblemError)) app.onBackgroundError(error);
      else await record.pollFailed(form);
      return { dueAt: Date.now() + backoff(job.runs, NEXT_POLL) };
    }
  }

  async function checkConfirmed(form: FormRow): Promise<NextRun | undefined> {
    const dueAt = (form.sent_at ?? 0) + confirmWithinMs;
    const latest = Date.now() + confirmWithinMs;
    if (Date.now() < dueAt) return { dueAt: Math.min(dueAt, latest), runs: 0 };
    const polled = await poll(app, form).catch((error: unknown) => {
      if (isExpired(form)) return form;
      throw error;
    });
    if (polled) await record.timedOut(polled, 'unconfirmed');
    return undefined;
  }

  async function pollThenSend(known: FormRow, job: Job): Promise<NextRun | undefined> {
    let form = await poll(app, known);
    const isLate = form !== undefined && isOverdue(form);
    if (form && isLate) form = await record.timedOut(form, 'unconfirmed');
    if (!form) return undefined;
    const mayRepeat = form.tries < channel.mostTriesUnknown;
    if (mayRepeat && resendDelayMs(form) === 0) return send(form, job);
    // An operator has to act.
    if (!mayRepeat && isLate) return undefined;
    return { dueAt: Date.now() + pollDelayMs(form) };
  }

  const send = (form: FormRow, job: Job): Promise<NextRun | undefined> =>
    limitBodies(form.body_bytes ?? 0, () => sendNow(form, job));

  async function sendNow(form: FormRow, job: Job): Promise<NextRun | undefined> {
    if (!channel.send) {
      // `SUBMISSION_CHANNEL` was changed: the data is kept for an operator.
      await record.timedOut(form, 'undelivered');
      return undefined;
    }
    const sealed = await store.readBody(form);
    if (sealed === undefined) return undefined;
    const answers = openAnswers(app.sealer, form, sealed);
    if (answers === undefined) return leaveToOthers(form, job);
    const started = await store.markStarted(form, Date.now());
    if (!started) return undefined;
    app.formChanges.publish(started);
    const outcome = await channel.send(started, answers, started.submission_key ?? '');
    switch (outcome.kind) {
      case 'delivered':
        await record.delivered(started);
        return { dueAt: Date.now() + confirmWithinMs, runs: 0 };
      case 'rejected':
        await record.rejected(started);
        return undefined;
      case 'unknown':
        await record.unknown(started);
        return { dueAt: Date.now() + pollDelayMs(started) };
      case 'not-received': {
        const isOver = await record.notReceived(started, form.phase, outcome.problem);
        return isOver ? undefined : { dueAt: Date.now() + retryDelayMs(started, outcome) };
      }
    }
  }

  /** Soon at first, while secrets rotate, then less and less often. */
  async function leaveToOthers(form: FormRow, { runs }: Job): Promise<NextRun> {
    alertUnreadable();
    if (isOverdue(form)) await record.timedOut(form, 'unconfirmed');
    const firstMs = Math.max(ageMs(form) / 10, UNREADABLE.firstMs);
    return { dueAt: Date.now() + backoff(0, { ...UNREADABLE, firstMs }), runs };
  }

  const isOverdue = (form: FormRow): boolean => ageMs(form) >= confirmWithinMs;
  const isExpired = (form: FormRow): boolean =>
    ageMs(form) > GIVE_UP_MS && Date.now() - startedAt > SHORTEST_TRYING_MS;

  return createJobWorker<FormRow>(app.jobs, {
    queue: SUBMISSION_QUEUE,
    concurrency: CONCURRENCY,
    leaseMs: LEASE_MS,
    load: store.load,
    run,
    onError: app.onBackgroundError,
  });
}

/** Counts each case, and logs one a minute. */
function createUnreadableAlert({ metrics, log }: App): () => void {
  let loggedAt = -Infinity;
  return () => {
    metrics.submissionUnreadable();
    if (Date.now() - loggedAt < UNREADABLE.alertEveryMs) return;
    loggedAt = Date.now();
    log.error('SESSION_SECRETS of this process do not open a stored submission; it is kept');
  };
}

const ageMs = ({ begun_at }: FormRow): number => Date.now() - (begun_at ?? 0);

/** As JSON; `undefined` when no secret of this process opens it. */
function openAnswers(sealer: Sealer, form: FormRow, sealed: string): string | undefined {
  try {
    return sealer.openText(sealed, formContext(form));
  } catch {
    return undefined;
  }
}

/** Milliseconds until the next try of a submission that surely did not arrive. */
function retryDelayMs({ tries }: FormRow, { retryAfterMs }: { retryAfterMs: number }): number {
  return Math.max(backoff(tries - 1, NEXT_TRY), Math.min(retryAfterMs, NEXT_TRY.longestMs));
}

/** Milliseconds until a submission of unknown outcome may be sent again; 0: now. */
function resendDelayMs({ sent_at, tries }: FormRow): number {
  const sinceMs = sent_at === null ? Infinity : Date.now() - sent_at;
  return Math.max((POLL_ONLY_MS[tries - 1] ?? HOUR_MS) - sinceMs, 0);
}

/** Milliseconds until the next poll: soon after a try, then less and less often. */
function pollDelayMs(form: FormRow): number {
  const sinceMs = form.sent_at === null ? 0 : Date.now() - form.sent_at;
  const pauseMs = Math.min(Math.max(sinceMs / 2, NEXT_POLL.firstMs), NEXT_POLL.longestMs);
  return Math.round(Math.min(pauseMs, resendDelayMs(form) || pauseMs));
}

/** The row after a poll of the service; `undefined` when this attempt is over. */
async function poll(
  { forms, poller }: App,
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
function createRecorder(app: App, store: SubmissionStore) {
  const { poller, outbox, formChanges } = app;

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
    const row = await publish(store.apply(form, event, Date.now(), { events }));
    outbox.wake();
    return row;
  }

  return {
    async delivered(started: FormRow): Promise<void> {
      await publish(store.apply(started, 'delivered', Date.now()));
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
        if (!(await poll(app, started))) return true;
      }
      if (!TEMPORARY.has(problem)) {
        const options = { onlyUnacknowledged: true, last_outcome: problem };
        const ended = store.apply(started, 'abandoned', Date.now(), options);
        if (await publish(ended)) return true;
      }
      await publish(store.noteTry(started, { phase, last_outcome: problem }));
      return false;
    },

    async rejected(started: FormRow): Promise<void> {
      const options = { onlyUnacknowledged: true };
      const ended = store.apply(started, 'rejected', Date.now(), options);
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
      if (row)
        app.log.error(`a submission is ${reason}; list it with: precandidate-proxy submissions`);
      return row;
    },
  };
}
