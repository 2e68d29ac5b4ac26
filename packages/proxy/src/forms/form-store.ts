import {
  advance,
  isTerminal,
  type Snapshot,
  type Submission,
  type SubmissionChannel,
  type SubmissionState,
  type SubmittedBy,
} from 'precandidate-contract';
import { changeRow, type Database, type Statement } from '../db/database.ts';
import { joined, listOf, raw, sql } from '../db/sql-template.ts';
import { isJsonObject } from '../shared/json.ts';
import { isSameRecord, type Observation, textOrNull } from './observation.ts';

/** A form by its names. */
export interface FormName {
  person_id: string;
  form_id: string;
}

/** States in which the proxy keeps the data of a submission or waits for its confirmation. */
export const PENDING_STATES = ['sending', 'sent', 'unconfirmed'] as const;

/**
 * Of the current attempt. `stored`: the service surely does not have the data. `started`: it may
 * have it. `delivered`: it answered 2xx.
 */
export type SendPhase = 'stored' | 'started' | 'delivered';

/**
 * A form: what the service last said about it, and our submission of it. Times are epoch
 * milliseconds.
 */
export interface FormRow extends FormName {
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
  /** The channel that sends the attempt. */
  channel: SubmissionChannel | null;
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

/** The events that report the change from a row to what was observed then. */
export type EventsOf = (seen: Observation, before: FormRow | undefined) => Statement[];

export class FormStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async find(person_id: string, form_id: string): Promise<FormRow | undefined> {
    const [row] = await this.#db.query<FormRow>(
      sql`select * from forms where person_id = ${person_id} and form_id = ${form_id}`,
    );
    return row;
  }

  ofPersons(person_ids: readonly string[]): Promise<FormRow[]> {
    return this.#db.query(sql`select * from forms where person_id in ${listOf(person_ids)}`);
  }

  /**
   * Stores what an observation says that is new, unless its person was {@link ifNotErased erased}; returns the row
   * when it changed. `events` are of the change from `before` to the observation, and are stored in the same
   * transaction.
   *
   * @param known - the row as it was read before, which saves reading it again
   */
  async observe(
    seen: Observation,
    now: number,
    { known, events = () => [] }: { known?: FormRow | undefined; events?: EventsOf } = {},
  ): Promise<FormRow | undefined> {
    let before = known ?? (await this.find(seen.person_id, seen.form_id));
    for (;;) {
      const change = changeOf(seen, before);
      if (!change) return undefined;
      const statement = before ? updateSeen(before, change, now) : insertSeen(seen, change, now);
      const also = events(seen, before);
      const isConfirmed = change.state !== before?.state && isTerminal(change.state);
      const changed = await changeRow<FormRow>(
        this.#db,
        statement,
        isConfirmed ? [deleteBody(seen), ...also] : also,
      );
      if (changed) return changed;
      const wasKnown = before !== undefined;
      before = await this.find(seen.person_id, seen.form_id);
      if (!wasKnown && !before) return undefined;
      // Another process was faster.
    }
  }

  countByState(): Promise<{ state: Submission['state']; forms: number }[]> {
    return this.#db.query(sql`select state, count(*) as forms from forms group by state`);
  }

  /** Milliseconds since the oldest submission that is being delivered was stored; 0 without one. */
  async ageOfOldestSending(now: number): Promise<number> {
    const [row] = await this.#db.query<{ oldest: number | null }>(
      sql`select min(begun_at) as oldest from forms where state = 'sending'`,
    );
    return row?.oldest == null ? 0 : Math.max(now - row.oldest, 0);
  }
}

/** Deletes the stored data of a form's submission. */
export const deleteBody = ({ person_id, form_id }: FormName): Statement =>
  sql`delete from submission_bodies where person_id = ${person_id} and form_id = ${form_id}`;

/** The columns of a form that an observation sets. */
type FormChange = Pick<
  FormRow,
  'record' | 'precandidate_status' | 'updated_at' | 'requested_at' | 'state' | 'submitted_by'
>;

/**
 * What an observation changes of a form, or `undefined` when it says nothing new. When responses
 * overtook one another, the older one says nothing new unless it is newer by the service's own clock.
 * A submitted form stays submitted, whatever the service reports later.
 */
