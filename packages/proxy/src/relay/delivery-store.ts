import type { Database, Param } from '../db/database.ts';
import { createDeliveryQueue, type DeliveryQueue } from './delivery-queue.ts';
import type { DeliveryRow, DeliveryState, DeliverySummary } from './delivery-row.ts';
import { purgeRows } from '../db/purge-rows.ts';

/** What is kept of an event before anything is answered. */
export type OwedEvent = Pick<DeliveryRow, 'id' | 'type' | 'body'>;

export interface DeliveryStore extends DeliveryQueue {
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
  list(state: DeliveryState | undefined, limit: number): Promise<DeliverySummary[]>;
  find(id: string): Promise<DeliverySummary | undefined>;
  /** Due at once again, or held; `undefined` when there is no such delivery. */
  replay(id: string, state: 'pending' | 'held', now: number): Promise<DeliverySummary | undefined>;
  /** Milliseconds since the oldest event that is neither delivered nor dead was kept; 0 when none. */
  oldestOwed(now: number): Promise<number>;
  countByState(): Promise<{ state: DeliveryState; deliveries: number }[]>;
  /** Deletes what ended before; answers how many of them were dead, and how many were not. */
  purge(ended_before: number): Promise<{ dead: number; others: number }>;
}

/** The endpoint that `RELAY_URL` is, and that held events are kept under. */
export const DEFAULT_ENDPOINT = 'default';

const SUMMARY = 'id, endpoint, type, state, attempt, next_at, last_outcome, created_at, ended_at';
/** A delivery's id, which is its `webhook-id`: the event's own where there is one endpoint only. */
function deliveryId(event_id: string, endpoint: string): string {
  return endpoint === DEFAULT_ENDPOINT ? event_id : `${event_id}_${endpoint}`;
}

export function createDeliveryStore(db: Database): DeliveryStore {
  const first = async <Row>(rows: Promise<Row[]>) => (await rows)[0];

  return {
    ...createDeliveryQueue(db),

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
          `update deliveries set state = $2, attempt = 0, next_at = $3, ended_at = null,
             owed_at = $4
           where id = $1 returning ${SUMMARY}`,
          id,
          state,
          state === 'pending' ? now : null,
          now,
        ),
      ),

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
      const purge = (state: string) =>
        purgeRows(
          db,
          { table: 'deliveries', key: 'id', where: `ended_at < $1 and state ${state} 'dead'` },
          ended_before,
        );
      return { dead: await purge('='), others: await purge('<>') };
    },
  };
}
