import { type Database, purgeRows } from '../db/database.ts';
import { ProblemError } from '../plugins/problem-error.ts';
import { LONGEST_TTL_S, type SessionScope } from './session-tokens.ts';

/** One session, or every session of one form that exists now. */
export type RevokedSessions = { session_id: string } | { person_id: string; form_id: string };

/** Ends sessions before they expire, in all processes. */
export interface SessionRevocations {
  start(): void;
  stop(): Promise<void>;
  /** In effect once it resolves; open streams of other processes end within seconds. */
  revoke(sessions: RevokedSessions): Promise<void>;
  /** Rejects with `session-revoked`. */
  assertLive(session: SessionScope): Promise<void>;
  /** Whether the session is known to be live without a query. */
  isSurelyLive(session: SessionScope): boolean;
  /** Calls `onRevoked` when the session is revoked. Returns how to stop. */
  follow(session: SessionScope, onRevoked: () => void): () => void;
}

const LOOK_EVERY_MS = 2_000;
/** Clocks of processes may differ, and an insert may become visible late, by this much. */
const OVERLAP_MS = 60_000;

export function createSessionRevocations(
  revocations: RevocationStore,
  onError: (error: unknown) => void,
  /** Whether no other process can revoke sessions: then a live session can be cached. */
  isAlone: boolean,
): SessionRevocations {
  let foundLive = new WeakSet<SessionScope>();
  const followers = new Set<Follower>();
  let looked_at = Date.now();
  let timer: NodeJS.Timeout | undefined;
  let rounds = Promise.resolve();

  const startRound = (): void => void (rounds = rounds.then(round).catch(onError));

  async function round(): Promise<void> {
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
    start() {
      timer = setInterval(startRound, LOOK_EVERY_MS);
    },

    stop() {
      clearInterval(timer);
      return rounds;
    },

    async revoke(sessions) {
      const revoked_at = Date.now();
      const subject = 'session_id' in sessions ? sessionSubject(sessions) : formSubject(sessions);
      await revocations.put({ subject, revoked_at }, revoked_at + LONGEST_TTL_S * 1_000);
      foundLive = new WeakSet();
      startRound();
    },

    async assertLive(session) {
      const found = foundLive;
      if (await revocations.isRevoked(subjectsOf(session), session.minted_at))
        throw new ProblemError('session-revoked');
      // A revocation during the query has replaced the set.
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

/** `subject` names one session, or all sessions of a form that were minted until then. */
interface Revocation {
  subject: string;
  /** Epoch milliseconds. */
  revoked_at: number;
}

export interface RevocationStore {
  /** Durable once it resolves. After `expires_at`, every session that it revokes has expired. */
  put(revocation: Revocation, expires_at: number): Promise<void>;
  /** Whether one of the subjects was revoked at `minted_at` or later. */
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
