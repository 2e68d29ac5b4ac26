import type { FormData, SubmissionFailure } from 'precandidate-contract';
import { backoff } from '../db/backoff.ts';
import { createJobWorker, type JobWorker } from '../db/job-worker.ts';
import type { Job, Jobs, NextRun } from '../db/jobs.ts';
import { ProblemError } from '../plugins/problem-error.ts';
import type { Outbox } from '../relay/outbox.ts';
import type { FormChanges } from '../status/form-changes.ts';
import type { FormRow, FormStore } from '../status/form-store.ts';
import type { StatusPoller } from '../status/poller.ts';
import type { Channel, ChannelOutcome } from './channels/channel.ts';
import { formContext, type Sealer } from './sealer.ts';
import { PENDING_STATES, SUBMISSION_QUEUE, type SubmissionStore } from './store.ts';

export interface DeliveryParts {
  jobs: Jobs;
  forms: FormStore;
  submissions: SubmissionStore;
  sealer: Sealer;
  channel: Channel;
  poller: StatusPoller;
  outbox: Outbox;
  changes: FormChanges;
  /** For what an operator has to act on. Never names a person. */
  alert(message: string): void;
  onUnreadable(): void;
  onError(error: unknown): void;
}

export interface DeliveryOptions {
  /** After this without a confirmation, a submission is unconfirmed. */
  confirmWithinMs: number;
}

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

/** The service may succeed with the same request later, so the candidate need not wait. */
const TEMPORARY: ReadonlySet<string> = new Set(['service-busy', 'service-unavailable']);

/**
 * Brings stored submissions to the service, also after a crash, and waits for their confirmation.
 *
 * - A submission that may have arrived is sent again only after a poll that says it did not.
 * - Its data is kept until the service confirms it, refuses it, or retention ends.
 */
