import type { RelayEventType } from 'precandidate-contract';
import { type Static, Type } from 'typebox';
import { changeRow, type Database, type Statement } from '../db/database.ts';
import { hasRunningJob, scheduleJobs } from '../db/jobs.ts';
import { joined, listOf, sql } from '../db/sql-template.ts';
import { erasureLock, isErased } from '../forms/erased-persons.ts';
import { candidateOf, type FormName } from '../forms/form-store.ts';
import { type ListFilter, TextOrNull, timeOrNull } from '../http/route-schemas.ts';

/** The queue of sends. Keys are delivery ids. */
export const OUTBOX = 'outbox';

/** A delivered event can be sent again: `replay` makes it pending. */
export const DELIVERY_STATES = ['pending', 'delivered'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** An event for the portal's back end. Times are epoch milliseconds. */
export interface Delivery {
  id: string;
  type: RelayEventType;
  /** Whom the event is about; `null`: the webhook named nobody. */
  person_id: string | null;
  form_id: string | null;
  state: DeliveryState;
  /** How often it was sent, without sends that a crash interrupted. */
  sends: number;
  /** When it is sent next; `null`: never, or it is being sent now. */
  next_at: number | null;
  /** E.g. `200`, `503`, `timeout`; `null` before the first send, and after a replay. */
  last_outcome: string | null;
  created_at: number;
  ended_at: number | null;
}

/** A pending delivery, without its body, which may be large. */
export type PendingDelivery = Pick<Delivery, 'id' | 'type' | 'sends'> & {
  /** When it was created, or last replayed. */
  pending_since: number;
  /** 0: it is deleted once it is delivered. */
  is_kept: number;
};

/** An event to store: `body` holds the bytes that are signed and sent, as text. */
export interface NewEvent {
  id: string;
  type: RelayEventType;
  person_id?: string | undefined;
  form_id?: string;
  /** The form that `custom_data` names, if the proxy created the person for it. */
  createdFor?: FormName | undefined;
  /** Large ones as UTF-8, which takes half of the memory. */
  body: string | Buffer;
}

const SUMMARY = sql`id, type, person_id, form_id, state, sends, last_outcome, created_at, ended_at,
  (select due_at from jobs where queue = ${OUTBOX} and key = id and lease is null) as next_at`;

/** Whom an event is about. */
const personsOf = ({ person_id, createdFor }: NewEvent): string[] =>
  [person_id, createdFor?.person_id].filter((id) => id !== undefined);

/**
 * The statements that store an event and schedule its first send. The first one returns no row when
 * an event of this id was stored before; then the job, if it is still there, keeps its due time.
 *
 * A completion of an erased person is not kept once it is delivered; nor is one with neither a person nor a
 * candidate, because no later erasure would find it.
 */
export function insertEvent(event: NewEvent, now: number, sendAt = now): [Statement, Statement] {
  const { id, type, person_id, form_id, createdFor, body } = event;
  const candidate = candidateOf(createdFor);
  const isUnkept = sql`${isErased(personsOf(event))}
    or coalesce(cast(${person_id ?? null} as text), ${candidate}) is null`;
  const insert = sql`insert into deliveries(id, type, person_id, form_id, body, state, sends,
      created_at, pending_since, candidate_id, is_kept)
    values (${id}, ${type}, ${person_id ?? null}, ${form_id ?? null}, cast(${body} as text),
      'pending', 0, ${now}, ${now},
      coalesce((select candidate_id from persons where person_id = ${person_id ?? null}),
        ${candidate}),
      ${type === 'person.completed' ? sql`case when ${isUnkept} then 0 else 1 end` : 1})
    on conflict(id) do nothing returning id`;
  const job = sql`insert into jobs(queue, key, due_at, runs)
    select cast(${OUTBOX} as text), id, cast(${sendAt} as bigint), 0 from deliveries
    where id = ${id} and state = 'pending' on conflict(queue, key) do nothing`;
  const schedule = { ...job, schedules: { queue: OUTBOX, dueAt: sendAt } };
  return [insert, schedule];
}

/** Deletes an event unless it was sent, or is being sent. Its job then finds nothing to do. */
export function withdrawEvent(id: string): Statement {
  return sql`delete from deliveries where id = ${id} and state = 'pending' and sends = 0
      and not ${hasRunningJob(OUTBOX, 'id')}`;
}

/** How a send ended. */
export interface SendOutcome {
  state: DeliveryState;
  outcome: string;
  now: number;
}

/** Inbox and outbox in one: an insert is the durable copy and the de-duplication. */
export class DeliveryStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Stores an event, and then runs `others` in the same transaction. `false`: its id was stored before. */
  async add(event: NewEvent, now: number, others: readonly Statement[] = []): Promise<boolean> {
    const [insert, schedule] = insertEvent(event, now);
    const locks = personsOf(event).map(erasureLock);
    return (await changeRow(this.#db, insert, [schedule, ...others], locks)) !== undefined;
  }

  async loadPending(ids: readonly string[]): Promise<Map<string, PendingDelivery>> {
    const rows = await this.#db.query<PendingDelivery>(
      sql`select id, type, sends, pending_since, is_kept from deliveries
       where state = 'pending' and id in ${listOf(ids)}`,
    );
    return new Map(rows.map((row) => [row.id, row]));
  }

  async bodyOf(id: string): Promise<string> {
    const [row] = await this.#db.query<{ body: string }>(
      sql`select body from deliveries where id = ${id}`,
    );
    if (!row) throw new Error('the delivery was deleted');
    return row.body;
  }

  async replay(id: string, now: number): Promise<void> {
    const update = sql`update deliveries set state = 'pending', sends = 0, last_outcome = null,
      ended_at = null, pending_since = ${now} where id = ${id}`;
    await this.#db.batch([update, scheduleJobs(OUTBOX, [id], now, { restart: true })]);
  }

  /** Counts a send. Changes nothing when the event was replayed meanwhile. */
  async conclude(sent: PendingDelivery, { state, outcome, now }: SendOutcome): Promise<void> {
    const isSame = sql`id = ${sent.id} and state = 'pending' and pending_since = ${sent.pending_since}`;
    const isOver = state === 'delivered' && sent.is_kept === 0;
    await this.#db.query(
      isOver
        ? sql`delete from deliveries where ${isSame}`
        : sql`update deliveries set state = ${state}, last_outcome = ${outcome},
            ended_at = ${state === 'pending' ? null : now}, sends = sends + 1 where ${isSame}`,
    );
  }

  /** The newest first. */
  list({ state, person_id, since, limit }: ListFilter<DeliveryState>): Promise<Delivery[]> {
    const filters = [sql`true`];
    if (state !== undefined) filters.push(sql`state = ${state}`);
    if (person_id !== undefined) filters.push(sql`person_id = ${person_id}`);
    if (since !== undefined) filters.push(sql`created_at >= ${since}`);
    return this.#db.query(
      sql`select ${SUMMARY} from deliveries where ${joined(filters, ' and ')}
        order by created_at desc limit ${limit}`,
    );
  }

  async find(id: string): Promise<Delivery | undefined> {
    const [row] = await this.#db.query<Delivery>(
      sql`select ${SUMMARY} from deliveries where id = ${id}`,
    );
    return row;
  }

  /** Milliseconds since the oldest pending event was stored; 0 without one. */
  async ageOfOldestPending(now: number): Promise<number> {
    const [row] = await this.#db.query<{ oldest: number | null }>(
      sql`select min(created_at) as oldest from deliveries where state = 'pending'`,
    );
    return row?.oldest == null ? 0 : Math.max(now - row.oldest, 0);
  }

  countByState(): Promise<{ state: DeliveryState; deliveries: number }[]> {
    return this.#db.query(sql`select state, count(*) as deliveries from deliveries group by state`);
  }
}

export const DeliverySchema = Type.Object({
  id: Type.String(),
  type: Type.String(),
  person_id: TextOrNull,
  precandidate_id: TextOrNull,
  state: Type.String(),
  sends: Type.Integer(),
  last_outcome: TextOrNull,
  created_at: Type.String(),
  next_at: TextOrNull,
  ended_at: TextOrNull,
});

export const DeliveriesSchema = Type.Object({ deliveries: Type.Array(DeliverySchema) });

/** A delivery in the API, with times in ISO 8601. */
export type ListedDelivery = Static<typeof DeliverySchema>;

export function listedDelivery({
  form_id,
  created_at,
  next_at,
  ended_at,
  ...rest
}: Delivery): ListedDelivery {
  return {
    ...rest,
    precandidate_id: form_id,
    created_at: new Date(created_at).toISOString(),
    next_at: timeOrNull(next_at),
    ended_at: timeOrNull(ended_at),
  };
}
