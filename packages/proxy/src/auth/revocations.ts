import { type Database, purgeRows } from '../db/database.ts';
import { ProblemError } from '../shared/problem-error.ts';
import { LONGEST_TTL_S, type SessionScope } from './session-tokens.ts';

/** One session, or every session of one form that exists now. */
export type RevokedSessions = { session_id: string } | { person_id: string; form_id: string };

interface Follower {
  session: SessionScope;
  onRevoked: () => void;
}

const POLL_MS = 2_000;
/** Clocks of processes may differ, and an insert may become visible late, by this much. */
const OVERLAP_MS = 60_000;

/** Ends sessions before they expire, in all processes. */
export type SessionRevocations = ReturnType<typeof createSessionRevocations>;

export function createSessionRevocations(db: Database, onError: (error: unknown) => void) {
  /** No other process can revoke sessions, so live ones need no second query. */
  const isAlone = db.engine === 'sqlite';
  let knownLive = new WeakSet<SessionScope>();
  const followers = new Set<Follower>();
  let polledAt = Date.now();
  let timer: NodeJS.Timeout | undefined;
  let polls = Promise.resolve();

  const pollNow = (): void => void (polls = polls.then(poll).catch(onError));

  async function poll(): Promise<void> {
    const now = Date.now();
    const found =
      followers.size === 0
        ? []
        : await db.query<{ subject: string; revoked_at: number }>(
            'select subject, revoked_at from revocations where revoked_at > $1',
            polledAt - OVERLAP_MS,
          );
    polledAt = now;
    const revoked = new Map(found.map(({ subject, revoked_at }) => [subject, revoked_at]));
    for (const { session, onRevoked } of followers)
      if (subjectsOf(session).some((one) => session.minted_at <= (revoked.get(one) ?? -1)))
        onRevoked();
  }

  return {
    start() {
      timer = setInterval(pollNow, POLL_MS);
    },

    stop() {
      clearInterval(timer);
      return polls;
    },

    /** In effect once it resolves; open streams of other processes end within seconds. */
    async revoke(sessions: RevokedSessions): Promise<void> {
      const revoked_at = Date.now();
      await db.query(
        `insert into revocations(subject, revoked_at, expires_at) values ($1, $2, $3)
         on conflict(subject) do update set
           revoked_at = excluded.revoked_at, expires_at = excluded.expires_at
         where revocations.revoked_at < excluded.revoked_at`,
        'session_id' in sessions ? sessionSubject(sessions) : formSubject(sessions),
        revoked_at,
        // By then, every session that it revokes has expired.
        revoked_at + LONGEST_TTL_S * 1_000,
      );
      knownLive = new WeakSet();
      pollNow();
    },

    /** Rejects with `session-revoked`. */
    async assertLive(session: SessionScope): Promise<void> {
      if (knownLive.has(session)) return;
      const live = knownLive;
      const rows = await db.query(
        'select 1 as one from revocations where subject in ($1, $2) and revoked_at >= $3 limit 1',
        ...subjectsOf(session),
        session.minted_at,
      );
      if (rows.length > 0) throw new ProblemError('session-revoked');
      // A revocation during the query has replaced the set.
      if (isAlone) live.add(session);
    },

    /** Calls `onRevoked` when the session is revoked. Returns how to stop. */
    follow(session: SessionScope, onRevoked: () => void): () => void {
      const follower = { session, onRevoked };
      followers.add(follower);
      return () => void followers.delete(follower);
    },

    /** Resolves to the number of deleted rows. */
    purge: (now: number): Promise<number> =>
      purgeRows(db, { table: 'revocations', key: 'subject', where: 'expires_at < $1' }, now),
  };
}

/** A row names one session, or all sessions of a form that were minted until then. */
const subjectsOf = (session: SessionScope) =>
  [sessionSubject(session), formSubject(session)] as const;
const sessionSubject = ({ session_id }: { session_id: string }) => `session ${session_id}`;
const formSubject = ({ person_id, form_id }: { person_id: string; form_id: string }) =>
  `form ${person_id} ${form_id}`;
