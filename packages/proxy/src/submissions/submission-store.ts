import { advance, type SubmissionChannel, type SubmissionEvent } from 'precandidate-contract';
import { type Static, Type } from 'typebox';
import { changeRow, type Database, type Statement } from '../db/database.ts';
import { scheduleJobs } from '../db/jobs.ts';
import { joined, listOf, raw, sql } from '../db/sql-template.ts';
import type { FormNotifications } from '../forms/form-notifications.ts';
import { deleteBody, type FormName, type FormRow, PENDING_STATES } from '../forms/form-store.ts';
import {
  type ListFilter,
  oneOf,
  TextOrNull,
  TimeOrNull,
  timeOrNull,
} from '../http/route-schemas.ts';

/** What a submit stores: digests and sealed data, nothing readable. */
export interface SealedSubmission {
  key: string;
  body_hash: string;
  sealed: Buffer;
  /** The channel that sends it: processes of others leave it alone. */
  channel: SubmissionChannel;
}

/** The queue of submissions to send; a job's key is {@link jobKey}. */
export const SUBMISSION_QUEUE = 'submission';

/** States that operators can list: also submissions that the service refused. */
export const LISTED_STATES = [...PENDING_STATES, 'refused'] as const;
export type ListedState = (typeof LISTED_STATES)[number];

/** A pending submission, and when the proxy acts next; `null`: an operator has to. */
export interface PendingSubmission extends Pick<
  FormRow,
  | 'person_id'
  | 'form_id'
  | 'precandidate_status'
  | 'attempt'
  | 'tries'
  | 'begun_at'
  | 'sent_at'
  | 'last_outcome'
> {
  state: ListedState;
  has_data: number;
  due_at: number | null;
}

/** The events of the lifecycle that the submission worker applies. */
export type WorkerEvent = Extract<
  SubmissionEvent['type'],
  'delivered' | 'abandoned' | 'timed-out' | 'rejected'
>;

export interface ApplyOptions {
  /** Changes nothing once a 202 has promised that the data will arrive. */
  onlyUnacknowledged?: boolean;
  last_outcome?: string;
  /** Stored in the same transaction, if the submission changes. */
  events?: readonly Statement[];
}

const REJECTED_KEYS_KEPT = 20;

/** Identifiers of the service hold no slash. */
const jobKey = ({ person_id, form_id }: FormRow): string => `${person_id}/${form_id}`;

/** Replaces the stored data of a form; `sealed` may be megabytes. */
const putBody = (
  { person_id, form_id }: FormName,
  sealed: Buffer,
): Statement => sql`insert into submission_bodies(person_id, form_id, sealed) values (${person_id}, ${form_id}, ${sealed})
    on conflict(person_id, form_id) do update set sealed = excluded.sealed`;

const scheduleWorker = (form: FormRow, now: number): Statement =>
  scheduleJobs(SUBMISSION_QUEUE, [jobKey(form)], now, { restart: true });

/**
 * The submission columns of the `forms` table. Each change is one guarded statement that returns the
 * changed row and publishes it, or returns `undefined` when another process or the service was faster.
 * The last column is a poll that finds the service's confirmation (`observe` of the form store).
 *
 * | column | begin | markStarted | noteTry | acknowledge | apply | resend | confirmed |
 * |---|---|---|---|---|---|---|---|
 * | `state` | `sending` | | | | by the lifecycle | `sending` | `submitted` |
 * | `phase` | `stored`, `started` | `started` | given | | kept, `delivered`, none | `stored`, `started` | none |
 * | `begun_at` | now | | | | | now | |
 * | `channel` | given | | | | | given | |
 * | `body_bytes` | its size | | | | kept, none | | none |
 * | `acknowledged` | 0 | | | 1 | | 1 | |
 * | `tries` | 0 | + 1 | | | | 0 | |
 * | `sent_at` | none | now | | | | none | |
 * | `last_outcome` | none | | given | | given | none | |
 */
export class SubmissionStore {
  readonly #db: Database;
  readonly #formNotifications: Pick<FormNotifications, 'publish'> | undefined;

