import type { RelayEventType } from 'precandidate-contract';
import type { Database } from './database.ts';

/** `held`: there is no `RELAY_URL` to send it to. `dead`: given up, can be replayed. */
export type DeliveryState = 'pending' | 'delivered' | 'dead' | 'held';

/** An event owed to the portal's back end. Times in epoch milliseconds. */
export interface DeliveryRow {
  id: string;
  type: RelayEventType;
  /** The bytes that are signed and sent. */
  body: string;
  state: DeliveryState;
  attempt: number;
  next_at: number | null;
  /** E.g. `200`, `503`, `timeout`; `null` before the first attempt. */
  last_outcome: string | null;
  created_at: number;
  ended_at: number | null;
}

/** A row without its body: what an operator may list. */
export type DeliverySummary = Omit<DeliveryRow, 'body'>;

export interface DeliveryStore {
  /** `false` when an event of this id is already kept. Durable when it resolves. */
  add(event: Pick<DeliveryRow, 'id' | 'type' | 'body' | 'state'>, now: number): Promise<boolean>;
  claimDue(now: number, lease_until: number, limit: number): Promise<DeliveryRow[]>;
  /** Ends an attempt; `next_at` null: no further one. */
  conclude(
    id: string,
    state: DeliveryState,
    outcome: string,
    next_at: number | null,
    now: number,
  ): Promise<void>;
  /** Waits without counting an attempt. */
  postpone(id: string, outcome: string, next_at: number): Promise<void>;
  list(state: DeliveryState | undefined, limit: number): Promise<DeliverySummary[]>;
  /** Makes what was held due. */
  release(now: number): Promise<void>;
  /** Due at once again, or held; `undefined` when there is no such delivery. */
  replay(id: string, state: 'pending' | 'held', now: number): Promise<DeliverySummary | undefined>;
  nextDue(): Promise<number | undefined>;
  countByState(): Promise<{ state: DeliveryState; deliveries: number }[]>;
  purge(ended_before: number): Promise<void>;
}

const SUMMARY = 'id, type, state, attempt, next_at, last_outcome, created_at, ended_at';

export function createDeliveryStore(db: Database): DeliveryStore {
  const first = async <Row>(rows: Promise<Row[]>) => (await rows)[0];

  return {
    async add(event, now) {
      const rows = await db.query(
        `insert into deliveries(id, type, body, state, attempt, next_at, created_at)
         values ($1, $2, $3, $4, 0, $5, $6) on conflict(id) do nothing returning id`,
        event.id,
        event.type,
        event.body,
        event.state,
        event.state === 'pending' ? now : null,
        now,
      );
      return rows.length > 0;
    },

    claimDue: (now, lease_until, limit) =>
      db.query(
        `update deliveries set next_at = $2, attempt = attempt + 1
         where id in (select id from deliveries
             where next_at <= $1 order by next_at limit $3 for update skip locked)
           and next_at <= $1
         returning *`,
        now,
        lease_until,
        limit,
      ),

    async conclude(id, state, outcome, next_at, now) {
      await db.query(
        `update deliveries set state = $2, last_outcome = $3, next_at = $4, ended_at = $5
         where id = $1`,
        id,
        state,
        outcome,
        next_at,
        state === 'pending' ? null : now,
      );
    },

    async postpone(id, outcome, next_at) {
      await db.query(
        `update deliveries set last_outcome = $2, next_at = $3, attempt = attempt - 1
         where id = $1`,
        id,
        outcome,
        next_at,
      );
    },

    list: (state, limit) =>
      state === undefined
        ? db.query(`select ${SUMMARY} from deliveries order by created_at desc limit $1`, limit)
        : db.query(
            `select ${SUMMARY} from deliveries where state = $1 order by created_at desc limit $2`,
            state,
            limit,
          ),

    async release(now) {
      await db.query(
        `update deliveries set state = 'pending', next_at = $1 where state = 'held'`,
        now,
      );
    },

    replay: (id, state, now) =>
      first(
        db.query<DeliverySummary>(
          `update deliveries set state = $2, attempt = 0, next_at = $3, ended_at = null
           where id = $1 returning ${SUMMARY}`,
          id,
          state,
          state === 'pending' ? now : null,
        ),
      ),

    async nextDue() {
      const row = await first(
        db.query<{ due: number | null }>('select min(next_at) as due from deliveries'),
      );
      return row?.due ?? undefined;
    },

    countByState: () =>
      db.query('select state, count(*) as deliveries from deliveries group by state'),

    async purge(ended_before) {
      await db.query(`delete from deliveries where ended_at < $1`, ended_before);
    },
  };
}
