import { ProblemError } from '../plugins/problem-error.ts';
import type { RevocationStore } from './revocation-store.ts';
import { createDueLoop, type DueLoop } from '../db/due-loop.ts';
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
