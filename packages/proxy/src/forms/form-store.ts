import {
  BROWSER_PRECANDIDATE_FIELDS,
  isSubmitted,
  type Snapshot,
  type Submission,
  type SubmissionChannel,
  type SubmissionState,
  type SubmittedBy,
} from 'precandidate-contract';
import { changeRow, type Database, placesOf, purgeRows, type Statement } from '../db/database.ts';
import { ProblemError } from '../shared/problem-error.ts';
import { isWebAddress } from '../shared/allowed-host.ts';
import { isJsonObject } from '../shared/json.ts';
import { deleteBody } from './submission-bodies.ts';

/**
 * Of the current attempt. `stored`: the service surely does not have the data. `started`: it may
 * have it. `delivered`: it answered 2xx.
 */
export type SendPhase = 'stored' | 'started' | 'delivered';

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
  rejected_keys: string;
  /** The size of the stored data; `null` when there is none, as after a confirmation or refusal. */
  body_bytes: number | null;
  phase: SendPhase | null;
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
  /** When `record` was requested from the service. */
  requested_at: number;
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
  requested_at: number;
}

export type FormStore = ReturnType<typeof createFormStore>;

/** The known forms, one row each. */
export function createFormStore(db: Database) {
  return {
    async find(person_id: string, form_id: string): Promise<FormRow | undefined> {
      const [row] = await db.query<FormRow>(
        `select * from forms where person_id = $1 and form_id = $2`,
        person_id,
        form_id,
      );
      return row;
    },

    ofPersons: (person_ids: readonly string[]): Promise<FormRow[]> =>
      db.query(
        `select * from forms
         where person_id in (${placesOf(person_ids)})`,
        ...person_ids,
      ),

    /**
     * Stores an observation, unless another process stored the same or a newer one meanwhile. Returns
     * the row when it changed; `events` are stored in the same transaction. A submitted form stays
     * submitted, whatever the service reports later.
     */
    observe(seen: Observation, now: number, events: readonly Statement[] = []) {
      const params = [
        seen.person_id,
        seen.form_id,
        seen.record,
        seen.precandidate_status,
        seen.updated_at,
        seen.submitted ? 1 : 0,
        now,
        seen.requested_at,
      ];
      const also = seen.submitted ? [deleteBody(seen), ...events] : events;
      return changeRow<FormRow>(db, { sql: OBSERVE, params }, also);
    },

    countByState: (): Promise<{ state: Submission['state']; forms: number }[]> =>
      db.query('select state, count(*) as forms from forms group by state'),

    /** Milliseconds since the oldest submission that is being delivered was stored; 0 without one. */
    async ageOfOldestSending(now: number): Promise<number> {
      const [row] = await db.query<{ oldest: number | null }>(
        `select min(begun_at) as oldest from forms where state = 'sending'`,
      );
      return row?.oldest == null ? 0 : Math.max(now - row.oldest, 0);
    },

    /** Deletes forms that did not change since `before`, except those with data to send. */
    purge: (before: number) =>
      purgeRows(
        db,
        {
          table: 'forms',
          key: 'person_id, form_id',
          where: `touched_at < $1 and state <> 'sending'`,
        },
        before,
      ),
  };
}

/**
 * Whether an observation says something new. When responses overtook one another, the older one does
 * not: it was requested before the known one and, by the service's own clock, is not newer. The
 * second condition matters because two processes' clocks may differ.
 */
export function isNews(seen: Observation, known: FormRow | undefined): boolean {
  if (!known) return true;
  if (seen.submitted && known.state !== 'submitted') return true;
  const isNewer =
    seen.requested_at >= known.requested_at || (seen.updated_at ?? '') > (known.updated_at ?? '');
  return seen.record !== known.record && isNewer;
}

/** A submission that the service reported before we started to send was collected elsewhere. */
const OBSERVE = `
  insert into forms(person_id, form_id, record, precandidate_status, updated_at, revision,
    state, attempt, submitted_by, rejected_keys, acknowledged, tries, touched_at, requested_at)
  values ($1, $2, $3, $4, $5, 1,
    case when $6 = 1 then 'submitted' else 'open' end, 0,
    case when $6 = 1 then 'elsewhere' end, '[]', 0, 0, $7, $8)
  on conflict(person_id, form_id) do update set
    record = excluded.record,
    precandidate_status = excluded.precandidate_status,
    updated_at = excluded.updated_at,
    revision = forms.revision + 1,
    touched_at = excluded.touched_at,
    requested_at = excluded.requested_at,
    submitted_by = case
      when excluded.state <> 'submitted' or forms.state = 'submitted'
        then forms.submitted_by
      when forms.state = 'sent' or forms.phase in ('started', 'delivered')
        then 'form'
      else 'elsewhere' end,
    body_bytes = case when excluded.state = 'submitted' then null else forms.body_bytes end,
    phase = case when excluded.state = 'submitted' then null else forms.phase end,
    state = case when excluded.state = 'submitted' then 'submitted' else forms.state end
  where (forms.record is distinct from excluded.record
      and (forms.requested_at <= excluded.requested_at
        or coalesce(forms.updated_at, '') < excluded.updated_at))
    or (excluded.state = 'submitted' and forms.state <> 'submitted')
  returning *`;

/** A record as the service sent it: any field may be absent or have another type. */
export type ServiceRecord = Readonly<Record<string, unknown>>;

/** The records of a person's list. Throws `service-answer-unusable` when it is no array. */
export function readRecords(value: unknown): ServiceRecord[] {
  if (!Array.isArray(value)) throw new ProblemError('service-answer-unusable');
  return value.filter(isJsonObject);
}

/** What a record says about its form; `undefined` when it does not name one. */
export function observationOf(
  person_id: string,
  record: ServiceRecord,
  requested_at: number,
): Observation | undefined {
  const form_id = textOrNull(record['precandidate_id']);
  if (form_id === null) return undefined;
  const precandidate_status = textOrNull(record['precandidate_status']);
  return {
    person_id,
    form_id,
    record: JSON.stringify(pickBrowserFields(record)),
    precandidate_status,
    updated_at: textOrNull(record['updated_at']),
    submitted: isSubmitted(precandidate_status ?? undefined),
    requested_at,
  };
}

function pickBrowserFields(record: ServiceRecord): ServiceRecord {
  const present = BROWSER_PRECANDIDATE_FIELDS.filter((field) => record[field] !== undefined);
  return Object.fromEntries(present.map((field) => [field, record[field]]));
}

/** A form's row as browsers get it. */
export function toSnapshot(form: FormRow, channel: SubmissionChannel): Snapshot {
  return {
    revision: form.revision,
    person_id: form.person_id,
    precandidate_id: form.form_id,
    precandidate_status: form.precandidate_status,
    updated_at: form.updated_at,
    state: form.state,
    attempt: form.attempt,
    stored: form.state === 'sending' && form.acknowledged === 1,
    by: form.submitted_by,
    channel,
    form_url: channel === 'handoff' ? formUrlOf(form) : null,
  };
}

function formUrlOf(form: FormRow): string | null {
  const url = fieldOf(form, 'form_url');
  return url !== null && isWebAddress(url) ? url : null;
}

/** A text field of the form's record; `null` when absent. */
export function fieldOf(form: FormRow, field: string): string | null {
  const record: unknown = form.record === null ? null : JSON.parse(form.record);
  return isJsonObject(record) ? textOrNull(record[field]) : null;
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
