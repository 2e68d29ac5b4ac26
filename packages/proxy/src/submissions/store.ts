import { advance, type SubmissionEvent, type SubmissionState } from 'precandidate-contract';
import { type Database, type Param, valuesOf } from '../db/database.ts';
import { scheduleJobs } from '../db/jobs.ts';
import type { FormRow } from '../forms/form-store.ts';

/** What a submit stores: digests and sealed data, nothing readable. */
export interface SealedSubmission {
  key: string;
  body_hash: string;
  sealed: string;
}

/** The queue of deliveries; a job's key is {@link submissionKey}. */
export const SUBMISSION_QUEUE = 'submission';

/** States in which the proxy keeps the data of a submission or waits for its confirmation. */
export const PENDING_STATES = ['sending', 'sent', 'unconfirmed'] as const;
export type PendingState = (typeof PENDING_STATES)[number];

/** A pending submission with the time of its next delivery step; `null`: an operator has to act. */
export type PendingSubmission = Omit<FormRow, 'record' | 'sealed'> & {
  has_data: number;
  due_at: number | null;
};

/**
 * The submission columns of the `precandidates` table. Each change is one guarded statement that
 * returns the changed row, or `undefined` when another process or the service was faster.
 */
export interface SubmissionStore {
  /** Starts the next attempt and schedules its delivery. */
  begin(form: FormRow, what: SealedSubmission, now: number): Promise<FormRow | undefined>;
  /** Must be durable before the first byte is sent: after a crash the outcome counts as unknown. */
  markStarted(form: FormRow, now: number): Promise<FormRow | undefined>;
  /** Notes how a try ended that does not end the delivery. */
  noteOutcome(
    started: FormRow,
    outcome: Pick<FormRow, 'phase' | 'last_outcome'>,
  ): Promise<FormRow | undefined>;
  /** Must be durable before a 202: from then on the data must arrive. */
  acknowledge(form: FormRow): Promise<FormRow | undefined>;
  /** Applies an event of the lifecycle. Deletes the sealed data after `rejected` or `undelivered`. */
  settle(form: FormRow, event: Outcome, now: number): Promise<FormRow | undefined>;
  /** The same, unless a 202 has promised that the data will arrive. */
  settleUnacknowledged(
    form: FormRow,
    event: Outcome,
    now: number,
    last_outcome?: string,
  ): Promise<FormRow | undefined>;
  /** Has stored data delivered again, after a poll if the service may already have it. */
  resend(form: FormRow, now: number): Promise<FormRow | undefined>;
  /** The rows of delivery jobs, by job key. */
  load(keys: readonly string[]): Promise<ReadonlyMap<string, FormRow>>;
  list(state: PendingState | undefined, limit: number): Promise<PendingSubmission[]>;
}
export type Outcome = Extract<
  SubmissionEvent['type'],
  'delivered' | 'undelivered' | 'unconfirmed' | 'rejected'
>;

const REJECTED_KEYS_KEPT = 20;
/** Events after which there is nothing left to deliver. */
const ENDS_DELIVERY: ReadonlySet<Outcome> = new Set(['undelivered', 'rejected']);

/** Identifiers of the service hold no slash. */
function submissionKey({ person_id, form_id }: Pick<FormRow, 'person_id' | 'form_id'>) {
  return `${person_id}/${form_id}`;
}

export function createSubmissionStore(db: Database): SubmissionStore {
  const change = (form: FormRow, set: string, condition: string, ...params: Param[]) =>
    changeRow(db, form, set, condition, ...params);

  return {
    async begin(form, what, now) {
      const reopened = advance(form, { type: 'reopened', attempt: form.attempt });
      const next = advance(reopened, { type: 'submit', attempt: form.attempt + 1 });
      if (next.state !== 'sending') return undefined;
      return changeAndSchedule(
        db,
        `update precandidates set state = 'sending', attempt = $3, revision = revision + 1,
           submission_key = $4, body_hash = $5, sealed = $6, phase = 'stored', acknowledged = 0,
           tries = 0, sent_at = null, last_outcome = null, begun_at = $7
         where person_id = $1 and form_id = $2 and attempt = $8 and state = $9
         returning *`,
        [
          form.person_id,
          form.form_id,
          next.attempt,
          what.key,
          what.body_hash,
          what.sealed,
          now,
          form.attempt,
          form.state,
        ],
        form,
        now,
      );
    },

    markStarted: (form, now) =>
      change(
        form,
        `phase = 'started', tries = tries + 1, sent_at = $4`,
        'state = $5 and tries = $6',
        now,
        form.state,
        form.tries,
      ),

    noteOutcome: (started, { phase, last_outcome }) =>
      change(
        started,
        'phase = $4, last_outcome = $5',
        'state = $6 and tries = $7',
        phase,
        last_outcome,
        started.state,
        started.tries,
      ),

    // The revision grows only with the first: the snapshot says that the data is stored.
    acknowledge: (form) =>
      change(
        form,
        'revision = revision + 1 - acknowledged, acknowledged = 1',
        'state = $4',
        'sending',
      ),

    settle: (form, event, now) => settle(db, form, event, now),
    settleUnacknowledged: (form, event, now, last_outcome) =>
      settle(db, form, event, now, { isUnacknowledged: true, last_outcome }),

    async resend(form, now) {
      const next: { state: SubmissionState } =
        form.state === 'sending' ? form : advance(form, { type: 'resent', attempt: form.attempt });
      if (next.state !== 'sending') return undefined;
      return changeAndSchedule(
        db,
        `update precandidates set state = 'sending', revision = revision + 1, acknowledged = 1,
           phase = case when phase = 'stored' then 'stored' else 'started' end,
           tries = 0, sent_at = null, last_outcome = null, begun_at = $3
         where person_id = $1 and form_id = $2 and attempt = $4 and state = $5
           and sealed is not null
         returning *`,
        [form.person_id, form.form_id, now, form.attempt, form.state],
        form,
        now,
      );
    },

    load: (keys) => load(db, keys),
    list: (state, limit) => list(db, state, limit),
  };
}

