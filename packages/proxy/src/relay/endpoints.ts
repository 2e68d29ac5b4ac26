import { RELAY_EVENTS, type RelayEventType } from 'precandidate-contract';
import type { RelayEndpoint } from '../config/setting-parsers.ts';
import type { Settings } from '../config/settings.ts';
import { batchesOf, type Database, type Statement } from '../db/database.ts';
import { DEFAULT_ENDPOINT, deliveryId } from './delivery-store.ts';

/** The endpoints of the settings: `RELAY_URL`, then each of `RELAY_ENDPOINTS`. */
export function endpointsOf({
  RELAY_URL,
  RELAY_SECRET,
  RELAY_ENDPOINTS = [],
}: Pick<Settings, 'RELAY_URL' | 'RELAY_SECRET' | 'RELAY_ENDPOINTS'>): RelayEndpoint[] {
  if (RELAY_URL === undefined) return [...RELAY_ENDPOINTS];
  const secrets = RELAY_SECRET ?? [];
  const own = { name: DEFAULT_ENDPOINT, url: RELAY_URL, secrets, events: RELAY_EVENTS };
  return [own, ...RELAY_ENDPOINTS];
}

/** The event types that an endpoint subscribes to. */
export interface Subscription {
  endpoint: string;
  types: readonly RelayEventType[];
}

export type EndpointStore = ReturnType<typeof createEndpointStore>;

/** What is known about relay endpoints beyond the settings. */
export function createEndpointStore(db: Database) {
  return {
    /** The endpoint responded with 410: nothing is sent there until it is enabled again. */
    async disable(endpoint: string, now: number): Promise<void> {
      await db.query(
        `insert into relay_endpoints(name, disabled_at) values ($1, $2)
         on conflict(name) do nothing`,
        endpoint,
        now,
      );
    },

    async enable(endpoint: string): Promise<void> {
      await db.query('delete from relay_endpoints where name = $1', endpoint);
    },

    async disabled(): Promise<string[]> {
      const rows = await db.query<{ name: string }>('select name from relay_endpoints');
      return rows.map(({ name }) => name);
    },

    /** Makes held events pending for the endpoints that subscribe to them now. */
    async releaseHeld(subscriptions: readonly Subscription[], now: number): Promise<void> {
      const held = await db.query<{ id: string; type: RelayEventType }>(
        `select id, type from deliveries where state = 'held' order by id`,
      );
      for (const events of batchesOf(held))
        await db.batch(
          events.flatMap(({ id, type }) => {
            const matching = subscriptions.filter(({ types }) => types.includes(type));
            return releaseStatements(id, matching, now);
          }),
        );
    },
  };
}

/** Each named endpoint gets a copy with its own id; the held event itself is for the default endpoint. */
function releaseStatements(
  id: string,
  matching: readonly Subscription[],
  now: number,
): Statement[] {
  const named = matching.filter(({ endpoint }) => endpoint !== DEFAULT_ENDPOINT);
  const copies = named.map(({ endpoint }) => ({
    sql: `insert into deliveries(id, endpoint, type, body, state, attempt, created_at, owed_at)
      select cast($1 as text), cast($2 as text), type, body, 'pending', 0, created_at,
        cast($3 as bigint)
      from deliveries where id = $4 and state = 'held' on conflict(id) do nothing`,
    params: [deliveryId(id, endpoint), endpoint, now, id],
  }));
  if (matching.length > named.length) {
    const sql = `update deliveries set state = 'pending', owed_at = $2 where id = $1 and state = 'held'`;
    return [...copies, { sql, params: [id, now] }];
  }
  const remove = { sql: `delete from deliveries where id = $1 and state = 'held'`, params: [id] };
  return named.length > 0 ? [...copies, remove] : [];
}
