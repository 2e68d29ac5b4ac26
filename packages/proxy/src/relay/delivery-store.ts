import type { RelayEventType } from 'precandidate-contract';
import {
  batchesOf,
  type Database,
  type Param,
  placesOf,
  purgeRows,
  type Statement,
} from '../db/database.ts';
import { scheduleJobs } from '../db/jobs.ts';

/**
 * `held`: no endpoint subscribes to it. `dead`: given up. `duplicate`: an earlier event said the
 * same. All of them can be replayed.
 */
export const DELIVERY_STATES = ['pending', 'delivered', 'dead', 'held', 'duplicate'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** An event for one endpoint of the portal's back end. Times are epoch milliseconds. */
export interface Delivery {
  id: string;
  /** By name; held events have `default`. */
  endpoint: string;
  type: RelayEventType;
  state: DeliveryState;
  /** How often it was sent, without sends that a crash interrupted. */
  sends: number;
  /** When it is sent next; `null`: never, or it is being sent now. */
  next_at: number | null;
  /** E.g. `200`, `503`, `timeout`; `null` before the first send. */
  last_outcome: string | null;
  created_at: number;
  ended_at: number | null;
}

/** A pending delivery, without its body, which may be large. */
export type PendingDelivery = Pick<Delivery, 'id' | 'type'> & {
  sends: number;
  /** When it was created, or last replayed. */
  pending_since: number;
};

/** An event to store: `body` holds the bytes that are signed and sent, as text. */
export interface NewEvent {
  id: string;
  type: RelayEventType;
  /** Large ones as UTF-8, which takes half of the memory. */
  body: string | Buffer;
}

export interface AddOptions {
  /** A `duplicate` repeats an earlier event: it is sent only when it is replayed. */
  state?: 'pending' | 'duplicate';
  /** Runs first, in the same transaction. If it returns no row, the event is not stored. */
  condition?: Statement | undefined;
}

/** `known`: an event of this id was stored before. `superseded`: the condition did not hold. */
export type AddResult = 'stored' | 'known' | 'superseded';

/** The name of the endpoint at `RELAY_URL`. Held events are stored under it, too. */
export const DEFAULT_ENDPOINT = 'default';

/** The queue of one endpoint, so that a slow one holds up no other. Keys are delivery ids. */
export const relayQueue = (endpoint: string): string => `relay:${endpoint}`;

/** A delivery's id, and its `webhook-id`: the event's own id at the default endpoint. */
function deliveryId(event_id: string, endpoint: string): string {
  return endpoint === DEFAULT_ENDPOINT ? event_id : `${event_id}_${endpoint}`;
}

const JOB_OF_DELIVERY = `jobs where queue = 'relay:' || endpoint and key = id`;
const SUMMARY = `id, endpoint, type, state, sends, last_outcome, created_at, ended_at,
  (select due_at from ${JOB_OF_DELIVERY} and lease is null) as next_at`;

/** Existing jobs keep their `next_at`, for example a backoff or a `Retry-After`. */
function scheduleWhere(condition: string, now: number, params: readonly Param[]): Statement {
  return {
    sql: `insert into jobs(queue, key, due_at, runs)
      select 'relay:' || endpoint, id, cast($1 as bigint), 0 from deliveries
      where state = 'pending' and ${condition} on conflict(queue, key) do nothing`,
    params: [now, ...params],
  };
}

export type DeliveryStore = ReturnType<typeof createDeliveryStore>;

/** Inbox and outbox in one: an insert is the durable copy and the de-duplication. */
export function createDeliveryStore(db: Database) {
  return {
    ...createQueries(db),
    ...createRetention(db),
    ...createEndpointStates(db),

    async add(
      event: NewEvent,
      endpoints: readonly string[],
      now: number,
      { state, condition }: AddOptions = {},
    ): Promise<AddResult> {
      const insert = insertEvent(event, endpoints, now, state);
      const guarded = insert.map((statement) => ({ ...statement, ifChanged: true }));
      const results = await db.batch(condition ? [condition, ...guarded] : insert);
      if (condition && results.shift()?.length === 0) return 'superseded';
      return results[0]?.length === 0 ? 'known' : 'stored';
    },

    async loadPending(ids: readonly string[]): Promise<Map<string, PendingDelivery>> {
      const rows = await db.query<PendingDelivery>(
        `select id, type, sends, pending_since from deliveries
         where state = 'pending' and id in (${placesOf(ids)})`,
        ...ids,
      );
      return new Map(rows.map((row) => [row.id, row]));
    },

    async bodyOf(id: string): Promise<string> {
      const [row] = await db.query<{ body: string }>(
        'select body from deliveries where id = $1',
        id,
      );
      if (!row) throw new Error('the delivery was deleted');
      return row.body;
    },

    /** Counts a send. Changes nothing when the event was replayed meanwhile. */
    async conclude(
      sent: PendingDelivery,
      state: 'pending' | 'delivered' | 'dead',
      outcome: string,
      now: number,
    ): Promise<void> {
      await db.query(
        `update deliveries set state = $2, last_outcome = $3, ended_at = $4, sends = sends + 1
         where id = $1 and state = 'pending' and pending_since = $5`,
        sent.id,
        state,
        outcome,
        state === 'pending' ? null : now,
        sent.pending_since,
      );
    },

    /** Notes why nothing was sent. */
    async noteWait(id: string, outcome: string): Promise<void> {
      await db.query('update deliveries set last_outcome = $2 where id = $1', id, outcome);
    },

    async scheduleMissing(now: number): Promise<void> {
      await db.batch([scheduleWhere('1 = 1', now, [])]);
    },

    /** Makes held events pending for the endpoints that subscribe to them now. */
    async releaseHeld(
      endpointsFor: (type: RelayEventType) => readonly string[],
      now: number,
    ): Promise<void> {
      const held = await db.query<Pick<Delivery, 'id' | 'type'>>(
        `select id, type from deliveries where state = 'held' order by id`,
      );
      for (const events of batchesOf(held))
        await db.batch(
          events.flatMap(({ id, type }) => releaseStatements(id, endpointsFor(type), now)),
        );
    },

    /** Sends a delivery again, or holds it. */
    async replay(
      { id, endpoint }: Delivery,
      state: 'pending' | 'held',
      now: number,
    ): Promise<void> {
      const update = {
        sql: `update deliveries set state = $2, sends = 0, ended_at = null, pending_since = $3
          where id = $1`,
        params: [id, state, now],
      };
      const schedule = scheduleJobs(relayQueue(endpoint), [id], now, { restart: true });
      await db.batch(state === 'pending' ? [update, schedule] : [update]);
    },
  };
}

/**
 * The statements that store an event for each endpoint, and hold it when there is none. The first
 * one returns no row when the event was stored before.
 */
export function insertEvent(
  { id, type, body }: NewEvent,
  endpoints: readonly string[],
  now: number,
  wanted: 'pending' | 'duplicate' = 'pending',
): Statement[] {
  const isHeld = endpoints.length === 0;
  const names = isHeld ? [DEFAULT_ENDPOINT] : endpoints;
  const ids = names.map((endpoint) => deliveryId(id, endpoint));
  const state = isHeld && wanted === 'pending' ? 'held' : wanted;
  const ended_at = state === 'duplicate' ? now : null;
  const params: Param[] = [type, body, state, now, ended_at];
  const rows = names.map((endpoint, index) => {
    const [own, name] = [params.push(ids[index] ?? id), params.push(endpoint)];
    return `($${own}, $${name}, $1, cast($2 as text), $3, 0, $4, $4, cast($5 as bigint))`;
  });
  const insert = {
    sql: `insert into deliveries(id, endpoint, type, body, state, sends, created_at, pending_since,
        ended_at)
      values ${rows.join(', ')} on conflict(id) do nothing returning id`,
    params,
  };
  return [insert, scheduleWhere(`id in (${placesOf(ids, 2)})`, now, ids)];
}

/** Each named endpoint gets a copy with its own id; the held event itself is for the default endpoint. */
function releaseStatements(id: string, endpoints: readonly string[], now: number): Statement[] {
  if (endpoints.length === 0) return [];
  const named = endpoints.filter((endpoint) => endpoint !== DEFAULT_ENDPOINT);
  const copies = named.map((endpoint) => ({
    sql: `insert into deliveries(id, endpoint, type, body, state, sends, created_at, pending_since)
      select cast($1 as text), cast($2 as text), type, body, 'pending', 0, created_at,
        cast($3 as bigint)
      from deliveries where id = $4 and state = 'held' on conflict(id) do nothing`,
    params: [deliveryId(id, endpoint), endpoint, now, id],
  }));
  const isForDefault = endpoints.length > named.length;
  const own = isForDefault
    ? {
        sql: `update deliveries set state = 'pending', pending_since = $2 where id = $1 and state = 'held'`,
        params: [id, now],
      }
    : { sql: `delete from deliveries where id = $1 and state = 'held'`, params: [id] };
  return [...copies, own];
}

function createQueries(db: Database) {
  return {
    list: (state: DeliveryState | undefined, limit: number): Promise<Delivery[]> =>
      state === undefined
        ? db.query(`select ${SUMMARY} from deliveries order by created_at desc limit $1`, limit)
        : db.query(
            `select ${SUMMARY} from deliveries where state = $1 order by created_at desc limit $2`,
            state,
            limit,
          ),

    async find(id: string): Promise<Delivery | undefined> {
      const [row] = await db.query<Delivery>(`select ${SUMMARY} from deliveries where id = $1`, id);
      return row;
    },

    /** Milliseconds since the oldest event of these states was stored; 0 without one. */
    async ageOfOldest(states: readonly DeliveryState[], now: number): Promise<number> {
      const [row] = await db.query<{ oldest: number | null }>(
        `select min(created_at) as oldest from deliveries where state in (${placesOf(states)})`,
        ...states,
      );
      return row?.oldest == null ? 0 : Math.max(now - row.oldest, 0);
    },

    countByState: (): Promise<{ state: DeliveryState; deliveries: number }[]> =>
      db.query('select state, count(*) as deliveries from deliveries group by state'),
  };
}

function createRetention(db: Database) {
  return {
    /** Gives up events that are pending or held since before `pendingSince`; returns how many. */
    async giveUp(pendingSince: number, now: number): Promise<number> {
      const rows = await db.query(
        `update deliveries set state = 'dead', last_outcome = 'expired', ended_at = $2
         where state in ('pending', 'held') and pending_since < $1
           and not exists (select 1 from ${JOB_OF_DELIVERY} and lease is not null)
         returning id`,
        pendingSince,
        now,
      );
      return rows.length;
    },

    /** Deletes events that are held since before `heldSince`; returns how many. */
    deleteHeld: (heldSince: number): Promise<number> =>
      purgeRows(
        db,
        {
          table: 'deliveries',
          key: 'id',
          where: `state = 'held' and pending_since < $1`,
        },
        heldSince,
      ),

    /** Deletes events that ended before `endedBefore`; returns how many were dead, and how many not. */
    async purge(endedBefore: number): Promise<{ dead: number; others: number }> {
      const purge = (state: string) =>
        purgeRows(
          db,
          { table: 'deliveries', key: 'id', where: `ended_at < $1 and state ${state} 'dead'` },
          endedBefore,
        );
      const purged = { dead: await purge('='), others: await purge('<>') };
      // Of endpoints that are no longer configured, no worker ends the jobs.
      await db.query(
        `delete from jobs where queue like 'relay:%' and lease is null
           and not exists (select 1 from deliveries where id = key)`,
      );
      return purged;
    },
  };
}

function createEndpointStates(db: Database) {
  return {
    /** The endpoint responded with 410: nothing is sent there until it is enabled again. */
    async disableEndpoint(endpoint: string, now: number): Promise<void> {
      await db.query(
        `insert into disabled_endpoints(name, disabled_at) values ($1, $2)
         on conflict(name) do nothing`,
        endpoint,
        now,
      );
    },

    async enableEndpoint(endpoint: string): Promise<void> {
      await db.query('delete from disabled_endpoints where name = $1', endpoint);
    },

    async disabledEndpoints(): Promise<string[]> {
      const rows = await db.query<{ name: string }>('select name from disabled_endpoints');
      return rows.map(({ name }) => name);
    },
  };
}
