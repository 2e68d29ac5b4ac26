import { ProblemError } from '../problem-error.ts';
import type { FormRow } from '../store/form-row.ts';
import type { ChannelOutcome } from './channels/channel.ts';
import { createDueLoop, type DueLoop } from './due-loop.ts';
import { createSubmissionSending, LEASE_MS, type SendingParts } from './submission-sending.ts';

/** Brings stored submissions to the service, also after a crash. */
export interface SubmissionDelivery extends Pick<DueLoop, 'stop'> {
  start(): Promise<void>;
  /**
   * One try at a submission that was just begun. Resolves to its row, or to `undefined` when the
   * outcome is unknown or others have gone on with it; rejects with the problem when the service
   * refused or surely did not get it, and then nothing of it is kept.
   */
  deliver(form: FormRow): Promise<FormRow | undefined>;
}

const BATCH = 20;
/**
 * How long the service is only asked after a sending whose outcome is unknown, by how often it was
 * sent: a form that was taken may take its time to say so.
 */
const ONLY_LOOK_MS = [20_000, 2 * 60_000, 10 * 60_000, 60 * 60_000];
/** About a day and a half of trying. */
const MOST_TRIES = 40;

/** `is_alone`: no other process has this database, so what is claimed at the start is nobody's. */
export function createSubmissionDelivery(
  parts: SendingParts,
  is_alone: boolean,
): SubmissionDelivery {
  const { forms, submissions, watch, changes, outbox } = parts;
  const { send, canOpen, settle, settleUnpromised, ...sending } = createSubmissionSending(parts);
  const loop = createDueLoop(round, parts.onError);

  async function deliver(form: FormRow): Promise<FormRow | undefined> {
    const sent = await send(form);
    if (!sent) return undefined;
    const { started, outcome } = sent;
    if (outcome.kind === 'delivered') return settle(started, 'delivered');
    if (outcome.kind === 'unknown') {
      await postpone(started, 'started', 0);
      await watch.hasten(form.person_id);
      return undefined;
    }
    const ended = await end(started, outcome);
    const now = ended ?? (await forms.find(form.person_id, form.form_id));
    // A 2xx was answered meanwhile, so nobody waits, and what it promised is kept.
    if (!ended && now?.state === 'sending' && now.attempt === form.attempt) {
      await goOn(started, outcome);
      return undefined;
    }
    if (now?.submitted_by === 'form') return now;
    throw now?.state === 'submitted' ? new ProblemError('already-submitted') : problemOf(outcome);
  }

  /** Ends what the candidate still waits for; `undefined` when a 2xx was answered, or it is over. */
  async function end(
    started: FormRow,
    outcome: Extract<ChannelOutcome, { kind: 'undelivered' | 'rejected' }>,
  ): Promise<FormRow | undefined> {
    if (outcome.kind === 'rejected' || outcome.problem !== 'already-submitted')
      return settleUnpromised(started, outcome.kind);
    // It was submitted already, and not by this first sending of ours. So nothing of ours counts
    // before the service is asked: whoever watches hears of the submission, not of a failure.
    const ended = await submissions.settleUnpromised(started, 'undelivered', Date.now());
    if (!ended) return undefined;
    await watch.look(started.person_id).catch(parts.onError);
    const now = await forms.find(started.person_id, started.form_id);
    if (now) changes.publish(now);
    return now;
  }

  /** After a sending that nobody waits for any more: the back end is told, before the data is let go. */
  async function goOn(started: FormRow, outcome: ChannelOutcome): Promise<void> {
    const now = await forms.find(started.person_id, started.form_id);
    if (now?.state !== 'sending' || now.attempt !== started.attempt) return;
    if (outcome.kind === 'rejected') await outbox.addFailure(started, 'refused');
    if (outcome.kind === 'delivered' || outcome.kind === 'rejected')
      await settle(started, outcome.kind);
    else if (outcome.kind === 'undelivered' && outcome.problem !== 'already-submitted')
      await postpone(started, 'stored', outcome.retry_after_ms);
    // Submitted already, perhaps by an earlier try of ours: the next look-up tells.
    else await postpone(started, 'started', 0);
  }

  async function postpone(...when: Parameters<typeof sending.postpone>): Promise<void> {
    await sending.postpone(...when);
    loop.wake();
  }

  /** Whether the service was asked long enough to believe that it does not have the data. */
  async function isSurelyMissing(form: FormRow): Promise<boolean> {
    await watch.look(form.person_id);
    const since_ms = Date.now() - (form.sent_at ?? 0);
    return since_ms >= (ONLY_LOOK_MS[form.tries - 1] ?? ONLY_LOOK_MS.at(-1) ?? 0);
  }

  /** A submission whose outcome is unknown is looked up before anything is sent again. */
  async function resume(form: FormRow): Promise<void> {
    if (form.phase === 'started') {
      const isMissing = await isSurelyMissing(form);
      const now = await forms.find(form.person_id, form.form_id);
      if (now?.state !== 'sending' || now.attempt !== form.attempt) return;
      if (!isMissing) return postpone(form, 'started', 0);
    }
    if (form.tries >= MOST_TRIES || !canOpen(form)) {
      await outbox.addFailure(form, 'undelivered');
      await settle(form, 'undelivered');
      return;
    }
    const sent = await send(form);
    if (sent) await goOn(sent.started, sent.outcome);
  }

  async function round(): Promise<number | undefined> {
    const now = Date.now();
    const due = await submissions.claimDue(now, now + LEASE_MS, BATCH);
    await Promise.all(
      due.map((form) =>
        resume(form).catch(async (error: unknown) => {
          if (!(error instanceof ProblemError)) parts.onError(error);
          // Whatever went wrong, it may have been sent.
          await postpone(form, 'started', 0);
        }),
      ),
    );
    return due.length === BATCH ? now : submissions.nextDue();
  }

  return {
    async start() {
      if (is_alone) await submissions.release(Date.now());
      loop.start();
    },
    stop: loop.stop,
    deliver,
  };
}

function problemOf(
  outcome: Exclude<ChannelOutcome, { kind: 'delivered' | 'unknown' }>,
): ProblemError {
  if (outcome.kind === 'rejected') return new ProblemError('submission-refused');
  const seconds = Math.ceil(outcome.retry_after_ms / 1_000) || 5;
  return new ProblemError(outcome.problem, { headers: { 'retry-after': String(seconds) } });
}
