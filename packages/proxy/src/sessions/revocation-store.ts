import type { Database } from '../db/database.ts';
import { purgeRows } from '../db/purge-rows.ts';

/** Sessions that count no more. `subject` names one session, or all of one form minted until then. */
export interface Revocation {
  subject: string;
  /** Epoch milliseconds. */
  revoked_at: number;
}

export interface RevocationStore {
  /** Durable when it resolves. `expires_at`: when no session that it concerns can be alive. */
  put(revocation: Revocation, expires_at: number): Promise<void>;
  /** Whether a revocation of one of the subjects was made at `minted_at` or later. */
  isRevoked(subjects: readonly [string, string], minted_at: number): Promise<boolean>;
  since(revoked_after: number): Promise<Revocation[]>;
  purge(now: number): Promise<number>;
}

export function createRevocationStore(db: Database): RevocationStore {
  return {
    async put({ subject, revoked_at }, expires_at) {
      await db.query(
        `insert into revocations(subject, revoked_at, expires_at) values ($1, $2, $3)
         on conflict(subject) do update set
           revoked_at = excluded.revoked_at, expires_at = excluded.expires_at
         where revocations.revoked_at < excluded.revoked_at`,
        subject,
        revoked_at,
        expires_at,
      );
    },

    async isRevoked(subjects, minted_at) {
      const rows = await db.query(
        'select 1 as one from revocations where subject in ($1, $2) and revoked_at >= $3 limit 1',
        ...subjects,
        minted_at,
      );
      return rows.length > 0;
    },

    since: (revoked_after) =>
      db.query('select subject, revoked_at from revocations where revoked_at > $1', revoked_after),

    purge: (now) =>
      purgeRows(db, { table: 'revocations', key: 'subject', where: 'expires_at < $1' }, now),
  };
}