function changeOf(seen: Observation, known: FormRow | undefined): FormChange | undefined {
  const before: Submission = known ?? { state: 'open', attempt: 0 };
  const after = seen.submitted ? advance(before, { type: 'confirmed' }) : before;
  const isConfirmed = after !== before;
  if (known && !isConfirmed && !isNewer(seen, known)) return undefined;
  const { record, precandidate_status, updated_at, requested_at } = seen;
  const submitted_by = isConfirmed ? collectorOf(known) : (known?.submitted_by ?? null);
  const { state } = after;
  return { record, precandidate_status, updated_at, requested_at, state, submitted_by };
}

function isNewer(seen: Observation, known: FormRow): boolean {
  const isLater =
    seen.requested_at >= known.requested_at || (seen.updated_at ?? '') > (known.updated_at ?? '');
  return isLater && !isSameRecord(seen.record, known.record);
}

/** A submission that the service reports before we started to send was collected elsewhere. */
function collectorOf(known: FormRow | undefined): 'form' | 'elsewhere' {
  const maySendByUs =
    known?.state === 'sent' || known?.phase === 'started' || known?.phase === 'delivered';
  return maySendByUs ? 'form' : 'elsewhere';
}

/**
 * A row if data of the person may be stored. Each call that begins to store a person's data puts the
 * person in `polled_persons` first, where the row stays as long as the forms; erasing a person deletes
 * it before all other rows. So a call that an erasure overtakes stores nothing of the person again:
 * either the row is gone, or this lock makes the erasure wait, which then deletes the new row, too.
 */
export const ifNotErased = (person_id: string): Statement =>
  sql`select 1 as one from polled_persons where person_id = ${person_id} for key share`;

/** The candidate whose form created a person, as its `custom_data` says; null for custom data of others. */
export const candidateOf = ({ person_id, form_id }: Partial<FormName> = {}): Statement =>
  sql`(select person_id from forms where person_id = cast(${person_id ?? null} as text)
    and form_id = cast(${form_id ?? null} as text) and channel = 'person')`;

/** A revision begins with the time, so that it is newer than any before an erasure. */
function insertSeen(
  { person_id, form_id }: Observation,
  change: FormChange,
  now: number,
): Statement {
  const { state, submitted_by, ...seen } = change;
  return sql`insert into forms(person_id, form_id, record, precandidate_status, updated_at, revision,
        state, attempt, submitted_by, rejected_keys, acknowledged, tries, touched_at, requested_at)
      select ${person_id}, ${form_id}, ${seen.record}, ${seen.precandidate_status},
        ${seen.updated_at}, cast(${now} as bigint), ${state}, 0, ${submitted_by}, '[]', 0, 0,
        cast(${now} as bigint), cast(${seen.requested_at} as bigint)
      from (${ifNotErased(person_id)}) as owner where true
      on conflict(person_id, form_id) do nothing returning *`;
}

/** Changes nothing when the row is no longer as it was `before`. */
function updateSeen(before: FormRow, change: FormChange, now: number): Statement {
  const { person_id, form_id, revision, attempt, state, phase } = before;
  const withoutBody = change.state === state ? {} : { phase: null, body_bytes: null };
  const set = { ...change, touched_at: now, ...withoutBody };
  const columns = Object.entries(set).map(([column, value]) => sql`${raw(column)} = ${value}`);
  return sql`update forms set revision = revision + 1, ${joined(columns, ', ')}
    where person_id = ${person_id} and form_id = ${form_id} and revision = ${revision}
      and attempt = ${attempt} and state = ${state} and phase is not distinct from ${phase}
    returning *`;
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

/** The service's own form, if its address is one for a browser. */
export function formUrlOf(form: FormRow): string | null {
  const url = fieldOf(form, 'form_url');
  return url !== null && isWebAddress(url) ? url : null;
}

/** Whether the address is http or https: safe to open in a browser, unlike `javascript:`. */
export function isWebAddress(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}

/** A text field of the form's record; `null` when absent. */
export function fieldOf(form: Pick<FormRow, 'record'>, field: string): string | null {
  const record: unknown = form.record === null ? null : JSON.parse(form.record);
  return isJsonObject(record) ? textOrNull(record[field]) : null;
}
