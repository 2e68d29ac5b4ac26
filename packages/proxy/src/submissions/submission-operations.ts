import {
  type FormData,
  LIFECYCLE,
  PROBLEMS,
  type ProblemName,
  type Snapshot,
} from 'precandidate-contract';
import type { JobWorker } from '../db/jobs.ts';
import type { App } from '../plugins/app-type.ts';
import { ProblemError } from '../shared/problem-error.ts';
import { type FormRow, toSnapshot } from '../forms/form-store.ts';
import type { Channel } from './channels/channel.ts';
import { pickDeclaredFields } from '../validation/form-validator.ts';
import { canonicalJson, digest } from '../shared/digest.ts';
import { formContext } from '../shared/sealer.ts';
import type { SubmissionStore } from './store.ts';

/** From the start of a submit: if no outcome is known by then, the response is 202. */
const LONGEST_WAIT_MS = 8_000;
/** From the start of the send. */
const LONGEST_SEND_MS = 2_500;

export type SubmissionOperations = ReturnType<typeof createSubmissionOperations>;

/** Accepts a candidate's data: validated, stored, then sent, once per idempotency key. */
export function createSubmissionOperations(
  app: App,
  store: SubmissionStore,
  channel: Channel,
  worker: JobWorker,
) {
  const { forms, poller, formChanges } = app;
  const longestWaitMs = app.deadlineMs ?? LONGEST_WAIT_MS;
  const longestSendMs = app.deadlineMs ?? LONGEST_SEND_MS;

  /** The new attempt, or the one that an equal submit started a moment ago. */
  async function begin(form: FormRow, key: string, body_hash: string, data: FormData) {
    const sealed = app.sealer.seal(data, formContext(form));
    const begun = await store.begin(form, { key, body_hash, sealed }, Date.now());
    if (begun) return begun;
    const now = await poller.findOrFetch(form.person_id, form.form_id);
    assertUsableKey(now, key, body_hash);
    if (now.submission_key === key) return now;
    throw new ProblemError('submission-in-progress');
  }

  /** Waits until the first try has ended, in this process or another one, but not for long. */
  function firstOutcome(
    { person_id, form_id, attempt }: FormRow,
    timeUp: AbortSignal,
  ): Promise<void> {
    return new Promise((resolve) => {
      let sendTimer: NodeJS.Timeout | undefined;
      const unsubscribe = formChanges.subscribe(person_id, form_id, (form) => {
        const isWaiting = form.attempt === attempt && form.state === 'sending';
        if (!isWaiting || form.last_outcome !== null) return end();
        if (form.sent_at !== null) sendTimer ??= setTimeout(end, longestSendMs);
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
  async function respond(attempt: FormRow): Promise<Snapshot> {
    const { person_id, form_id } = attempt;
    const form =
      (await store.acknowledge(attempt)) ?? (await poller.findOrFetch(person_id, form_id));
    if (form.state === 'submitted') {
      if (form.submitted_by === 'form') return toSnapshot(form, channel.name);
      throw new ProblemError('already-submitted');
    }
    if (form.attempt !== attempt.attempt) throw new ProblemError('submission-in-progress');
    if (form.state === 'refused') throw new ProblemError('submission-refused');
    if (form.state === 'open') throw new ProblemError(problemIn(form.last_outcome));
    formChanges.publish(form);
    return toSnapshot(form, channel.name);
  }

  return {
    /**
     * The snapshot after the submit: `sending` and `stored` when the outcome is not known yet. While
     * an attempt is under way or submitted, the same key gets its outcome and sends nothing. Rejects
     * with `validation-failed`, `submission-in-progress`, `already-submitted`,
     * `idempotency-key-reused`, `submission-refused`, or why the service cannot take the data.
     */
    async submit(
      person_id: string,
      form_id: string,
      idempotencyKey: string,
      data: FormData,
    ): Promise<Snapshot> {
      const timeUp = new AbortController();
      setTimeout(() => timeUp.abort(), longestWaitMs).unref();
      const form = await poller.findOrFetch(person_id, form_id);
      const key = digest(person_id, form_id, idempotencyKey);
      // Without a salt, the digest of an identity number could be guessed. The key is not stored.
      const body_hash = digest(idempotencyKey, canonicalJson(data));
      assertUsableKey(form, key, body_hash);
      if (LIFECYCLE[form.state].submit === undefined) {
        if (form.submission_key === key) return respond(form);
        const isOver = form.state === 'submitted';
        throw new ProblemError(isOver ? 'already-submitted' : 'submission-in-progress');
      }
      const declared = await validate(app, form, data);
      channel.prepare(form);
      if (!channel.send) return toSnapshot(form, channel.name);

      const attempt = await begin(form, key, body_hash, declared);
      const outcome = firstOutcome(attempt, timeUp.signal);
      worker.wake();
      await outcome;
      return respond(attempt);
    },

    list: store.list,

    /**
     * Has a stored submission sent again. Rejects with `form-not-found`, `already-submitted`, or
     * `submission-not-stored`.
     */
    async retry(person_id: string, form_id: string): Promise<Snapshot> {
      const form = await forms.find(person_id, form_id);
      if (!form) throw new ProblemError('form-not-found');
      if (form.state === 'submitted') throw new ProblemError('already-submitted');
      const resent = await store.resend(form, Date.now());
      if (!resent) throw new ProblemError('submission-not-stored');
      await poller.keepPolling(person_id);
      formChanges.publish(resent);
      worker.wake();
      return toSnapshot(resent, channel.name);
    },
  };
}

/** The declared fields of the data. Rejects with `validation-failed`. */
async function validate(
  { schemas, validator }: App,
  { person_id, form_id }: FormRow,
  data: FormData,
): Promise<FormData> {
  const sanitized = await schemas.get(person_id, form_id);
  const errors = await validator.validate(sanitized, data, 'complete', form_id);
  if (errors.length > 0) throw new ProblemError('validation-failed', { errors });
  return pickDeclaredFields(sanitized.schema, data);
}

/** Throws when the service rejected the data of this key, or it was used with other data. */
function assertUsableKey(form: FormRow, key: string, body_hash: string): void {
  const rejected = JSON.parse(form.rejected_keys) as unknown;
  if (Array.isArray(rejected) && rejected.includes(key))
    throw new ProblemError('submission-refused');
  if (form.submission_key === key && form.body_hash !== body_hash)
    throw new ProblemError('idempotency-key-reused');
}

/** Why the first try ended without a delivery. */
function problemIn(outcome: string | null): ProblemName {
  const isProblem = outcome !== null && Object.hasOwn(PROBLEMS, outcome);
  return isProblem ? (outcome as ProblemName) : 'service-unavailable';
}
