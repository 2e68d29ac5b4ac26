import type { Database } from '../db/database.ts';
import { sql } from '../db/sql-template.ts';
import type { SharedClock } from '../shared/clock.ts';
import { digest } from '../shared/digest.ts';
import { ProblemError } from '../shared/problem-error.ts';
import { LONGEST_TTL_S, type SessionScope } from './session-tokens.ts';

/** One session, or every session of one form that exists now. */
export type RevokedSessions = { session_id: string } | { person_id: string; form_id: string };

interface Follower {
  session: SessionScope;
  onRevoked: () => void;
}

type Subjects = readonly [string, string];

const POLL_MS = 2_000;
/** An insert may become visible late, by this much. */
const OVERLAP_MS = 60_000;

/** Ends sessions before they expire, in all processes. */
export class SessionRevocations {
  readonly #db: Database;
  readonly #clock: Pick<SharedClock, 'now' | 'read'>;
  readonly #onError: (error: unknown) => void;
  readonly #followers = new Set<Follower>();
  /** Of each verified token, which requests share. */
  readonly #subjects = new WeakMap<SessionScope, Subjects>();
  #polledAt: number;
  #timer: NodeJS.Timeout | undefined;
  #polls = Promise.resolve();

  constructor(
    db: Database,
    clock: Pick<SharedClock, 'now' | 'read'>,
    onError: (error: unknown) => void,
  ) {
    this.#db = db;
    this.#clock = clock;
    this.#onError = onError;
    this.#polledAt = clock.now();
  }

  start(): void {
    this.#timer = setInterval(() => this.#pollNow(), POLL_MS);
  }

  stop(): Promise<void> {
    clearInterval(this.#timer);
    return this.#polls;
  }

  /** In effect once it resolves; open streams of other processes end within seconds. */
  async revoke(sessions: RevokedSessions): Promise<void> {
    // No session that exists, of any process, was minted later.
    const revoked_at = await this.#clock.read();
    // By then, every session that it revokes has expired.
    const expires_at = revoked_at + LONGEST_TTL_S * 1_000;
    const subject = 'session_id' in sessions ? sessionSubject(sessions) : formSubject(sessions);
    await this.#db.query(
      sql`insert into revocations(subject, revoked_at, expires_at)
       values (${subject}, ${revoked_at}, ${expires_at})
       on conflict(subject) do update set
         revoked_at = excluded.revoked_at, expires_at = excluded.expires_at
       where revocations.revoked_at < excluded.revoked_at`,
    );
    this.#pollNow();
  }

  /**
   * When the form's sessions were last revoked; 0: never. Another process may have read a later time from the shared
   * clock than this one, which was suspended: a session that is minted now must be newer than its revocation.
   */
  async lastOf(form: { person_id: string; form_id: string }): Promise<number> {
    const [row] = await this.#db.query<{ revoked_at: number }>(
      sql`select revoked_at from revocations where subject = ${formSubject(form)}`,
    );
    return row?.revoked_at ?? 0;
  }

  /** Rejects with `session-revoked`. */
  async assertLive(session: SessionScope): Promise<void> {
    const [one, other] = this.#subjectsOf(session);
    const rows = await this.#db.query(
      sql`select 1 as one from revocations
        where subject in (${one}, ${other}) and revoked_at >= ${session.minted_at}
        limit 1`,
    );
    if (rows.length > 0) throw new ProblemError('session-revoked');
  }

  /** Calls `onRevoked` when the session is revoked. Returns a function that stops it. */
  follow(session: SessionScope, onRevoked: () => void): () => void {
    const follower = { session, onRevoked };
    this.#followers.add(follower);
    return () => void this.#followers.delete(follower);
  }

  /** A row names one session, or all sessions of a form that were minted until then. */
  #subjectsOf(session: SessionScope): Subjects {
    const known = this.#subjects.get(session);
    if (known) return known;
    const subjects: Subjects = [sessionSubject(session), formSubject(session)];
    this.#subjects.set(session, subjects);
    return subjects;
  }

  #pollNow(): void {
    this.#polls = this.#polls.then(() => this.#poll()).catch(this.#onError);
  }

  async #poll(): Promise<void> {
    const now = this.#clock.now();
    const found =
      this.#followers.size === 0
        ? []
        : await this.#db.query<{ subject: string; revoked_at: number }>(
            sql`select subject, revoked_at from revocations where revoked_at > ${this.#polledAt - OVERLAP_MS}`,
          );
    // Not before: while the database is away, the next poll has to look back further.
    this.#polledAt = now;
    const revoked = new Map(found.map(({ subject, revoked_at }) => [subject, revoked_at]));
    for (const { session, onRevoked } of this.#followers)
      if (this.#subjectsOf(session).some((one) => session.minted_at <= (revoked.get(one) ?? -1)))
        onRevoked();
  }
}

/** Digests: a revocation outlives the erasure of its person. */
const sessionSubject = ({ session_id }: { session_id: string }) => digest('session', session_id);
const formSubject = ({ person_id, form_id }: { person_id: string; form_id: string }) =>
  digest('form', person_id, form_id);
