import { RELAY_EVENTS, type RelayEventType } from 'precandidate-contract';
import type { RelayEndpoint } from '../config/setting-parsers.ts';
import type { Settings } from '../config/settings.ts';
import type { Database } from '../db/database.ts';
import { DEFAULT_ENDPOINT } from './delivery-store.ts';

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

/** The event types that an endpoint wants. */
export interface Subscription {
  endpoint: string;
  types: readonly RelayEventType[];
}

/** What is known about relay endpoints beyond the settings. */
export interface EndpointStore {
  /** The endpoint responded with 410: nothing is sent there until it is enabled again. */
  disable(endpoint: string, now: number): Promise<void>;
  enable(endpoint: string): Promise<void>;
  disabled(): Promise<string[]>;
  /**
   * Makes held events pending for the endpoints that want them now. It may be interrupted and run
   * again.
   */
  releaseHeld(subscriptions: readonly Subscription[], now: number): Promise<void>;
}

export function createEndpointStore(db: Database): EndpointStore {
  /** Named endpoints get copies with derived ids, so that a second run adds none. */
  async function copyHeld({ endpoint, types }: Subscription, now: number): Promise<void> {
    await db.query(
      `insert into deliveries(id, endpoint, type, body, state, attempt, created_at, owed_at)
       select id || '_' || cast($1 as text), cast($1 as text), type, body, 'pending', 0,
         created_at, cast($2 as bigint)
       from deliveries where state = 'held' and type in (${placesFrom(3, types)})
       on conflict(id) do nothing`,
      endpoint,
      now,
      ...types,
    );
  }

  return {
    async disable(endpoint, now) {
      await db.query(
        `insert into relay_endpoints(name, disabled_at) values ($1, $2)
         on conflict(name) do nothing`,
        endpoint,
        now,
      );
    },

    async enable(endpoint) {
      await db.query('delete from relay_endpoints where name = $1', endpoint);
    },

    async disabled() {
      const rows = await db.query<{ name: string }>('select name from relay_endpoints');
      return rows.map(({ name }) => name);
    },

    async releaseHeld(subscriptions, now) {
      const named = subscriptions.filter(({ endpoint }) => endpoint !== DEFAULT_ENDPOINT);
      for (const subscription of named) await copyHeld(subscription, now);
      const own = subscriptions.find(({ endpoint }) => endpoint === DEFAULT_ENDPOINT)?.types ?? [];
      if (own.length > 0)
        await db.query(
          `update deliveries set state = 'pending', owed_at = $1
           where state = 'held' and type in (${placesFrom(2, own)})
             and ${isCopied(named, own.length + 2)}`,
          now,
          ...own,
          ...named.flatMap(paramsOf),
        );
      const copied = [...new Set(named.flatMap(({ types }) => types))];
      if (copied.length > 0)
        await db.query(
          `delete from deliveries where state = 'held' and type in (${placesFrom(1, copied)})
             and ${isCopied(named, copied.length + 1)}`,
          ...copied,
          ...named.flatMap(paramsOf),
        );
    },
  };
}

const placesFrom = (first: number, values: readonly unknown[]): string =>
  values.map((_, index) => `$${first + index}`).join(', ');

const paramsOf = ({ endpoint, types }: Subscription): string[] => [endpoint, ...types];

/**
 * SQL: whether every endpoint that wants a held event has its copy, because another process may hold
 * an event in the meantime. The parameters are {@link paramsOf} each subscription, from `$first` on.
 */
function isCopied(subscriptions: readonly Subscription[], first: number): string {
  let next = first;
  const conditions = subscriptions.map(({ types }) => {
    const [endpoint, type] = [next, next + 1];
    next += 1 + types.length;
    return `(type not in (${placesFrom(type, types)}) or exists (select 1 from deliveries as copy
      where copy.id = deliveries.id || '_' || cast($${endpoint} as text)))`;
  });
  return ['1 = 1', ...conditions].join(' and ');
}
