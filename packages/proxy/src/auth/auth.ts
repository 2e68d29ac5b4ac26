import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Settings } from '../config/settings.ts';
import type { App } from '../plugins/app-type.ts';
import { ProblemError } from '../shared/problem-error.ts';
import { createRateLimit, networkOf } from '../plugins/rate-limit.ts';
import { isOneOf } from '../shared/digest.ts';
import { type Sealer, createSealer } from '../shared/sealer.ts';
import { type SessionRevocations, createSessionRevocations } from './revocations.ts';
import { type SessionScope, type SessionTokens, createSessionTokens } from './session-tokens.ts';

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
    const tokens = await createSessionTokens(settings.SESSION_SECRETS);
    const revocations = createSessionRevocations(app.db, onBackgroundError);
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
type Authenticate = ReturnType<typeof createAuthenticate>;

function createAuthenticate(
  { BACKEND_KEYS, ALLOWED_ORIGINS, RATE_LIMIT }: Settings,
  tokens: SessionTokens,
  revocations: SessionRevocations,
) {
  const limitAddress = createRateLimit(RATE_LIMIT);
  const limitSession = createRateLimit(RATE_LIMIT);
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
    if (!isOwn) throw new ProblemError('origin-not-allowed');
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

    /** Rejects with `unauthorized` unless the bearer is one of `BACKEND_KEYS`. */
    async backend(request: FastifyRequest): Promise<void> {
      if (!isBackend(request)) throw new ProblemError('unauthorized', CHALLENGE);
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

const CHALLENGE = { headers: { 'www-authenticate': 'Bearer' } };

function bearerOf({ headers: { authorization = '' } }: FastifyRequest): string {
  return /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '';
}