  constructor(db: Database, formNotifications?: Pick<FormNotifications, 'publish'>) {
    this.#db = db;
    this.#formNotifications = formNotifications;
  }

  /** Changes the row of this attempt in this state, and runs `also` in the same transaction. */
  async #change(
    { person_id, form_id, attempt, state }: FormRow,
    set: Statement,
    { where = sql`true`, also = [] }: { where?: Statement; also?: readonly Statement[] } = {},
  ): Promise<FormRow | undefined> {
    const update = sql`update forms set ${set}
      where person_id = ${person_id} and form_id = ${form_id} and attempt = ${attempt}
        and state = ${state} and ${where}
      returning *`;
    const changed = await changeRow<FormRow>(this.#db, update, also);
    if (changed) this.#formNotifications?.publish(changed);
    return changed;
  }

  /**
   * Starts the next attempt. After `unconfirmed`, the same key repeats data that the service may
   * have: the attempt begins as `started`.
   */
  async begin(form: FormRow, { key, body_hash, sealed, channel }: SealedSubmission, now: number) {
    const next = advance(form, { type: 'submit', attempt: form.attempt + 1 });
    if (next === form) return undefined;
    return this.#change(
      form,
      sql`state = ${next.state}, attempt = ${next.attempt}, revision = revision + 1,
        submission_key = ${key}, body_hash = ${body_hash}, body_bytes = ${sealed.length},
        begun_at = ${now}, acknowledged = 0, tries = 0, sent_at = null, last_outcome = null,
        channel = ${channel},
        phase = case when submission_key = ${key} and phase <> 'stored' then 'started'
          else 'stored' end`,
      { also: [putBody(form, sealed), scheduleWorker(form, now)] },
    );
  }

  /** Must be durable before the first byte is sent: after a crash the outcome counts as unknown. */
  markStarted(form: FormRow, now: number) {
    const set = sql`phase = 'started', tries = tries + 1, sent_at = ${now}`;
    return this.#change(form, set, { where: sql`tries = ${form.tries}` });
  }

  /** Notes how a try ended that is not the last one. */
  noteTry(started: FormRow, { phase, last_outcome }: Pick<FormRow, 'phase' | 'last_outcome'>) {
    const set = sql`phase = ${phase}, last_outcome = ${last_outcome}`;
    return this.#change(started, set, { where: sql`tries = ${started.tries}` });
  }

  /**
   * Must be durable before a 202: from then on the data must arrive. Only the first call changes
   * the revision; the snapshot then has `stored: true`.
   */
  acknowledge(form: FormRow) {
    const set = sql`revision = revision + 1 - acknowledged, acknowledged = 1`;
    return this.#change({ ...form, state: 'sending' }, set);
  }

  /** Applies an event of the lifecycle. Deletes the sealed data after `rejected` or `abandoned`. */
  async apply(form: FormRow, event: WorkerEvent, now: number, options: ApplyOptions = {}) {
    const { onlyUnacknowledged, last_outcome = form.last_outcome, events = [] } = options;
    const next = advance(form, { type: event, attempt: form.attempt });
    if (next === form) return undefined;
    const rejected_keys = event === 'rejected' ? withRejectedKey(form) : form.rejected_keys;
    return this.#change(
      form,
      sql`state = ${next.state}, revision = revision + 1, touched_at = ${now},
        last_outcome = ${last_outcome}, rejected_keys = ${rejected_keys} ${raw(PHASE_AFTER[event])}`,
      {
        where: onlyUnacknowledged ? sql`acknowledged = 0` : sql`true`,
        also: PHASE_AFTER[event] === DATA_DELETED ? [deleteBody(form), ...events] : events,
      },
    );
  }

  /** Has stored data sent again, after a poll if the service may already have it. */
  async resend(form: FormRow, channel: SubmissionChannel, now: number) {
    const next = advance(form, { type: 'resent', attempt: form.attempt });
    if (next === form) return undefined;
    return this.#change(
      form,
      sql`state = ${next.state}, revision = revision + 1, acknowledged = 1, tries = 0, sent_at = null,
        last_outcome = null, begun_at = ${now}, channel = ${channel},
        phase = case when phase = 'stored' then 'stored' else 'started' end`,
      { where: sql`body_bytes is not null`, also: [scheduleWorker(form, now)] },
    );
  }

  /** Retention starts now, when the last attempt to send the data is over. */
  endTrying(form: FormRow, now: number) {
    return this.#change(form, sql`touched_at = ${now}`);
  }

  /** The sealed data, maybe megabytes; `undefined` when another process ended the attempt meanwhile. */
  async readBody({ person_id, form_id }: FormName): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const [row] = await this.#db.query<{ sealed: Uint8Array<ArrayBuffer> }>(
      sql`select sealed from submission_bodies where person_id = ${person_id} and form_id = ${form_id}`,
    );
    return row?.sealed;
  }

  /** The rows of jobs, by job key. */
  async load(keys: readonly string[]): Promise<Map<string, FormRow>> {
    const rows = await this.#db.query<FormRow>(
      sql`select * from forms where (person_id, form_id) in
         (select value ->> 0, value ->> 1 from json_array_elements(${keys.map((key) => key.split('/'))}))`,
    );
    return new Map(rows.map((row) => [jobKey(row), row]));
  }

  /** Newest first; without a state, all that are pending. */
  list({ state, person_id, since, limit }: ListFilter<ListedState>): Promise<PendingSubmission[]> {
    const states = state === undefined ? PENDING_STATES : [state];
    const filters = [sql`state in ${listOf(states)}`];
    if (person_id !== undefined) filters.push(sql`person_id = ${person_id}`);
    if (since !== undefined) filters.push(sql`begun_at >= ${since}`);
    return this.#db.query(
      sql`select person_id, form_id, precandidate_status, state, attempt, tries, begun_at, sent_at,
         last_outcome, case when body_bytes is null then 0 else 1 end as has_data,
         (select due_at from jobs where queue = ${SUBMISSION_QUEUE} and key = person_id || '/' || form_id) as due_at
       from forms where ${joined(filters, ' and ')} order by begun_at desc limit ${limit}`,
    );
  }
}

