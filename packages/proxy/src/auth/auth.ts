import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Settings } from '../config/settings.ts';
import { type Database, purgeRows } from '../db/database.ts';
import type { App } from '../plugins/app-type.ts';
import type { SharedClock } from '../shared/clock.ts';
import { ProblemError } from '../shared/problem-error.ts';
import { createRateLimit, networkOf } from '../plugins/rate-limit.ts';
import { isOneOf } from '../shared/digest.ts';
import { type Sealer, createSealer } from '../shared/sealer.ts';
import {
  createSessionTokens,
  LONGEST_TTL_S,
  type SessionScope,
  type SessionTokens,
} from './session-tokens.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `authenticate.session`. */
    session: SessionScope | null;
  }
  interface FastifyInstance {
    tokens: SessionTokens;
    revocations: SessionRevocations;
    authenticate: Authenticate;
    /** Encrypts stored personal data. */
    sealer: Sealer;
  }
}

/** Who may call what: the portal's back end by key, browsers by session token. */
export const auth = fp(
  async (app: App) => {
    const { settings, onBackgroundError } = app;
    const tokens = await createSessionTokens(settings.SESSION_SECRETS, app.clock);
    const revocations = createSessionRevocations(app.db, app.clock, onBackgroundError);
    app.housekeeping.add(async (now) => ({ revocations: await revocations.purge(now) }));
    app.decorateRequest('session', null);
    app.decorate('tokens', tokens);
    app.decorate('revocations', revocations);
    app.decorate('authenticate', createAuthenticate(settings, tokens, revocations));
    app.decorate('sealer', createSealer(settings.SESSION_SECRETS));
    app.addHook('onReady', async () => revocations.start());
    app.addHook('onClose', () => revocations.stop());
  },
  { name: 'auth', dependencies: ['housekeeping'] },
);

/**
 * Hooks that authenticate a request, cheapest check first. `RATE_LIMIT` counts a browser's requests
 * per address before its token is checked, and per session after.
 */
export type Authenticate = ReturnType<typeof createAuthenticate>;

/** Of a back end's key, per minute and address. A wrong key in a configuration stays visible as a 401. */
const MAX_GUESSES = 30;

function createAuthenticate(
  { BACKEND_KEYS, ALLOWED_ORIGINS, RATE_LIMIT }: Settings,
  tokens: SessionTokens,
  revocations: SessionRevocations,
) {
  const limitAddress = createRateLimit(RATE_LIMIT);
  const limitSession = createRateLimit(RATE_LIMIT);
  const limitGuesses = createRateLimit(MAX_GUESSES);
  const isBackend = (request: FastifyRequest) => isOneOf(bearerOf(request), BACKEND_KEYS);

  async function accept(request: FastifyRequest, scope: SessionScope): Promise<void> {
    assertOrigin(request, scope);
    await revocations.assertLive(scope);
    limitSession(scope.session_id);
    request.session = scope;
  }

  function assertOrigin(request: FastifyRequest, scope: SessionScope): void {
    const { origin } = request.headers;
    // Browsers omit it on same-origin GETs only, and no page can forge it.
    if (origin === undefined) return;
    const isOwn =
      scope.origin === undefined ? ALLOWED_ORIGINS.includes(origin) : scope.origin === origin;
    if (isOwn) return;
    const detail = `The page is of ${origin.slice(0, LONGEST_ORIGIN)}`;
    throw new ProblemError('origin-not-allowed', { detail });
  }

  /** Rejects unless the bearer token is a session for the path's person and form and for this origin. */
  async function session(request: FastifyRequest): Promise<void> {
    limitAddress(networkOf(request));
    const scope = await tokens.verify(bearerOf(request));
    assertOwn(request, scope);
    await accept(request, scope);
  }

  return {
    session,

    /**
     * Rejects with `unauthorized` unless the bearer is one of `BACKEND_KEYS`; after too many guesses
     * from one address with `rate-limited`.
     */
    async backend(request: FastifyRequest): Promise<void> {
      if (isBackend(request)) return;
      limitGuesses(networkOf(request));
      throw new ProblemError('unauthorized', CHALLENGE);
    },

    /** Accepts both; `request.session` is `null` for the back end. */
    async backendOrSession(request: FastifyRequest): Promise<void> {
      if (!isBackend(request)) await session(request);
    },

    /** For `onRequest` of a route with `sessionInBody`: counts a request before its body is read. */
    async countAddress(request: FastifyRequest): Promise<void> {
      limitAddress(networkOf(request));
    },

    /** Like `session` for a token in the body. For `preValidation`. */
    async sessionInBody(request: FastifyRequest): Promise<void> {
      const { session: token } = (request.body ?? {}) as { session?: unknown };
      await accept(request, await tokens.verify(typeof token === 'string' ? token : ''));
    },
  };
}

function assertOwn(request: FastifyRequest, scope: SessionScope): void {
  const { person_id, form_id = scope.form_id } = request.params as Record<string, string>;
  if (person_id !== scope.person_id || form_id !== scope.form_id)
    throw new ProblemError('session-out-of-scope');
}

/** The session of a route that `authenticate.session` guards. */
export function sessionOf(request: FastifyRequest): SessionScope {
  if (!request.session) throw new ProblemError('session-invalid');
  return request.session;
}

const LONGEST_ORIGIN = 200;
const CHALLENGE = { headers: { 'www-authenticate': 'Bearer' } };

function bearerOf({ headers: { authorization = '' } }: FastifyRequest): string {
  return /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '';
}

/** One session, or every session of one form that exists now. */
export type RevokedSessions = { session_id: string } | { person_id: string; form_id: string };

interface Follower {
  session: SessionScope;
  onRevoked: () => void;
}

const POLL_MS = 2_000;
/** An insert may become visible late, by this much. */
const OVERLAP_MS = 60_000;

/** Ends sessions before they expire, in all processes. */
export type SessionRevocations = ReturnType<typeof createSessionRevocations>;

function createSessionRevocations(
  db: Database,
  clock: SharedClock,
  onError: (error: unknown) => void,
) {
  /** No other process can revoke sessions, so live ones need no second query. */
  const isAlone = db.engine === 'sqlite';
  let knownLive = new WeakSet<SessionScope>();
  const followers = new Set<Follower>();
  let polledAt = clock.now();
  let timer: NodeJS.Timeout | undefined;
  let polls = Promise.resolve();

  const pollNow = (): void => void (polls = polls.then(poll).catch(onError));

  async function poll(): Promise<void> {
    const now = clock.now();
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
      // No session that exists, of any process, was minted later.
      const revoked_at = await clock.read();
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

    /** Calls `onRevoked` when the session is revoked. Returns a function that stops it. */
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
