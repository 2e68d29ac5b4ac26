import type { FormData, Snapshot } from 'precandidate-contract';
import { ProblemError } from '../plugins/problem-error.ts';
import type { FormRow } from '../status/form-store.ts';
import type { SubmissionStore } from './submission-store.ts';
import type { FormValidator } from './form-validator.ts';
import type { Channel } from './channels/channel.ts';
import { askedData } from './asked-data.ts';
import { canonicalJson } from './canonical-json.ts';
import { digest } from './digest.ts';
import type { FormSchemas } from '../schemas/form-schemas.ts';
import type { Sealer } from './sealer.ts';
import type { StatusPoller } from '../status/poller.ts';
import type { SubmissionDelivery } from './submission-delivery.ts';
import { formContext, LEASE_MS } from './submission-sending.ts';
import { toSnapshot } from '../status/records.ts';
import { withinTime } from './within-time.ts';

/** Takes a candidate's data in: validated, stored, then sent, once for one idempotency key. */
export interface Submissions {
  /**
   * The snapshot after the submit: `sending` when the outcome is not known yet. Rejects with
   * `validation-failed`, `submission-in-progress`, `already-submitted`, `idempotency-key-reused`,
   * `submission-refused`, or why the service surely did not get the data.
   */
  submit(person_id: string, form_id: string, key: string, data: FormData): Promise<Snapshot>;
}

/** After this the candidate is answered, whatever the service still takes. */
const ANSWER_WITHIN_MS = 8_000;

export function createSubmissions(parts: {
  submissions: SubmissionStore;
  schemas: FormSchemas;
  validator: FormValidator;
  sealer: Sealer;
  channel: Channel;
  poller: StatusPoller;
  delivery: SubmissionDelivery;
}): Submissions {
  const { submissions, channel, poller, delivery } = parts;

  /** What the form asks for of the data, once that is valid. */
  async function admit(person_id: string, form_id: string, data: FormData): Promise<FormData> {
    const schema = await parts.schemas.get(person_id, form_id);
    const errors = await parts.validator.validate(schema, data, 'complete', form_id);
    if (errors.length > 0) throw new ProblemError('validation-failed', { errors });
    return askedData(schema.schema, data);
  }

  /** The attempt begun, or the one that an equal submit began a moment ago. */
  async function begin(
    form: FormRow,
    { key, body_hash }: { key: string; body_hash: string },
    data: FormData,
  ): Promise<{ attempt: FormRow; isOurs: boolean }> {
    const sealed = parts.sealer.seal(data, formContext(form));
    const begun = await submissions.begin(form, { key, body_hash, sealed }, Date.now() + LEASE_MS);
    if (begun) return { attempt: begun, isOurs: true };
    // Somebody was faster: the row tells who.
    const now = await poller.find(form.person_id, form.form_id);
    if (replayOf(now, key, [body_hash])) return { attempt: now, isOurs: false };
    throw new ProblemError('submission-in-progress');
  }

  /** The answer will be a 2xx that leaves the outcome open: from here on the data must arrive. */
  async function promise(attempt: FormRow): Promise<Snapshot> {
    const { person_id, form_id } = attempt;
    const form =
      (await submissions.acknowledge(attempt)) ?? (await poller.find(person_id, form_id));
    // It ended between the two: a 2xx for it would promise what nobody keeps.
    const isOther = form.attempt !== attempt.attempt && form.state !== 'submitted';
    if (form.state === 'open' || isOther) throw new ProblemError('service-unavailable');
    if (form.state === 'refused') throw new ProblemError('submission-refused');
    return toSnapshot(form, channel.name);
  }

  return {
    async submit(person_id, form_id, idempotency_key, data) {
      const form = await poller.find(person_id, form_id);
      const key = digest(person_id, form_id, idempotency_key);
      const text = canonicalJson(data);
      // The key, which is not stored, is the salt: an identity number alone is soon found by its digest.
      const body_hash = digest(idempotency_key, text);
      if (replayOf(form, key, [body_hash, digest(text)])) return promise(form);
      if (form.state === 'submitted') throw new ProblemError('already-submitted');
      if (form.state === 'sending' || form.state === 'sent')
        throw new ProblemError('submission-in-progress');
      const asked = await admit(person_id, form_id, data);
      if (!channel.prepare(form)) return toSnapshot(form, channel.name);

      const { attempt, isOurs } = await begin(form, { key, body_hash }, asked);
      if (!isOurs) return promise(attempt);
      const settled = await withinTime(delivery.deliver(attempt), ANSWER_WITHIN_MS);
      return settled ? toSnapshot(settled, channel.name) : promise(attempt);
    },
  };
}

/**
 * Whether this submit was made before: then its standing is the answer, and nothing is sent. Data
 * that surely did not arrive may come again under its key. `body_hashes`: as it is made now, and as
 * it was made when an older version stored the row.
 */
function replayOf(form: FormRow, key: string, body_hashes: readonly string[]): boolean {
  const spent = JSON.parse(form.spent_keys) as unknown;
  if (Array.isArray(spent) && spent.includes(key)) throw new ProblemError('submission-refused');
  if (form.submission_key !== key) return false;
  if (!body_hashes.includes(form.body_hash ?? '')) throw new ProblemError('idempotency-key-reused');
  return form.state === 'sending' || form.state === 'sent' || form.state === 'submitted';
}
