import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Settings } from '../config/settings.ts';
import type { App } from '../http/app-type.ts';
import { isProblem, ProblemError } from '../shared/problem-error.ts';
import { networkOf } from '../http/client-address.ts';
import { digest, isOneOf } from '../shared/digest.ts';
import { type Sealer, createSealer } from '../shared/sealer.ts';
import { createRequestLimits } from './rate-limits.ts';
import { SessionRevocations } from './revocations.ts';
import { type SessionScope, SessionTokens } from './session-tokens.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `authenticate.session`. */
    session: SessionScope | null;
  }
  interface FastifyInstance {
    tokens: SessionTokens;
    revocations: SessionRevocations;
    authenticate: Authenticate;
    sealer: Sealer;
  }
}

/** Who may call what: the portal's back end by key, browsers by session token. */
export const auth = fp(
  async (app: App) => {
    const { settings, onBackgroundError } = app;
    const tokens = new SessionTokens(settings.SESSION_SECRETS, app.clock);
    const revocations = new SessionRevocations(app.db, app.clock, onBackgroundError);
    app.decorateRequest('session', null);
    app.decorate('tokens', tokens);
    app.decorate('revocations', revocations);
    app.decorate('authenticate', createAuthenticate(settings, tokens, revocations));
    app.decorate('sealer', createSealer(settings.SESSION_SECRETS));
    app.addHook('onReady', async () => revocations.start());
    app.addHook('onClose', () => revocations.stop());
  },
  { name: 'auth', dependencies: ['database'] },
);

/** Hooks that authenticate a request, cheapest check first. */
export type Authenticate = ReturnType<typeof createAuthenticate>;

function createAuthenticate(
  { BACKEND_KEYS, ALLOWED_ORIGINS, RATE_LIMIT }: Settings,
  tokens: SessionTokens,
  revocations: SessionRevocations,
) {
  const limit = createRequestLimits(RATE_LIMIT);
  const isBackend = (request: FastifyRequest) => isOneOf(bearerOf(request), BACKEND_KEYS);

  async function verify(request: FastifyRequest, token: string): Promise<SessionScope> {
    try {
      return await tokens.verify(token);
    } catch (error) {
      // The proxy signed it, so it is no guess: an office whose sessions end together gets new ones.
      if (isProblem(error, 'session-expired')) limit.session(digest(token));
      else limit.guesses(networkOf(request));
      throw error;
    }
  }

  /** Counts first: only the checks after it read the database. */
  async function accept(request: FastifyRequest, scope: SessionScope): Promise<void> {
    limit.session(scope.session_id);
    assertOwn(request, scope);
    assertOrigin(request, scope.origin === undefined ? ALLOWED_ORIGINS : [scope.origin]);
    await revocations.assertLive(scope);
    request.session = scope;
  }

  /** Rejects unless the bearer token is a session for the path's person and form and for this origin. */
  async function session(request: FastifyRequest): Promise<void> {
    await accept(request, await verify(request, bearerOf(request)));
  }

  return {
    session,

    /**
     * Rejects with `unauthorized` unless the bearer is one of `BACKEND_KEYS`; after too many guesses
     * from one address with `rate-limited`.
     */
    async backend(request: FastifyRequest): Promise<void> {
      if (isBackend(request)) return;
      limit.keyGuesses(networkOf(request));
      throw new ProblemError('unauthorized', CHALLENGE);
    },

    /** Accepts both; `request.session` is `null` for the back end. */
    async backendOrSession(request: FastifyRequest): Promise<void> {
      if (!isBackend(request)) await session(request);
    },

    /** Like `session` for a token in the body. For `preValidation`. */
    async sessionInBody(request: FastifyRequest): Promise<void> {
      const { session: token } = (request.body ?? {}) as { session?: unknown };
      await accept(request, await verify(request, typeof token === 'string' ? token : ''));
    },
  };
}

/** Browsers omit it on same-origin GETs only, and no page can forge it. */
function assertOrigin({ headers: { origin } }: FastifyRequest, allowed: readonly string[]): void {
  if (origin === undefined || allowed.includes(origin)) return;
  throw new ProblemError('origin-not-allowed', {
    ...(IS_ORIGIN.test(origin) && { detail: `The page is of ${origin}` }),
  });
}

function assertOwn(request: FastifyRequest, scope: SessionScope): void {
  const { person_id = scope.person_id, form_id = scope.form_id } = request.params as Record<
    string,
    string
  >;
  if (person_id !== scope.person_id || form_id !== scope.form_id)
    throw new ProblemError('session-out-of-scope');
}

/** The session of a route that `authenticate.session` guards. */
export function sessionOf(request: FastifyRequest): SessionScope {
  if (!request.session) throw new ProblemError('session-invalid');
  return request.session;
}

/** As browsers write one. Other text is not repeated to its sender. */
const IS_ORIGIN = /^(?:null|https?:\/\/[^\s/]{1,200})$/;
const CHALLENGE = { headers: { 'www-authenticate': 'Bearer' } };

function bearerOf({ headers: { authorization = '' } }: FastifyRequest): string {
  return /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '';
}
