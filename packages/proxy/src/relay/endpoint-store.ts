import type { RelayEventType } from 'precandidate-contract';
import type { Database } from '../db/database.ts';
import { DEFAULT_ENDPOINT } from './delivery-store.ts';

/** Who is to be sent events of these types. */
export interface Wish {
  endpoint: string;
  types: readonly RelayEventType[];
}

/** What is known of relay endpoints beyond the settings. */
export interface EndpointStore {
  /** It answered 410: nothing is sent there until it is enabled again. */
  disable(endpoint: string, now: number): Promise<void>;
  enable(endpoint: string): Promise<void>;
  disabled(): Promise<string[]>;
  /** Owes what was held to those who want it by now. May be interrupted, and run again. */
  release(wishes: readonly Wish[], now: number): Promise<void>;
}

export function createEndpointStore(db: Database): EndpointStore {
  /** Named endpoints get copies; the ids are made of the event's, so that a second run adds none. */
  async function copyHeld({ endpoint, types }: Wish, now: number): Promise<void> {
    await db.query(
      `insert into deliveries(id, endpoint, type, body, state, attempt, next_at, created_at,
         owed_at)
       select id || '_' || cast($1 as text), cast($1 as text), type, body, 'pending', 0,
         cast($2 as bigint), created_at, cast($2 as bigint)
       from deliveries where state = 'held' and type in (${list(3, types)})
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

    async release(wishes, now) {
      const named = wishes.filter(({ endpoint }) => endpoint !== DEFAULT_ENDPOINT);
      for (const wish of named) await copyHeld(wish, now);
      const own = wishes.find(({ endpoint }) => endpoint === DEFAULT_ENDPOINT)?.types ?? [];
      if (own.length > 0)
        await db.query(
          `update deliveries set state = 'pending', next_at = $1, owed_at = $1
           where state = 'held' and type in (${list(2, own)}) and ${areCopied(named, own.length + 2)}`,
          now,
          ...own,
          ...named.flatMap(paramsOf),
        );
      const copied = [...new Set(named.flatMap(({ types }) => types))];
      if (copied.length > 0)
        await db.query(
          `delete from deliveries where state = 'held' and type in (${list(1, copied)})
             and ${areCopied(named, copied.length + 1)}`,
          ...copied,
          ...named.flatMap(paramsOf),
        );
    },
  };
}

const list = (first: number, types: readonly string[]): string =>
  types.map((_, index) => `$${first + index}`).join(', ');

const paramsOf = ({ endpoint, types }: Wish): string[] => [endpoint, ...types];

/**
 * Whether every endpoint that wants a held event has its copy: another process may hold one back
 * while we release. The parameters are {@link paramsOf} each wish, from `$first` on.
 */
function areCopied(wishes: readonly Wish[], first: number): string {
  let next = first;
  const conditions = wishes.map(({ types }) => {
    const [endpoint, type] = [next, next + 1];
    next += 1 + types.length;
    return `(type not in (${list(type, types)}) or exists (select 1 from deliveries as copy
      where copy.id = deliveries.id || '_' || cast($${endpoint} as text)))`;
  });
  return ['1 = 1', ...conditions].join(' and ');
}
