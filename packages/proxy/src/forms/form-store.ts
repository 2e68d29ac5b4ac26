import type { Submission, SubmissionState, SubmittedBy } from 'precandidate-contract';
import type { Database } from '../db/database.ts';
import { purgeRows } from '../db/purge-rows.ts';

/**
 * `stored`: the service surely does not have the data. `started`: it may have it. `delivered`: it
 * answered 2xx.
 */
export type DeliveryPhase = 'stored' | 'started' | 'delivered';

/**
 * A form: what the service last said about it, and our submission of it. Times are epoch
 * milliseconds.
 */
export interface FormRow {
  person_id: string;
  form_id: string;
  /** The record as a browser may see it, as JSON; `null` before the service's first response. */
  record: string | null;
  precandidate_status: string | null;
  updated_at: string | null;
  revision: number;
  state: SubmissionState;
  attempt: number;
  submitted_by: SubmittedBy | null;
  /** Digests of the current attempt's idempotency key and of its data. */
  submission_key: string | null;
  body_hash: string | null;
  /** JSON array: digests of keys whose data the service received and rejected. */
  spent_keys: string;
  /** The encrypted data; `null` once the service confirmed or refused it. */
  sealed: string | null;
  phase: DeliveryPhase | null;
  /** 1 once a 202 promised the candidate that the data will arrive. */
  acknowledged: number;
  tries: number;
  /** When the attempt, or an operator's resend of it, began. */
  begun_at: number | null;
  /** How the last try ended: `unknown` or a problem's name; `null`: not yet, or with a 2xx. */
  last_outcome: string | null;
  /** When it was last sent; `null`: never. */
  sent_at: number | null;
  touched_at: number;
  /** When `record` was requested from the service; `null` in rows of older versions. */
  looked_at: number | null;
}

/** What the service said about a form. */
export interface Observation {
  person_id: string;
  form_id: string;
  record: string;
  precandidate_status: string | null;
  updated_at: string | null;
  submitted: boolean;
  /** When the record was requested from the service. */
  looked_at: number;
}

/** The known forms, one row each. */
export interface FormStore {
  find(person_id: string, form_id: string): Promise<FormRow | undefined>;
  ofPerson(person_id: string): Promise<FormRow[]>;
  ofPersons(person_ids: readonly string[]): Promise<FormRow[]>;
  /**
   * Stores an observation, unless it is already known or {@link isOutdated}. Returns the row when it
   * changed. Once the service calls a form submitted, it stays submitted.
   */
  observe(seen: Observation, now: number): Promise<FormRow | undefined>;
  countByState(): Promise<{ state: Submission['state']; forms: number }[]>;
  /** Deletes forms not touched since `before`, except those with data to deliver. */
  purge(before: number): Promise<number>;
}

export function createFormStore(db: Database): FormStore {
  return {
    async find(person_id, form_id) {
      const [row] = await db.query<FormRow>(
        'select * from precandidates where person_id = $1 and form_id = $2',
        person_id,
        form_id,
      );
      return row;
    },

    ofPerson: (person_id) =>
      db.query('select * from precandidates where person_id = $1', person_id),

    async ofPersons(person_ids) {
      if (person_ids.length === 0) return [];
      const places = person_ids.map((_, index) => `$${index + 1}`).join(', ');
      return db.query(`select * from precandidates where person_id in (${places})`, ...person_ids);
    },

    async observe(seen, now) {
      const [row] = await db.query<FormRow>(
        OBSERVE,
        seen.person_id,
        seen.form_id,
        seen.record,
        seen.precandidate_status,
        seen.updated_at,
        seen.submitted ? 1 : 0,
        now,
        seen.looked_at,
      );
      return row;
    },

    countByState: () =>
      db.query('select state, count(*) as forms from precandidates group by state'),

    purge: (before) =>
      purgeRows(
        db,
        {
          table: 'precandidates',
          key: 'person_id, form_id',
          where: `touched_at < $1 and state <> 'sending'`,
        },
        before,
      ),
  };
}

/**
 * Whether responses overtook one another: this one was requested before the known one and, by the
 * service's own clock, is not newer. The second condition matters because two processes' clocks may
 * differ.
 */
export function isOutdated(seen: Observation, known: FormRow | undefined): boolean {
  if (!known || seen.submitted) return false;
  const isNewer = (seen.updated_at ?? '') > (known.updated_at ?? '');
  return seen.looked_at < (known.looked_at ?? 0) && !isNewer;
}

/** A submission seen before we started sending is somebody else's; afterwards it is ours. */
const OBSERVE = `
  insert into precandidates(person_id, form_id, record, precandidate_status, updated_at, revision,
    state, attempt, submitted_by, spent_keys, acknowledged, tries, touched_at, looked_at)
  values ($1, $2, $3, $4, $5, 1,
    case when $6 = 1 then 'submitted' else 'open' end, 0,
    case when $6 = 1 then 'elsewhere' end, '[]', 0, 0, $7, $8)
  on conflict(person_id, form_id) do update set
    record = excluded.record,
    precandidate_status = excluded.precandidate_status,
    updated_at = excluded.updated_at,
    revision = precandidates.revision + 1,
    touched_at = excluded.touched_at,
    looked_at = excluded.looked_at,
    submitted_by = case
      when excluded.state <> 'submitted' or precandidates.state = 'submitted'
        then precandidates.submitted_by
      when precandidates.state = 'sent' or precandidates.phase in ('started', 'delivered')
        then 'form'
      else 'elsewhere' end,
    sealed = case when excluded.state = 'submitted' then null else precandidates.sealed end,
    phase = case when excluded.state = 'submitted' then null else precandidates.phase end,
    state = case when excluded.state = 'submitted' then 'submitted' else precandidates.state end
  where (precandidates.record is distinct from excluded.record
      and (coalesce(precandidates.looked_at, 0) <= excluded.looked_at
        or coalesce(precandidates.updated_at, '') < excluded.updated_at))
    or (excluded.state = 'submitted' and precandidates.state <> 'submitted')
  returning *`;