async function load(db: Database, keys: readonly string[]): Promise<Map<string, FormRow>> {
  const ids = keys.map((key) => key.split('/'));
  const { text, params } = valuesOf(
    ['text', 'text'],
    ids.map(([person_id = '', form_id = '']) => [person_id, form_id]),
    1,
  );
  const rows = await db.query<FormRow>(
    `select * from precandidates where (person_id, form_id) in (values ${text})`,
    ...params,
  );
  return new Map(rows.map((row) => [submissionKey(row), row]));
}

function list(
  db: Database,
  state: PendingState | undefined,
  limit: number,
): Promise<PendingSubmission[]> {
  const states = state === undefined ? PENDING_STATES : [state];
  const places = states.map((_, index) => `$${index + 3}`).join(', ');
  return db.query(
    `select person_id, form_id, precandidate_status, updated_at, revision, state, attempt,
       submitted_by, phase, acknowledged, tries, sent_at, begun_at, last_outcome, touched_at,
       case when sealed is null then 0 else 1 end as has_data,
       (select due_at from jobs where queue = $1 and key = person_id || '/' || form_id) as due_at
     from precandidates where state in (${places}) order by begun_at desc limit $2`,
    SUBMISSION_QUEUE,
    limit,
    ...states,
  );
}

/** Changes the row of this attempt if the condition still holds. */
async function changeRow(
  db: Database,
  form: FormRow,
  set: string,
  condition: string,
  ...params: Param[]
) {
  const [row] = await db.query<FormRow>(
    `update precandidates set ${set}
       where person_id = $1 and form_id = $2 and attempt = $3 and ${condition} returning *`,
    form.person_id,
    form.form_id,
    form.attempt,
    ...params,
  );
  return row;
}

function settle(
  db: Database,
  form: FormRow,
  event: Outcome,
  now: number,
  extra: SettleOptions = {},
) {
  const next = advance(form, { type: event, attempt: form.attempt });
  if (next.state === form.state) return Promise.resolve(undefined);
  const isOver = ENDS_DELIVERY.has(event);
  return changeRow(
    db,
    form,
    `state = $4, revision = revision + 1, touched_at = $5, spent_keys = $6, last_outcome = $7,
       phase = case when $8 = 1 then null when $9 = 1 then 'delivered' else phase end,
       sealed = case when $8 = 1 then null else sealed end`,
    'state = $10 and acknowledged <= $11',
    next.state,
    now,
    event === 'rejected' ? withRejectedKey(form) : form.spent_keys,
    extra.last_outcome ?? form.last_outcome,
    isOver ? 1 : 0,
    event === 'delivered' ? 1 : 0,
    form.state,
    extra.isUnacknowledged ? 0 : 1,
  );
}

/** Changes the row and schedules its delivery in one transaction. */
async function changeAndSchedule(
  db: Database,
  sql: string,
  params: Param[],
  form: FormRow,
  now: number,
) {
  const schedule = scheduleJobs(SUBMISSION_QUEUE, [submissionKey(form)], now, { restart: true });
  const [rows = []] = await db.batch([{ sql, params }, schedule]);
  return rows[0] as FormRow | undefined;
}

interface SettleOptions {
  isUnacknowledged?: boolean;
  last_outcome?: string | undefined;
}

function withRejectedKey(form: FormRow): string {
  const spent: unknown = JSON.parse(form.spent_keys);
  return JSON.stringify(
    [...(Array.isArray(spent) ? spent : []), form.submission_key].slice(-REJECTED_KEYS_KEPT),
  );
}
