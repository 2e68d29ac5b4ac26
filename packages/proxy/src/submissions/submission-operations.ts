import {
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
import type { SessionScope } from '../auth/session-tokens.ts';
import { LARGEST_BODY_BYTES } from '../validation/body-limit.ts';
import type { CheckedAnswers } from '../validation/validation-thread.ts';
import { digest } from '../shared/digest.ts';
import { createIntake, type IncomingBody } from './intake.ts';
import { formContext } from '../shared/sealer.ts';
import type { SubmissionStore } from './store.ts';

/** From the end of the body: if no outcome is known by then, the response is 202. */
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
  const { forms, poller, formChanges, schemas, validator } = app;
  const intake = createIntake();
  const longestWaitMs = app.deadlineMs ?? LONGEST_WAIT_MS;
  const longestSendMs = app.deadlineMs ?? LONGEST_SEND_MS;

  /** The new attempt, or the one that an equal submit started a moment ago. */
  async function begin(form: FormRow, key: string, { body_hash, text }: CheckedAnswers) {
    const sealed = app.sealer.sealText(text, formContext(form));
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

  async function send(
    form: FormRow,
    key: string,
    answers: CheckedAnswers,
    timeUp: AbortSignal,
  ): Promise<Snapshot> {
    const attempt = await begin(form, key, answers);
    const outcome = firstOutcome(attempt, timeUp);
    worker.wake();
    await outcome;
    return respond(attempt);
  }

  return {
    /**
     * The snapshot after the submit: `sending` and `stored` when the outcome is not known yet. While
     * an attempt is under way or submitted, the same key gets its outcome and sends nothing. The body is
     * read last, and only if the form can be submitted. Rejects with `validation-failed`,
     * `body-too-large`, `submission-in-progress`, `already-submitted`, `idempotency-key-reused`,
     * `submission-refused`, or why the service cannot take the data.
     */
    async submit(
      { person_id, form_id }: Pick<SessionScope, 'person_id' | 'form_id'>,
      salt: string,
      body: IncomingBody,
    ): Promise<Snapshot> {
      const form = await poller.findOrFetch(person_id, form_id);
      const key = digest(person_id, form_id, salt);
      assertNotRejected(form, key);
      if (LIFECYCLE[form.state].submit === undefined) {
        if (form.submission_key !== key)
          throw new ProblemError(
            form.state === 'submitted' ? 'already-submitted' : 'submission-in-progress',
          );
        const { body_hash } = await intake.take(form_id, body, LARGEST_BODY_BYTES, (bytes) =>
          validator.checkAnswers(bytes, { form_id, salt }),
        );
        assertUsableKey(form, key, body_hash);
        return respond(form);
      }
      const sanitized = await schemas.get(person_id, form_id);
      channel.prepare(form);
      const timeUp = new AbortController();
      const answers = await intake.take(form_id, body, sanitized.maxBodyBytes, (bytes) => {
        setTimeout(() => timeUp.abort(), longestWaitMs).unref();
        return validator.checkAnswers(bytes, { form_id, salt, sanitized });
      });
      assertUsableKey(form, key, answers.body_hash);
      const errors = [...answers.undeclared, ...answers.violations];
      if (errors.length > 0) throw new ProblemError('validation-failed', { errors });
      if (!channel.send) return toSnapshot(form, channel.name);
      return send(form, key, answers, timeUp.signal);
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

/** Throws when the service rejected the data of this key. */
function assertNotRejected({ rejected_keys }: FormRow, key: string): void {
  const rejected = JSON.parse(rejected_keys) as unknown;
  if (Array.isArray(rejected) && rejected.includes(key))
    throw new ProblemError('submission-refused');
}

/** Throws when the key was rejected, or used with other data. */
function assertUsableKey(form: FormRow, key: string, body_hash: string): void {
  assertNotRejected(form, key);
  if (form.submission_key === key && form.body_hash !== body_hash)
    throw new ProblemError('idempotency-key-reused');
}

/** Why the first try ended without a delivery. */
function problemIn(outcome: string | null): ProblemName {
  const isProblem = outcome !== null && Object.hasOwn(PROBLEMS, outcome);
  return isProblem ? (outcome as ProblemName) : 'service-unavailable';
}
