import type { RelayEventType } from 'precandidate-contract';
import type { Database, Param } from './database.ts';

/**
 * `held`: nobody is set up to be sent it. `dead`: given up. `duplicate`: what it says was sent
 * before. All of them can be replayed.
 */
export const DELIVERY_STATES = ['pending', 'delivered', 'dead', 'held', 'duplicate'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** An event owed to one endpoint of the portal's back end. Times in epoch milliseconds. */
export interface DeliveryRow {
  id: string;
  /** By name; of a held one `default`. */
  endpoint: string;
  type: RelayEventType;
  /** The bytes that are signed and sent. */
  body: string;
  state: DeliveryState;
  /** Attempts that came to an end: one that was broken off by a crash is none. */
  attempt: number;
  next_at: number | null;
  /** E.g. `200`, `503`, `timeout`; {@link UNDER_WAY} during an attempt; `null` before the first. */
  last_outcome: string | null;
  created_at: number;
  ended_at: number | null;
}

/** A row without its body: what an operator may list. */
export type DeliverySummary = Omit<DeliveryRow, 'body'>;

/** What is kept of an event before anything is answered. */
export type OwedEvent = Pick<DeliveryRow, 'id' | 'type' | 'body'>;

/** A delivery that this process may send, until `next_at`. */
export type Claim = Pick<DeliveryRow, 'id' | 'next_at'>;

export interface DeliveryStore {
  /**
   * Owes the event to each endpoint; with none it is held. `false` when it was kept before. Durable
   * when it resolves.
   */
  add(
    event: OwedEvent,
    endpoints: readonly string[],
    now: number,
    state?: 'pending' | 'duplicate',
  ): Promise<boolean>;
  /** Due deliveries of an endpoint that is not disabled, taken until `lease_until`. */
  claimDue(
    endpoint: string,
    now: number,
    lease_until: number,
    limit: number,
  ): Promise<DeliveryRow[]>;
  /**
   * Ends an attempt; `next_at` null: no further one. Changes nothing when the claim ran out and
   * another process sends it, or somebody asked for it to be sent again.
   */
  conclude(
    claimed: Claim,
    state: DeliveryState,
    outcome: string,
    next_at: number | null,
    now: number,
  ): Promise<void>;
  /** Makes due what a process that is gone had claimed. */
  release(now: number): Promise<void>;
  /** Waits without counting an attempt. */
  postpone(claimed: Claim, outcome: string, next_at: number): Promise<void>;
  list(state: DeliveryState | undefined, limit: number): Promise<DeliverySummary[]>;
  find(id: string): Promise<DeliverySummary | undefined>;
  /** Due at once again, or held; `undefined` when there is no such delivery. */
  replay(id: string, state: 'pending' | 'held', now: number): Promise<DeliverySummary | undefined>;
  nextDue(endpoint: string): Promise<number | undefined>;
  /** Milliseconds since the oldest event that is neither delivered nor dead was kept; 0 when none. */
  oldestOwed(now: number): Promise<number>;
  countByState(): Promise<{ state: DeliveryState; deliveries: number }[]>;
  purge(ended_before: number): Promise<void>;
}

/** The endpoint that `RELAY_URL` is, and that held events are kept under. */
export const DEFAULT_ENDPOINT = 'default';

/** The outcome of an attempt that has none yet. */
const UNDER_WAY = 'under way';

const SUMMARY = 'id, endpoint, type, state, attempt, next_at, last_outcome, created_at, ended_at';
const IS_ENABLED =
  'not exists (select 1 from relay_endpoints where relay_endpoints.name = deliveries.endpoint)';

/** A delivery's id, which is its `webhook-id`: the event's own where there is one endpoint only. */
function deliveryId(event_id: string, endpoint: string): string {
  return endpoint === DEFAULT_ENDPOINT ? event_id : `${event_id}_${endpoint}`;
}

export function createDeliveryStore(db: Database): DeliveryStore {
  const first = async <Row>(rows: Promise<Row[]>) => (await rows)[0];

  return {
    async add({ id, type, body }, endpoints, now, wanted = 'pending') {
      const isHeld = endpoints.length === 0;
      const owed = isHeld ? [DEFAULT_ENDPOINT] : endpoints;
      const state = isHeld && wanted === 'pending' ? 'held' : wanted;
      const next_at = state === 'pending' ? now : null;
      const ended_at = state === 'duplicate' ? now : null;
      const values: Param[] = [type, body, state, next_at, now, ended_at];
      const places = owed.map((endpoint) => {
        const [own, name] = [values.push(deliveryId(id, endpoint)), values.push(endpoint)];
        return `($${own}, $${name}, $1, $2, $3, 0, cast($4 as bigint), $5, cast($6 as bigint))`;
      });
      const rows = await db.query(
        `insert into deliveries(id, endpoint, type, body, state, attempt, next_at, created_at,
           ended_at)
         values ${places.join(', ')} on conflict(id) do nothing returning id`,
        ...values,
      );
      return rows.length > 0;
    },

    claimDue: (endpoint, now, lease_until, limit) =>
      db.query(
        `update deliveries set next_at = $2, last_outcome = $5
         where id in (select id from deliveries
             where endpoint = $4 and next_at <= $1 and ${IS_ENABLED}
             order by next_at limit $3 for update skip locked)
           and next_at <= $1
         returning *`,
        now,
        lease_until,
        limit,
        endpoint,
        UNDER_WAY,
      ),

    async release(now) {
      await db.query(
        `update deliveries set next_at = $1 where last_outcome = $2 and next_at > $1`,
        now,
        UNDER_WAY,
      );
    },

    async conclude(claimed, state, outcome, next_at, now) {
      await db.query(
        `update deliveries set state = $2, last_outcome = $3, next_at = $4, ended_at = $5,
           attempt = attempt + 1
         where id = $1 and next_at = $6`,
        claimed.id,
        state,
        outcome,
        next_at,
        state === 'pending' ? null : now,
        claimed.next_at,
      );
    },

    async postpone(claimed, outcome, next_at) {
      await db.query(
        'update deliveries set last_outcome = $2, next_at = $3 where id = $1 and next_at = $4',
        claimed.id,
        outcome,
        next_at,
        claimed.next_at,
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

    find: (id) =>
      first(db.query<DeliverySummary>(`select ${SUMMARY} from deliveries where id = $1`, id)),

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

    async nextDue(endpoint) {
      const row = await first(
        db.query<{ due: number | null }>(
          `select min(next_at) as due from deliveries where endpoint = $1 and ${IS_ENABLED}`,
          endpoint,
        ),
      );
      return row?.due ?? undefined;
    },

    async oldestOwed(now) {
      const row = await first(
        db.query<{ oldest: number | null }>(
          `select min(created_at) as oldest from deliveries where state in ('pending', 'held')`,
        ),
      );
      return row?.oldest == null ? 0 : Math.max(now - row.oldest, 0);
    },

    countByState: () =>
      db.query('select state, count(*) as deliveries from deliveries group by state'),

    async purge(ended_before) {
      await db.query(`delete from deliveries where ended_at < $1`, ended_before);
    },
  };
}
