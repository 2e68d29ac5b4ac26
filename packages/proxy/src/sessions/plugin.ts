import { hkdfSync } from 'node:crypto';
import fp from 'fastify-plugin';
import type { SessionRequest } from 'precandidate-contract';
import {
  responsesOf,
  BACKEND,
  DraftKeysSchema,
  FormParams,
  Identifier,
  SESSION,
  SESSION_PROBLEMS,
  SessionSchema,
} from '../plugins/route-schemas.ts';
import type { App } from '../plugins/app-type.ts';
import { Type } from '../plugins/type.ts';
import type { Authenticate } from '../auth/auth.ts';
import type { RevokedSessions, SessionRevocations } from '../auth/revocations.ts';
import { LONGEST_TTL_S } from '../auth/session-tokens.ts';
import { type Sessions, createSessions } from './sessions.ts';

/** Sessions, their revocation, and the keys of their drafts. */
export const sessions = fp(
  async (app: App) => {
    const { settings, authenticate, revocations } = app;
    const minting = createSessions({
      tokens: app.tokens,
      schemas: app.schemas,
      validator: app.validator,
      prefills: app.prefills,
      sealer: app.sealer,
      poller: app.poller,
      element: app.renderedElement,
      allowed_origins: settings.ALLOWED_ORIGINS,
    });
    sessionRoutes(app, { authenticate, minting });
    revokeSessionsRoute(app, { authenticate, revocations });
    app.register(async (scope: App) => {
      app.limitBrowsers(scope);
      draftKeyRoute(scope, { authenticate, draftKeys: createDraftKeys(settings.SESSION_SECRETS) });
    });
  },
  { name: 'sessions', dependencies: ['auth', 'schemas', 'status', 'bootstrap'] },
);

/** The keys that encrypt the draft of one form: 32 bytes each, as base64url. */
type DraftKeys = (person_id: string, form_id: string) => string[];

/**
 * One key per session secret: the first encrypts, each decrypts. They are derived and not stored, so
 * every process returns the same keys, and a key ends with its secret.
 */
function createDraftKeys(secrets: readonly string[]): DraftKeys {
  return (person_id, form_id) =>
    secrets.map((secret) => {
      const info = `precandidate draft ${person_id}/${form_id}`;
      return Buffer.from(hkdfSync('sha256', secret, '', info, 32)).toString('base64url');
    });
}

/** `GET /precandidate/{person_id}/draft-key/{form_id}`: the keys of the draft. */
function draftKeyRoute(
  app: App,
  { authenticate, draftKeys }: { authenticate: Authenticate; draftKeys: DraftKeys },
): void {
  app.get(
    '/precandidate/:person_id/draft-key/:form_id',
    {
      exposeHeadRoute: false,
      onRequest: authenticate.session,
      schema: {
        summary: 'The keys that the page encrypts this form’s draft with',
        tags: ['browser'],
        security: SESSION,
        params: FormParams,
        response: responsesOf({ 200: DraftKeysSchema }, ...SESSION_PROBLEMS),
      },
    },
    async (request, reply) => {
      const { person_id, form_id } = request.params;
      const draft_keys = draftKeys(person_id, form_id);
      return reply.header('cache-control', 'no-store').send({ draft_keys });
    },
  );
}

const RevocationBody = Type.Union([
  Type.Object({ session_id: Identifier }, { additionalProperties: false }),
  Type.Object({ person_id: Identifier, form_id: Identifier }, { additionalProperties: false }),
]);

/** `POST /sessions/revoke`: ends one session, or all sessions of a form. */
function revokeSessionsRoute(
  app: App,
  { authenticate, revocations }: { authenticate: Authenticate; revocations: SessionRevocations },
): void {
  app.post(
    '/sessions/revoke',
    {
      onRequest: authenticate.backend,
      schema: {
        summary: 'Revoke a session, or all of one form',
        tags: ['back end'],
        security: BACKEND,
        body: RevocationBody,
        response: responsesOf({ 204: Type.Null() }, 'unauthorized', 'invalid-request'),
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
function sessionRoutes(
  app: App,
  { authenticate, minting }: { authenticate: Authenticate; minting: Sessions },
): void {
  app.post(
    '/sessions',
    {
      onRequest: authenticate.backend,
      schema: {
        summary: 'Mint a session for one form',
        tags: ['back end'],
        security: BACKEND,
        body: SessionBody,
        response: responsesOf(
          { 201: SessionSchema },
          ...([
            'unauthorized',
            'invalid-request',
            'origin-not-allowed',
            'prefill-invalid',
            'form-not-found',
          ] as const),
        ),
      },
    },
    async (request, reply) => {
      const session = await minting.mint(request.body as SessionRequest);
      return reply.code(201).header('cache-control', 'no-store').send(session);
    },
  );
}
