import { advance, type SubmissionEvent } from 'precandidate-contract';
import type { Database } from '../db/database.ts';
import type { FormRow } from '../status/form-store.ts';

/** What a candidate's submit brings: digests and sealed data, nothing readable. */
export interface SealedSubmission {
  key: string;
  body_hash: string;
  sealed: string;
}

/** The submission columns of a form's row. Each change is one guarded statement; a lost race answers `undefined`. */
export interface SubmissionStore {
  /** Starts the next attempt. `deliver_at`: when another process may take over. */
  begin(form: FormRow, what: SealedSubmission, deliver_at: number): Promise<FormRow | undefined>;
  /**
   * To be durable before the first byte is sent. Answers nothing to a process that was overtaken:
   * its claim ran out, and another one began to send.
   */
  markStarted(form: FormRow, now: number, deliver_at: number): Promise<FormRow | undefined>;
  /** Before a 2xx is answered: from here on the data must arrive. Nothing when this attempt is over. */
  acknowledge(form: FormRow): Promise<FormRow | undefined>;
  /** Changes nothing once another process began to send it. */
  postpone(form: FormRow, deliver_at: number, phase: FormRow['phase']): Promise<void>;
  /** Ends the delivery of this attempt by the lifecycle's table. */
  settle(form: FormRow, outcome: Outcome, now: number): Promise<FormRow | undefined>;
  /** The same, unless a 2xx promised meanwhile that the data will arrive. */
  settleUnpromised(form: FormRow, outcome: Outcome, now: number): Promise<FormRow | undefined>;
  /**
   * Up to `limit` due deliveries, taken until `lease_until`. What lies further ahead than any pause
   * is due as well, and what was sent in the future was sent now: the clock was set back.
   */
  claimDue(now: number, lease_until: number, limit: number): Promise<FormRow[]>;
  /** Makes due what a process that is gone had claimed. */
  release(now: number): Promise<void>;
  nextDue(): Promise<number | undefined>;
}
export type Outcome = Extract<SubmissionEvent['type'], 'delivered' | 'undelivered' | 'rejected'>;

const SPENT_KEYS_KEPT = 20;
/** No pause and no claim is longer. */
const FARTHEST_MS = 65 * 60_000;

export function createSubmissionStore(db: Database): SubmissionStore {
  const first = async (rows: Promise<FormRow[]>) => (await rows)[0];

  return {
    begin(form, what, deliver_at) {
      const reopened = advance(form, { type: 'reopened', attempt: form.attempt });
      const next = advance(reopened, { type: 'submit', attempt: form.attempt + 1 });
      if (next.state !== 'sending') return Promise.resolve(undefined);
      return first(
        db.query(
          `update precandidates set state = 'sending', attempt = $3, revision = revision + 1,
             submission_key = $4, body_hash = $5, sealed = $6, phase = 'stored',
             acknowledged = 0, tries = 0, sent_at = null, deliver_at = $7
           where person_id = $1 and form_id = $2 and attempt = $8 and state = $9
           returning *`,
          ...keyOf(form),
          next.attempt,
          what.key,
          what.body_hash,
          what.sealed,
          deliver_at,
          form.attempt,
          form.state,
        ),
      );
    },

    markStarted: (form, now, deliver_at) =>
      first(
        db.query(
          `update precandidates set phase = 'started', tries = tries + 1,
             sent_at = $4, deliver_at = $5
           where person_id = $1 and form_id = $2 and attempt = $3 and state = 'sending'
             and tries = $6
           returning *`,
          ...keyOf(form),
          form.attempt,
          now,
          deliver_at,
          form.tries,
        ),
      ),

    acknowledge: (form) =>
      first(
        db.query(
          `update precandidates set acknowledged = 1
           where person_id = $1 and form_id = $2 and attempt = $3 and state = 'sending'
           returning *`,
          ...keyOf(form),
          form.attempt,
        ),
      ),

    async postpone(form, deliver_at, phase) {
      await db.query(
        `update precandidates set deliver_at = $4, phase = $5
         where person_id = $1 and form_id = $2 and attempt = $3 and state = 'sending'
           and tries = $6`,
        ...keyOf(form),
        form.attempt,
        deliver_at,
        phase,
        form.tries,
      );
    },

    settle: (form, outcome, now) => settle(db, form, outcome, now),
    settleUnpromised: (form, outcome, now) =>
      settle(db, form, outcome, now, 'and acknowledged = 0'),

    claimDue: (now, lease_until, limit) =>
      db.query(
        `update precandidates set deliver_at = $2,
           sent_at = case when sent_at > $1 then $1 else sent_at end
         where (person_id, form_id) in (
             select person_id, form_id from precandidates
             where deliver_at <= $1 or deliver_at > $4
             order by deliver_at limit $3 for update skip locked)
           and (deliver_at <= $1 or deliver_at > $4)
         returning *`,
        now,
        lease_until,
        limit,
        now + FARTHEST_MS,
      ),

    async release(now) {
      await db.query('update precandidates set deliver_at = $1 where deliver_at > $1', now);
    },

    async nextDue() {
      const [row] = await db.query<{ due: number | null }>(
        'select min(deliver_at) as due from precandidates',
      );
      return row?.due ?? undefined;
    },
  };
}

async function settle(
  db: Database,
  form: FormRow,
  outcome: Outcome,
  now: number,
  also = '',
): Promise<FormRow | undefined> {
  const next = advance(form, { type: outcome, attempt: form.attempt });
  const [row] = await db.query<FormRow>(
    `update precandidates set state = $4, revision = revision + 1, sealed = null,
       phase = null, deliver_at = null, spent_keys = $5, touched_at = $6
     where person_id = $1 and form_id = $2 and attempt = $3 and state = 'sending' ${also}
     returning *`,
    ...keyOf(form),
    form.attempt,
    next.state,
    outcome === 'rejected' ? withKey(form) : form.spent_keys,
    now,
  );
  return row;
}

const keyOf = (form: FormRow) => [form.person_id, form.form_id] as const;

function withKey(form: FormRow): string {
  const spent: unknown = JSON.parse(form.spent_keys);
  return JSON.stringify(
    [...(Array.isArray(spent) ? spent : []), form.submission_key].slice(-SPENT_KEYS_KEPT),
  );
}
