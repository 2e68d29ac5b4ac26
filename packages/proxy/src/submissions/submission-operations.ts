import { maySubmit, PROBLEMS, type ProblemName, type Snapshot } from 'precandidate-contract';
import type { SessionRevocations } from '../auth/revocations.ts';
import type { FormNotifications } from '../forms/form-notifications.ts';
import { type FormRow, type FormStore, toSnapshot } from '../forms/form-store.ts';
import type { Clock } from '../shared/clock.ts';
import { digest } from '../shared/digest.ts';
import { ProblemError } from '../shared/problem-error.ts';
import { formContext, type Sealer } from '../shared/sealer.ts';
import type { PollSchedule } from '../polling/poll-schedule.ts';
import type { StatusPoller } from '../polling/poller.ts';
import type { Channel } from './channels/channel.ts';
import type { Answers, AnswerReceiver, Submit } from './receive-answers.ts';
import type { SubmissionStore } from './submission-store.ts';

/** From the end of the body: if no outcome is known by then, the response is 202. */
const LONGEST_WAIT_MS = 8_000;
/** From the start of the send. */
const LONGEST_SEND_MS = 2_500;

interface SubmissionParts {
  store: SubmissionStore;
  forms: Pick<FormStore, 'find'>;
  poller: Pick<StatusPoller, 'findOrFetch'>;
  pollSchedule: Pick<PollSchedule, 'keepPolling'>;
  formNotifications: Pick<FormNotifications, 'subscribe'>;
  sealer: Sealer;
  channel: Channel;
  receiver: AnswerReceiver;
  revocations: Pick<SessionRevocations, 'assertLive'>;
  clock: Clock;
  /** Instead of the limits above. */
  deadlineMs?: number | undefined;
}

export type SubmissionOperations = ReturnType<typeof createSubmissionOperations>;

/** Accepts a candidate's data: validated, stored, then sent, once per idempotency key. */
export function createSubmissionOperations(parts: SubmissionParts) {
  const { store, forms, poller, pollSchedule, channel, receiver, clock } = parts;

  return {
    /**
     * The snapshot after the submit: `sending` and `stored` when the outcome is not known yet. While
     * an attempt is under way or submitted, the same key gets its outcome and sends nothing. The body is
     * read last, and only if the form can be submitted. Rejects with `validation-failed`,
     * `body-too-large`, `submission-in-progress`, `already-submitted`, `idempotency-key-reused`,
     * `submission-refused`, or why the service cannot take the data.
     */
    async submit(submit: Submit): Promise<Snapshot> {
      const { person_id, form_id } = submit.session;
      const form = await poller.findOrFetch(person_id, form_id);
      const key = digest(person_id, form_id, submit.idempotencyKey);
      assertNotRejected(form, key);
      if (!maySubmit(form.state)) {
        assertSameKey(form, key);
        assertSameData(form, key, await receiver.hashAgain(submit));
        return respond(parts, form);
      }
      const refusal = channel.refusalOf(form);
      if (refusal) throw refusal;
      const timeUp = new AbortController();
      const answers = await receiver.receive(submit, () => {
        const waitMs = parts.deadlineMs ?? LONGEST_WAIT_MS;
        setTimeout(() => timeUp.abort(), waitMs).unref();
      });
      assertSameData(form, key, answers.body_hash);
      // The body may have taken long to arrive.
      await parts.revocations.assertLive(submit.session);
      if (!channel.send) return toSnapshot(form, channel.name);

      const attempt = await begin(parts, form, key, answers);
      await firstOutcome(parts, attempt, timeUp.signal);
      return respond(parts, attempt);
    },

    list: store.list.bind(store),

    /**
     * Has a stored submission sent again. Rejects with `form-not-found`, `already-submitted`, or
     * `submission-not-stored`, also when no secret opens it.
     */
    async retry(person_id: string, form_id: string): Promise<Snapshot> {
      const form = await forms.find(person_id, form_id);
      if (!form) throw new ProblemError('form-not-found');
      if (form.state === 'submitted') throw new ProblemError('already-submitted');
      const sealed = await store.readBody(form);
      if (sealed === undefined) throw new ProblemError('submission-not-stored');
      await parts.sealer.open(sealed, formContext(form)).catch(() => {
        throw new ProblemError('submission-not-stored', { detail: PUT_BACK });
      });
      // A process that hands off sends nothing.
      const through = channel.send ? channel.name : (form.channel ?? channel.name);
      const resent = await store.resend(form, through, clock.now());
      if (!resent) throw new ProblemError('submission-not-stored');
      await pollSchedule.keepPolling(person_id);
      return toSnapshot(resent, channel.name);
    },
  };
}

