import { ProblemError } from '../plugins/problem-error.ts';
import type { FormRow } from '../status/form-store.ts';
import type { ChannelOutcome } from './channels/channel.ts';
import { createSubmissionResumption, type SubmissionResumption } from './submission-resumption.ts';
import { createSubmissionSending, type SendingParts } from './submission-sending.ts';

/** Brings stored submissions to the service, also after a crash. */
export interface SubmissionDelivery extends Pick<SubmissionResumption, 'start' | 'stop'> {
  /**
   * One try at a submission that was just begun. Resolves to its row, or to `undefined` when the
   * outcome is unknown or others have gone on with it; rejects with the problem when the service
   * refused or surely did not get it, and then nothing of it is kept.
   */
  deliver(form: FormRow): Promise<FormRow | undefined>;
}

/** `is_alone`: no other process has this database. */
export function createSubmissionDelivery(
  parts: SendingParts,
  is_alone: boolean,
): SubmissionDelivery {
  const { forms, submissions, poller, changes } = parts;
  const sending = createSubmissionSending(parts);
  const resumption = createSubmissionResumption(parts, sending, is_alone);

  async function deliver(form: FormRow): Promise<FormRow | undefined> {
    const sent = await sending.send(form);
    if (!sent) return undefined;
    const { started, outcome } = sent;
    if (outcome.kind === 'delivered') return sending.settle(started, 'delivered');
    if (outcome.kind === 'unknown') {
      await resumption.postpone(started, 'started', 0);
      await poller.pollNow(form.person_id);
      return undefined;
    }
    const ended = await end(started, outcome);
    const now = ended ?? (await forms.find(form.person_id, form.form_id));
    // A 2xx was answered meanwhile, so nobody waits, and what it promised is kept.
    if (!ended && now?.state === 'sending' && now.attempt === form.attempt) {
      await resumption.goOn(started, outcome);
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
      return sending.settleUnpromised(started, outcome.kind);
    // It was submitted already, and not by this first sending of ours. So nothing of ours counts
    // before the service is asked: whoever watches hears of the submission, not of a failure.
    const ended = await submissions.settleUnpromised(started, 'undelivered', Date.now());
    if (!ended) return undefined;
    await poller.refresh(started.person_id).catch(parts.onError);
    const now = await forms.find(started.person_id, started.form_id);
    if (now) changes.publish(now);
    return now;
  }

  return { start: resumption.start, stop: resumption.stop, deliver };
}

function problemOf(
  outcome: Exclude<ChannelOutcome, { kind: 'delivered' | 'unknown' }>,
): ProblemError {
  if (outcome.kind === 'rejected') return new ProblemError('submission-refused');
  const seconds = Math.ceil(outcome.retry_after_ms / 1_000) || 5;
  return new ProblemError(outcome.problem, { headers: { 'retry-after': String(seconds) } });
}
