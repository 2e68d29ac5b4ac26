import fp from 'fastify-plugin';
import type { SessionRequest } from 'precandidate-contract';
import { Type } from 'typebox';
import type { RevokedSessions } from '../auth/revocations.ts';
import { LONGEST_TTL_S } from '../auth/session-tokens.ts';
import type { App } from '../plugins/app-type.ts';
import { Identifier, SessionSchema } from '../plugins/route-schemas.ts';
import { ProblemError } from '../shared/problem-error.ts';
import { inexactNumbers } from '../validation/read-answers.ts';
import { createSessionMinter } from './mint-session.ts';

/** Sessions and their revocation. */
export const sessions = fp(
  async (app: App) => {
    app.register(mintRoute);
    app.register(revocationRoute);
  },
  { name: 'sessions', dependencies: ['auth', 'schemas', 'status', 'bootstrap'] },
);

const RevocationBody = Type.Union([
  Type.Object({ session_id: Identifier }, { additionalProperties: false }),
  Type.Object({ person_id: Identifier, form_id: Identifier }, { additionalProperties: false }),
]);

/** `POST /sessions/revoke`: ends one session, or all sessions of a form. */
async function revocationRoute(app: App): Promise<void> {
  const { authenticate, revocations } = app;
  app.post(
    '/sessions/revoke',
    {
      onRequest: authenticate.backend,
      schema: {
        summary: 'Revoke a session, or all of one form',
        body: RevocationBody,
        returns: { 204: Type.Null() },
        problems: ['invalid-request'],
      },
    },
    async (request, reply) => {
      await revocations.revoke(request.body as RevokedSessions);
      return reply.code(204).send();
    },
  );
}

const SessionBody = Type.Object(
  {
    person_id: Identifier,
    form_id: Identifier,
    origin: Type.Optional(Type.String({ pattern: '^https?://[^/?#@\\s]+$', maxLength: 300 })),
    locale: Type.Optional(
      Type.String({ pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$', maxLength: 35 }),
    ),
    prefill: Type.Optional(Type.Object({}, { additionalProperties: true })),
    html: Type.Optional(Type.Boolean()),
    // `base64-value` of Content Security Policy Level 3.
    nonce: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9+/_-]+={0,2}$', maxLength: 200 })),
    ttl_seconds: Type.Optional(Type.Integer({ minimum: 60, maximum: LONGEST_TTL_S })),
  },
  { additionalProperties: false },
);

/** `POST /sessions`: a token for one form, for the candidate's page. */
async function mintRoute(app: App): Promise<void> {
  const { authenticate, poller, prefills, renderElement, schemas, tokens, validator } = app;
  const mint = createSessionMinter({
    tokens,
    schemas,
    prefills,
    poller,
    validator,
    renderElement,
    allowedOrigins: app.settings.ALLOWED_ORIGINS,
    serviceWithinMs: app.deadlineMs,
  });
  app.post(
    '/sessions',
    {
      onRequest: authenticate.backend,
      schema: {
        summary: 'Mint a session for one form',
        body: SessionBody,
        returns: { 201: SessionSchema },
        problems: ['invalid-request', 'origin-not-allowed', 'prefill-invalid', 'form-not-found'],
      },
    },
    async (request, reply) => {
      const body = request.body as SessionRequest;
      if (body.prefill !== undefined) assertExact(request.jsonText);
      return reply.code(201).send(await mint(body));
    },
  );
}

const PREFILL = '/prefill/';

/** A form would show a number with too many digits as another one. */
function assertExact(json: string): void {
  const errors = inexactNumbers(json)
    .filter(({ pointer }) => pointer.startsWith(PREFILL))
    .map(({ pointer, ...same }) => ({ pointer: pointer.slice(PREFILL.length - 1), ...same }));
  if (errors.length > 0) throw new ProblemError('prefill-invalid', { errors });
}