const DATA_DELETED = ', phase = null, body_bytes = null';
const PHASE_AFTER: Readonly<Record<WorkerEvent, string>> = {
  delivered: `, phase = 'delivered'`,
  'timed-out': '',
  abandoned: DATA_DELETED,
  rejected: DATA_DELETED,
};

function withRejectedKey({ rejected_keys, submission_key }: FormRow): string {
  const keys: unknown = JSON.parse(rejected_keys);
  return JSON.stringify(
    [...(Array.isArray(keys) ? keys : []), submission_key].slice(-REJECTED_KEYS_KEPT),
  );
}

const PendingSubmissionSchema = Type.Object({
  person_id: Type.String(),
  precandidate_id: Type.String(),
  precandidate_status: TextOrNull,
  state: oneOf(LISTED_STATES),
  attempt: Type.Integer({ description: 'Which submission of the form it is, from 1' }),
  tries: Type.Integer({ description: 'How often it was sent' }),
  last_outcome: Type.Union([Type.String(), Type.Null()], {
    description: 'How the last try ended, e.g. unknown or service-unavailable',
  }),
  has_data: Type.Boolean({ description: 'Whether it can be sent again' }),
  begun_at: TimeOrNull,
  sent_at: TimeOrNull,
  next_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description: 'When the proxy acts next; null: it does not',
  }),
});

export const SubmissionsSchema = Type.Object({
  submissions: Type.Array(PendingSubmissionSchema),
});

/** A submission in the API, with times in ISO 8601. */
export type ListedSubmission = Static<typeof PendingSubmissionSchema>;

export function listedSubmission({
  form_id,
  has_data,
  begun_at,
  sent_at,
  due_at,
  ...same
}: PendingSubmission): ListedSubmission {
  return {
    ...same,
    precandidate_id: form_id,
    has_data: has_data === 1,
    begun_at: timeOrNull(begun_at),
    sent_at: timeOrNull(sent_at),
    next_at: timeOrNull(due_at),
  };
}