const PUT_BACK =
  'No secret of SESSION_SECRETS opens it: add the one that was removed and restart, or ask the candidate to submit again';

/** The new attempt, or the one that an equal submit started a moment ago. */
async function begin(
  { store, sealer, forms, clock, channel: { name: channel } }: SubmissionParts,
  form: FormRow,
  key: string,
  { json, body_hash }: Answers,
): Promise<FormRow> {
  const sealed = await sealer.seal(json, formContext(form));
  const begun = await store.begin(form, { key, body_hash, sealed, channel }, clock.now());
  if (begun) return begun;
  const now = await findAgain(forms, form);
  assertNotRejected(now, key);
  assertSameData(now, key, body_hash);
  assertSameKey(now, key);
  return now;
}

/** The row as it is now. Never read from the service again: the person may be erased meanwhile. */
async function findAgain(
  forms: SubmissionParts['forms'],
  { person_id, form_id }: FormRow,
): Promise<FormRow> {
  const form = await forms.find(person_id, form_id);
  if (!form) throw new ProblemError('form-not-found');
  return form;
}

/** Waits until the first try has ended, in this process or another one, but not for long. */
function firstOutcome(
  { formNotifications, deadlineMs = LONGEST_SEND_MS }: SubmissionParts,
  { person_id, form_id, attempt }: FormRow,
  timeUp: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    let sendTimer: NodeJS.Timeout | undefined;
    const unsubscribe = formNotifications.subscribe(person_id, form_id, (form) => {
      const isWaiting = form.attempt === attempt && form.state === 'sending';
      if (!isWaiting || form.last_outcome !== null) return end();
      if (form.sent_at !== null) sendTimer ??= setTimeout(end, deadlineMs);
    });
    timeUp.addEventListener('abort', end);
    if (timeUp.aborted) end();
    function end(): void {
      timeUp.removeEventListener('abort', end);
      clearTimeout(sendTimer);
      unsubscribe();
      resolve();
    }
  });
}

/** The response to an attempt. A 202 promises that the data will arrive. */
async function respond(
  { store, forms, channel }: SubmissionParts,
  attempt: FormRow,
): Promise<Snapshot> {
  const form = (await store.acknowledge(attempt)) ?? (await findAgain(forms, attempt));
  if (form.state === 'submitted') {
    if (form.submitted_by === 'form') return toSnapshot(form, channel.name);
    throw new ProblemError('already-submitted');
  }
  if (form.attempt !== attempt.attempt) throw new ProblemError('submission-in-progress');
  if (form.state === 'refused') throw new ProblemError('submission-refused');
  if (form.state === 'open') throw new ProblemError(problemIn(form.last_outcome));
  return toSnapshot(form, channel.name);
}

function assertSameKey({ submission_key, state }: FormRow, key: string): void {
  if (submission_key === key) return;
  throw new ProblemError(state === 'submitted' ? 'already-submitted' : 'submission-in-progress');
}

function assertNotRejected({ rejected_keys }: FormRow, key: string): void {
  const rejected = JSON.parse(rejected_keys) as unknown;
  if (Array.isArray(rejected) && rejected.includes(key))
    throw new ProblemError('submission-refused');
}

function assertSameData(form: FormRow, key: string, body_hash: string): void {
  if (form.submission_key === key && form.body_hash !== body_hash)
    throw new ProblemError('idempotency-key-reused');
}

/** Why the first try ended without a delivery. */
function problemIn(outcome: string | null): ProblemName {
  const isProblem = outcome !== null && Object.hasOwn(PROBLEMS, outcome);
  return isProblem ? (outcome as ProblemName) : 'service-unavailable';
}
