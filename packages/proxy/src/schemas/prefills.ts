import type { Database } from '../db/database.ts';
import { purgeRows } from '../db/purge-rows.ts';

/** Values that a session was minted with, sealed, kept as long as its token lives. */
export interface PrefillStore {
  put(session_id: string, sealed: string, expires_at: number): Promise<void>;
  find(session_id: string): Promise<string | undefined>;
  purge(now: number): Promise<number>;
}

export function createPrefillStore(db: Database): PrefillStore {
  return {
    async put(session_id, sealed, expires_at) {
      await db.query(
        'insert into prefills(session_id, sealed, expires_at) values ($1, $2, $3)',
        session_id,
        sealed,
        expires_at,
      );
    },
    async find(session_id) {
      const [row] = await db.query<{ sealed: string }>(
        'select sealed from prefills where session_id = $1',
        session_id,
      );
      return row?.sealed;
    },
    purge: (now) =>
      purgeRows(db, { table: 'prefills', key: 'session_id', where: 'expires_at < $1' }, now),
  };
}
