import type { FormData } from 'precandidate-contract';
import { ProblemError } from '../problem-error.ts';
import type { FormRow } from '../store/form-row.ts';
import type { FormStore } from '../store/form-store.ts';
import type { Outcome, SubmissionStore } from '../store/submission-store.ts';
import type { Channel, ChannelOutcome } from './channels/channel.ts';
import { createDueLoop, type DueLoop } from './due-loop.ts';
import type { FormChanges } from './form-changes.ts';
import type { Sealer } from './sealer.ts';
import type { StatusWatch } from './status-watch.ts';

/** Brings stored submissions to the service, also after a crash. */
export interface SubmissionDelivery extends Pick<DueLoop, 'start' | 'stop'> {
  /**
   * One try at a submission that was just begun. Resolves to its row, or to `undefined` when the
   * outcome is unknown; rejects with the problem when the service refused or surely did not get
   * it, and then nothing of it is kept.
   */
  deliver(form: FormRow): Promise<FormRow | undefined>;
}

const LEASE_MS = 30_000;
const BATCH = 20;
const SHORTEST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60 * 60_000;
/**
 * How long the service is only asked after a sending whose outcome is unknown, by how often it was
 * sent: a form that was taken may take its time to say so.
 */
const ONLY_LOOK_MS = [20_000, 2 * 60_000, 10 * 60_000, 60 * 60_000];
/** About a day and a half of trying. */
const MOST_TRIES = 40;

/** What a stored submission is sealed to: it opens for its own form only. */
export function formContext({
  person_id,
  form_id,
}: Pick<FormRow, 'person_id' | 'form_id'>): string {
  return `submission ${person_id} ${form_id}`;
}

export function createSubmissionDelivery(parts: {
  forms: FormStore;
  submissions: SubmissionStore;
  sealer: Sealer;
  channel: Channel;
  watch: StatusWatch;
  changes: FormChanges;
  onError: (error: unknown) => void;
}): SubmissionDelivery {
  const { forms, submissions, sealer, channel, watch, changes } = parts;
  const loop = createDueLoop(round, parts.onError);

  /** To be durable before the first byte: after a crash in between, the outcome counts as unknown. */
  async function send(form: FormRow): Promise<ChannelOutcome | undefined> {
    if (form.sealed === null) return undefined;
    const data = sealer.open(form.sealed, formContext(form)) as FormData;
    const now = Date.now();
    const started = await submissions.markStarted(form, now, now + LEASE_MS);
    if (!started) return undefined;
    changes.publish(started);
    return channel.send(started, data, started.submission_key ?? '');
  }

  async function settle(form: FormRow, outcome: Outcome): Promise<FormRow | undefined> {
    const settled = await submissions.settle(form, outcome, Date.now());
    if (settled) changes.publish(settled);
    await watch.hasten(form.person_id);
    return settled ?? forms.find(form.person_id, form.form_id);
  }

  async function deliver(form: FormRow): Promise<FormRow | undefined> {
    const outcome = await send(form);
    if (!outcome) return forms.find(form.person_id, form.form_id);
    if (outcome.kind === 'unknown') {
      await postpone(form, 'started', 0);
      await watch.hasten(form.person_id);
      return undefined;
    }
    // A 2xx may have promised meanwhile that it will arrive: then it is tried again.
    const now = await forms.find(form.person_id, form.form_id);
    if (outcome.kind === 'undelivered' && now?.acknowledged) {
      await postpone(form, 'stored', outcome.retry_after_ms);
      return undefined;
    }
    if (outcome.kind === 'undelivered' && outcome.problem === 'already-submitted')
      await askWhoWasFaster(form);
    const settled = await settle(form, outcome.kind);
    if (outcome.kind === 'delivered' || settled?.submitted_by === 'form') return settled;
    throw problemOf(outcome);
  }

  /**
   * The form was submitted already, and not by this first sending of ours. So nothing of ours counts
   * before the service is asked: whoever watches hears of the submission, not of a failure.
   */
  async function askWhoWasFaster(form: FormRow): Promise<void> {
    await submissions.settle(form, 'undelivered', Date.now());
    await watch.look(form.person_id).catch(parts.onError);
    const now = await forms.find(form.person_id, form.form_id);
    if (now) changes.publish(now);
  }

  async function postpone(
    form: FormRow,
    phase: FormRow['phase'],
    at_least_ms: number,
  ): Promise<void> {
    const soonest_ms = phase === 'started' ? untilNextLook(form) : untilNextTry(form);
    const pause_ms = Math.max(soonest_ms, at_least_ms);
    await submissions.postpone(form, Date.now() + pause_ms, phase);
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
      await settle(form, 'undelivered');
      return;
    }
    const outcome = await send(form);
    if (outcome?.kind === 'delivered' || outcome?.kind === 'rejected')
      await settle(form, outcome.kind);
    else if (outcome?.kind === 'undelivered' && outcome.problem !== 'already-submitted')
      await postpone(form, 'stored', outcome.retry_after_ms);
    // Submitted already, perhaps by an earlier try of ours: the next look-up tells.
    else if (outcome) await postpone(form, 'started', 0);
  }

  /** A secret that was dropped too early takes the data with it: then the candidate may submit anew. */
  function canOpen(form: FormRow): boolean {
    try {
      sealer.open(form.sealed ?? '', formContext(form));
      return true;
    } catch (error) {
      parts.onError(error);
      return false;
    }
  }

  async function round(): Promise<number | undefined> {
    const now = Date.now();
    const due = await submissions.claimDue(now, now + LEASE_MS, BATCH);
    await Promise.all(
      due.map((form) =>
        resume(form).catch(async (error: unknown) => {
          if (!(error instanceof ProblemError)) parts.onError(error);
          await postpone(form, form.phase, 0);
        }),
      ),
    );
    return due.length === BATCH ? now : submissions.nextDue();
  }

  return { start: loop.start, stop: loop.stop, deliver };
}

/** Soon after the sending, then ever more seldom. */
function untilNextLook({ sent_at }: FormRow): number {
  const since_ms = sent_at === null ? 0 : Date.now() - sent_at;
  return Math.min(Math.max(since_ms, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS);
}

function untilNextTry({ tries }: FormRow): number {
  return Math.min(SHORTEST_PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS);
}

function problemOf(
  outcome: Exclude<ChannelOutcome, { kind: 'delivered' | 'unknown' }>,
): ProblemError {
  if (outcome.kind === 'rejected') return new ProblemError('submission-refused');
  const seconds = Math.ceil(outcome.retry_after_ms / 1_000) || 5;
  return new ProblemError(outcome.problem, { headers: { 'retry-after': String(seconds) } });
}
