import type { FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { ProblemError } from '../plugins/problem-error.ts';
import { isOneOf } from '../submissions/digest.ts';
import type { SessionRevocations } from './session-revocations.ts';
import type { SessionScope, SessionTokens } from './session-tokens.ts';
import type { Settings } from '../config/setting-list.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by {@link Authenticate.session}. */
    session: SessionScope | null;
  }
}

type KeysAndOrigins = Pick<Settings, 'BACKEND_KEYS' | 'ALLOWED_ORIGINS'>;

/** Who is asking: hooks for `onRequest`, cheapest refusal first. */
export interface Authenticate {
  isBackend(request: FastifyRequest): boolean;
  /** Rejects with `unauthorized` unless the bearer is one of `BACKEND_KEYS`. */
  backend(request: FastifyRequest): Promise<void>;
  /** Rejects unless the bearer is a session for the person and form of the path and for this origin. */
  session(
    request: FastifyRequest,
    reply: unknown,
    done: HookHandlerDoneFunction,
  ): Promise<void> | undefined;
  /** The same for the token in a body, which names person and form itself. For `preValidation`. */
  sessionInBody(request: FastifyRequest): Promise<void>;
  /** Either of the two: `request.session` is `null` for the back end. */
  backendOrSession(request: FastifyRequest): Promise<void>;
}

export function createAuthenticate(
  { BACKEND_KEYS: backend_keys, ALLOWED_ORIGINS: allowed_origins }: KeysAndOrigins,
  parts: {
    tokens: SessionTokens;
    revocations: SessionRevocations;
  },
): Authenticate {
  const { tokens, revocations } = parts;
  const isBackend = (request: FastifyRequest) => isOneOf(bearerOf(request), backend_keys);

  /** What is known about the session is enough, most of the time: then nothing is waited for. */
  function session(request: FastifyRequest): Promise<void> | undefined {
    const token = bearerOf(request);
    const known = tokens.verified(token);
    if (known === undefined || !revocations.isSurelyLive(known)) return verify(request, token);
    assertOwn(request, known);
    assertOrigin(request, known);
    request.session = known;
    return undefined;
  }

  async function verify(request: FastifyRequest, token: string): Promise<void> {
    const scope = await tokens.verify(token);
    assertOwn(request, scope);
    await admit(request, scope);
  }

  async function admit(request: FastifyRequest, scope: SessionScope): Promise<void> {
    assertOrigin(request, scope);
    if (!revocations.isSurelyLive(scope)) await revocations.assertLive(scope);
    request.session = scope;
  }

  function assertOrigin(request: FastifyRequest, scope: SessionScope): void {
    const { origin } = request.headers;
    // Browsers leave it out of same-origin GETs only, and no page can forge it.
    if (origin === undefined) return;
    const isOwn =
      scope.origin === undefined ? allowed_origins.includes(origin) : scope.origin === origin;
    if (!isOwn) throw new ProblemError('origin-not-allowed');
  }

  return {
    isBackend,
    session(request, _reply, done) {
      const waiting = session(request);
      if (waiting === undefined) done();
      return waiting;
    },
    async sessionInBody(request) {
      const { session: token } = (request.body ?? {}) as { session?: unknown };
      await admit(request, await tokens.verify(typeof token === 'string' ? token : ''));
    },
    async backend(request) {
      if (!isBackend(request)) throw new ProblemError('unauthorized', CHALLENGE);
    },
    async backendOrSession(request) {
      if (!isBackend(request)) await session(request);
    },
  };
}

function assertOwn(request: FastifyRequest, scope: SessionScope): void {
  const { person_id, form_id = scope.form_id } = request.params as Record<string, string>;
  if (person_id !== scope.person_id || form_id !== scope.form_id)
    throw new ProblemError('session-out-of-scope');
}

/** The session of a route that {@link Authenticate.session} guards. */
export function sessionOf(request: FastifyRequest): SessionScope {
  if (!request.session) throw new ProblemError('session-invalid');
  return request.session;
}

const CHALLENGE = { headers: { 'www-authenticate': 'Bearer' } };

const SCHEME = 'Bearer ';

function bearerOf({ headers: { authorization = '' } }: FastifyRequest): string {
  // As everyone writes it. What has a space in it besides is no token that verifies.
  if (authorization.startsWith(SCHEME)) return authorization.slice(SCHEME.length).trimStart();
  return /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '';
}
