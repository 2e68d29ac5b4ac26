import type { Database } from '../db/database.ts';
import { type DueLoop, createDueLoop } from '../db/due-loop.ts';
import { purgeRows } from '../db/purge-rows.ts';
import { ProblemError } from '../plugins/problem-error.ts';
import { LONGEST_TTL_S, type SessionScope } from './session-tokens.ts';

/** What is revoked: one session, or every session of one form that was minted so far. */
export type RevokedSessions = { session_id: string } | { person_id: string; form_id: string };

/** Ends sessions before their time, on all processes. */
export interface SessionRevocations extends Pick<DueLoop, 'start' | 'stop'> {
  /** Counts from now on when it resolves; what is open in another process ends within seconds. */
  revoke(sessions: RevokedSessions): Promise<void>;
  /** Rejects with `session-revoked`. */
  assertLive(session: SessionScope): Promise<void>;
  /** Whether it is sure without asking the database that this very session still counts. */
  isSurelyLive(session: SessionScope): boolean;
  /** Calls `onRevoked` when the session is revoked; answers how to stop. */
  follow(session: SessionScope, onRevoked: () => void): () => void;
}

const LOOK_EVERY_MS = 2_000;
/** The clocks of two processes may differ by this, or an insert take so long to be seen. */
const OVERLAP_MS = 60_000;

export function createSessionRevocations(
  revocations: RevocationStore,
  onError: (error: unknown) => void,
  /** No other process can revoke: what was found stays true until we revoke something. */
  isAlone: boolean,
): SessionRevocations {
  let foundLive = new WeakSet<SessionScope>();
  const followers = new Set<Follower>();
  const loop = createDueLoop(round, onError, LOOK_EVERY_MS);
  let looked_at = Date.now();

  async function round(): Promise<undefined> {
    const now = Date.now();
    const found = followers.size === 0 ? [] : await revocations.since(looked_at - OVERLAP_MS);
    looked_at = now;
    if (found.length === 0) return;
    const revoked = new Map(found.map(({ subject, revoked_at }) => [subject, revoked_at]));
    for (const { session, onRevoked } of followers)
      if (subjectsOf(session).some((one) => session.minted_at <= (revoked.get(one) ?? -1)))
        onRevoked();
  }

  return {
    start: loop.start,
    stop: loop.stop,

    async revoke(sessions) {
      const revoked_at = Date.now();
      const subject = 'session_id' in sessions ? sessionSubject(sessions) : formSubject(sessions);
      await revocations.put({ subject, revoked_at }, revoked_at + LONGEST_TTL_S * 1_000);
      foundLive = new WeakSet();
      loop.wake();
    },

    async assertLive(session) {
      const found = foundLive;
      if (await revocations.isRevoked(subjectsOf(session), session.minted_at))
        throw new ProblemError('session-revoked');
      // Into the set of before the question: a revocation meanwhile has put another in its place.
      if (isAlone) found.add(session);
    },

    isSurelyLive: (session) => foundLive.has(session),

    follow(session, onRevoked) {
      const follower = { session, onRevoked };
      followers.add(follower);
      return () => void followers.delete(follower);
    },
  };
}

interface Follower {
  session: SessionScope;
  onRevoked: () => void;
}

const sessionSubject = ({ session_id }: { session_id: string }) => `session ${session_id}`;
const formSubject = ({ person_id, form_id }: { person_id: string; form_id: string }) =>
  `form ${person_id} ${form_id}`;
const subjectsOf = (session: SessionScope) =>
  [sessionSubject(session), formSubject(session)] as const;

/** Sessions that count no more. `subject` names one session, or all of one form minted until then. */
interface Revocation {
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
