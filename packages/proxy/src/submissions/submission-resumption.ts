import { ProblemError } from '../plugins/problem-error.ts';
import type { FormRow } from '../status/form-store.ts';
import type { ChannelOutcome } from './channels/channel.ts';
import { createDueLoop, type DueLoop } from '../db/due-loop.ts';
import { untilResend } from './submission-pauses.ts';
import { LEASE_MS, type SendingParts, type SubmissionSending } from './submission-sending.ts';

/** Goes on with submissions that nobody waits for: a 2xx was answered, or the process died. */
export interface SubmissionResumption extends Pick<DueLoop, 'stop'> {
  start(): Promise<void>;
  /** What a sending came to: the back end is told, before the data is let go. */
  goOn(started: FormRow, outcome: ChannelOutcome): Promise<void>;
  postpone: SubmissionSending['postpone'];
}

/** Submissions worked on at once. */
const MOST = 20;
/** About a day and a half of trying. */
const MOST_TRIES = 40;
/** The same for one whose outcome is unknown, while the service cannot even be asked. */
const LONGEST_UNKNOWN_MS = 36 * 60 * 60_000;
/** A process that was away as long asks for this long before it gives up. */
const SHORTEST_ASKING_MS = 60 * 60_000;

/** `is_alone`: no other process has this database, so what is claimed at the start is nobody's. */
export function createSubmissionResumption(
  parts: SendingParts,
  sending: SubmissionSending,
  is_alone: boolean,
): SubmissionResumption {
  const { forms, submissions, poller, outbox } = parts;
  const { send, settle, canOpen } = sending;
  const underWay = new Set<Promise<void>>();
  const loop = createDueLoop(round, parts.onError);
  let asking_since = Infinity;

  async function goOn(started: FormRow, outcome: ChannelOutcome): Promise<void> {
    if (!(await isOpen(started))) return;
    if (outcome.kind === 'rejected') await outbox.addFailure(started, 'refused');
    if (outcome.kind === 'delivered' || outcome.kind === 'rejected')
      await settle(started, outcome.kind);
    else if (outcome.kind === 'undelivered' && outcome.problem !== 'already-submitted')
      await postpone(started, 'stored', outcome.retry_after_ms);
    // Submitted already, perhaps by an earlier try of ours: the next look-up tells.
    else await postpone(started, 'started', 0);
  }

  async function isOpen({ person_id, form_id, attempt }: FormRow): Promise<boolean> {
    const now = await forms.find(person_id, form_id);
    return now?.state === 'sending' && now.attempt === attempt;
  }

  async function postpone(...when: Parameters<SubmissionSending['postpone']>): Promise<void> {
    await sending.postpone(...when);
    loop.wake();
  }

  /** A submission whose outcome is unknown is looked up before anything is sent again. */
  async function resume(form: FormRow): Promise<void> {
    if (form.phase === 'started') {
      await poller.refresh(form.person_id);
      if (!(await isOpen(form))) return;
      if (untilResend(form, Date.now()) > 0) return postpone(form, 'started', 0);
    }
    if (form.tries >= MOST_TRIES || !canOpen(form)) return giveUp(form);
    const sent = await send(form);
    if (sent) await goOn(sent.started, sent.outcome);
  }

  async function giveUp(form: FormRow): Promise<void> {
    await outbox.addFailure(form, 'undelivered');
    await settle(form, 'undelivered');
  }

  async function workOn(form: FormRow): Promise<void> {
    try {
      await resume(form);
    } catch (error) {
      if (!(error instanceof ProblemError)) parts.onError(error);
      if (isHopeless(form)) await giveUp(form);
      // Whatever went wrong, it may have been sent.
      else await postpone(form, 'started', 0);
    }
  }

  function isHopeless({ sent_at }: FormRow): boolean {
    const now = Date.now();
    const isOld = sent_at !== null && now - sent_at > LONGEST_UNKNOWN_MS;
    return isOld && now - asking_since > SHORTEST_ASKING_MS;
  }

  /** Begins to work on what is due. A slow one holds up no other. */
  async function round(): Promise<number | undefined> {
    const room = MOST - underWay.size;
    // The end of one wakes us.
    if (room === 0) return undefined;
    const now = Date.now();
    const due = await submissions.claimDue(now, now + LEASE_MS, room);
    for (const form of due) {
      const work: Promise<void> = workOn(form)
        .catch(parts.onError)
        .finally(() => {
          const wasFull = underWay.size === MOST;
          underWay.delete(work);
          if (wasFull) loop.wake();
        });
      underWay.add(work);
    }
    return due.length === room ? now : submissions.nextDue();
  }

  return {
    async start() {
      asking_since = Date.now();
      if (is_alone) await submissions.release(asking_since);
      loop.start();
    },
    async stop() {
      await loop.stop();
      await Promise.all(underWay);
    },
    goOn,
    postpone,
  };
}