export function createSubmissionDelivery(
  parts: DeliveryParts,
  { confirmWithinMs }: DeliveryOptions,
): JobWorker {
  const { forms, submissions, sealer, channel, poller, outbox, changes } = parts;
  let startedAt = Infinity;
  let alertedAt = -Infinity;

  async function run(form: FormRow, job: Job): Promise<NextRun | undefined> {
    try {
      if (form.state === 'sent') return await confirm(form);
      const isDelivering = form.state === 'sending' || form.state === 'unconfirmed';
      if (!isDelivering || form.phase === 'delivered' || form.sealed === null) return undefined;
      return await deliver(form, form.sealed, job);
    } catch (error) {
      if (!(error instanceof ProblemError)) parts.onError(error);
      return { due_at: Date.now() + backoff(job.attempt, NEXT_POLL) };
    }
  }

  /** The service answered 2xx: waits until its status confirms that. */
  async function confirm(form: FormRow): Promise<NextRun | undefined> {
    const due_at = (form.sent_at ?? 0) + confirmWithinMs;
    const latest = Date.now() + confirmWithinMs;
    if (Date.now() < due_at) return { due_at: Math.min(due_at, latest), attempt: 0 };
    const known = await poll(form);
    if (known) await fail(known, 'unconfirmed');
    return undefined;
  }

  async function deliver(given: FormRow, sealed: string, job: Job): Promise<NextRun | undefined> {
    let form: FormRow | undefined = given;
    if (isExpired(form)) {
      await fail(form, 'undelivered');
      return undefined;
    }
    if (form.phase === 'started') {
      form = await poll(form);
      if (form && isOverdue(form)) form = await fail(form, 'unconfirmed');
      if (!form) return undefined;
      const isLast = form.tries >= channel.mostTriesUnknown;
      if (isLast && isOverdue(form)) return undefined;
      if (isLast || resendDelayMs(form) > 0) return { due_at: Date.now() + pollDelayMs(form) };
    }
    const data = open(form, sealed);
    if (data === undefined) return leaveToOthers(form, job);
    return send(form, data);
  }

  async function send(form: FormRow, data: FormData): Promise<NextRun | undefined> {
    const started = await submissions.markStarted(form, Date.now());
    if (!started) return undefined;
    changes.publish(started);
    const outcome = await channel.send(started, data, started.submission_key ?? '');
    switch (outcome.kind) {
      case 'delivered':
        await publish(submissions.settle(started, 'delivered', Date.now()));
        await poller.pollNow(form.person_id);
        return { due_at: Date.now() + confirmWithinMs, attempt: 0 };
      case 'rejected':
        return refuse(started);
      case 'unknown':
        await publish(noteOutcome(started, 'started', 'unknown'));
        await poller.pollNow(form.person_id);
        return { due_at: Date.now() + pollDelayMs(started) };
      case 'undelivered':
        return tryLater(form, started, outcome);
    }
  }

  /**
   * This try surely did not arrive. An earlier one of unknown outcome still may have, so the phase
   * is that from before.
   */
  async function tryLater(
    before: FormRow,
    started: FormRow,
    { problem, retry_after_ms }: Extract<ChannelOutcome, { kind: 'undelivered' }>,
  ): Promise<NextRun | undefined> {
    if (problem === 'already-submitted') {
      await noteOutcome(started, before.phase, null);
      if (!(await poll(started))) return undefined;
    }
    if (!TEMPORARY.has(problem)) {
      const now = Date.now();
      const ended = submissions.settleUnacknowledged(started, 'undelivered', now, problem);
      if (await publish(ended)) return undefined;
    }
    await publish(noteOutcome(started, before.phase, problem));
    const waitMs = Math.min(retry_after_ms, NEXT_TRY.longestMs);
    return { due_at: Date.now() + Math.max(backoff(started.tries, NEXT_TRY), waitMs) };
  }

  /** The candidate gets the refusal as the response, or the back end as an event. */
  async function refuse(started: FormRow): Promise<undefined> {
    const ended = submissions.settleUnacknowledged(started, 'rejected', Date.now());
    if ((await publish(ended)) || !(await current(started))) return;
    await outbox.addFailure(started, 'refused');
    await publish(submissions.settle(started, 'rejected', Date.now()));
  }

  /** Alerts the back end and lets the candidate submit again. The data is kept for a resend. */
  async function fail(
    form: FormRow,
    reason: SubmissionFailure['reason'],
  ): Promise<FormRow | undefined> {
    if (form.state === 'unconfirmed') return form;
    await outbox.addFailure(form, reason);
    parts.alert(`a submission is ${reason}; list it with: precandidate-proxy submissions`);
    return publish(submissions.settle(form, 'unconfirmed', Date.now()));
  }

  /** Soon at first, while secrets rotate, then less and less often. */
  async function leaveToOthers(form: FormRow, job: Job): Promise<NextRun> {
    const now = Date.now();
    parts.onUnreadable();
    if (now - alertedAt >= UNREADABLE.alertEveryMs) {
      alertedAt = now;
      parts.alert('SESSION_SECRETS of this process do not open a stored submission; it is kept');
    }
    if (isOverdue(form)) await fail(form, 'unconfirmed');
    const sinceMs = now - (form.begun_at ?? now);
    const firstMs = Math.max(sinceMs / 10, UNREADABLE.firstMs);
    return { due_at: now + backoff(0, { ...UNREADABLE, firstMs }), attempt: job.attempt };
  }

  function open(form: FormRow, sealed: string): FormData | undefined {
    try {
      return sealer.open(sealed, formContext(form)) as FormData;
    } catch {
      return undefined;
    }
  }

  /** The row after a poll of the service; `undefined` when this attempt is over. */
  async function poll(form: FormRow): Promise<FormRow | undefined> {
    await poller.refresh(form.person_id).catch((error: unknown) => {
      if (!(error instanceof ProblemError && error.problemName === 'record-not-found')) throw error;
    });
    return current(form);
  }

  async function current({ person_id, form_id, attempt }: FormRow): Promise<FormRow | undefined> {
    const now = await forms.find(person_id, form_id);
    const isPending = PENDING_STATES.some((state) => state === now?.state);
    return isPending && now?.attempt === attempt ? now : undefined;
  }

  const noteOutcome = (
    started: FormRow,
    phase: FormRow['phase'],
    last_outcome: string | null,
  ): Promise<FormRow | undefined> => submissions.noteOutcome(started, { phase, last_outcome });

  async function publish(change: Promise<FormRow | undefined>): Promise<FormRow | undefined> {
    const row = await change;
    if (row) changes.publish(row);
    return row;
  }

  function isExpired({ begun_at }: FormRow): boolean {
    const now = Date.now();
    return now - (begun_at ?? now) > GIVE_UP_MS && now - startedAt > SHORTEST_TRYING_MS;
  }

  const isOverdue = ({ begun_at }: FormRow): boolean =>
    Date.now() - (begun_at ?? 0) >= confirmWithinMs;

  const worker = createJobWorker<FormRow>(parts.jobs, {
    queue: SUBMISSION_QUEUE,
    concurrency: CONCURRENCY,
    leaseMs: LEASE_MS,
    longestPauseMs: Math.max(confirmWithinMs, NEXT_TRY.longestMs) * 1.2,
    load: submissions.load,
    run,
    onError: parts.onError,
  });
  return {
    ...worker,
    start() {
      startedAt = Date.now();
      return worker.start();
    },
  };
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
