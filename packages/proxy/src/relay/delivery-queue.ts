import type { Database } from '../db/database.ts';
import type { DeliveryRow, DeliveryState } from './delivery-row.ts';

/** A delivery that this process may send, until `next_at`. */
export type Claim = Pick<DeliveryRow, 'id' | 'next_at'>;

/** Deliveries as work: whoever claims one may send it. */
export interface DeliveryQueue {
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
  nextDue(endpoint: string): Promise<number | undefined>;
  /** Makes dead what is owed since before, unless it is just being sent; answers how many. */
  giveUp(owed_before: number, now: number): Promise<number>;
}

/** The outcome of an attempt that has none yet. */
const UNDER_WAY = 'under way';

const IS_ENABLED =
  'not exists (select 1 from relay_endpoints where relay_endpoints.name = deliveries.endpoint)';

export function createDeliveryQueue(db: Database): DeliveryQueue {
  return {
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

    async nextDue(endpoint) {
      const [row] = await db.query<{ due: number | null }>(
        `select min(next_at) as due from deliveries where endpoint = $1 and ${IS_ENABLED}`,
        endpoint,
      );
      return row?.due ?? undefined;
    },

    async giveUp(owed_before, now) {
      const rows = await db.query(
        `update deliveries set state = 'dead', last_outcome = 'expired', next_at = null,
           ended_at = $2
         where state in ('pending', 'held') and coalesce(owed_at, created_at) < $1
           and (last_outcome is distinct from $3 or next_at <= $2)
         returning id`,
        owed_before,
        now,
        UNDER_WAY,
      );
      return rows.length;
    },
  };
}
