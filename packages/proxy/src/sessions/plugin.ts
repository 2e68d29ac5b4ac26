import { hkdfSync } from 'node:crypto';
import fp from 'fastify-plugin';
import type { SessionRequest } from 'precandidate-contract';
import {
  DraftKeysSchema,
  FormParams,
  Identifier,
  SessionSchema,
} from '../plugins/route-schemas.ts';
import type { App } from '../plugins/app-type.ts';
import { Type } from '../plugins/type.ts';
import type { RevokedSessions } from '../auth/revocations.ts';
import { LONGEST_TTL_S } from '../auth/session-tokens.ts';
import { mintSession } from './sessions.ts';

/** Sessions, their revocation, and the keys of their drafts. */
export const sessions = fp(
  async (app: App) => {
    mintSessionRoute(app);
    revokeSessionsRoute(app);
    draftKeyRoute(app);
  },
  { name: 'sessions', dependencies: ['auth', 'schemas', 'status', 'bootstrap'] },
);

/**
 * `GET /precandidate/{person_id}/draft-key/{form_id}`: the keys of the draft, one per session secret:
 * the first encrypts, each decrypts. They are derived and not stored, so every process returns the
 * same keys, and a key ends with its secret.
 */
function draftKeyRoute(app: App): void {
  const { SESSION_SECRETS } = app.settings;

  app.get(
    '/precandidate/:person_id/draft-key/:form_id',
    {
      exposeHeadRoute: false,
      onRequest: app.authenticate.session,
      schema: {
        summary: 'The keys that the page encrypts this form’s draft with',
        params: FormParams,
        returns: { 200: DraftKeysSchema },
      },
    },
    async (request, reply) => {
      const { person_id, form_id } = request.params;
      const info = `precandidate draft ${person_id}/${form_id}`;
      const draft_keys = SESSION_SECRETS.map((secret) =>
        Buffer.from(hkdfSync('sha256', secret, '', info, 32)).toString('base64url'),
      );
      return reply.send({ draft_keys });
    },
  );
}

const RevocationBody = Type.Union([
  Type.Object({ session_id: Identifier }, { additionalProperties: false }),
  Type.Object({ person_id: Identifier, form_id: Identifier }, { additionalProperties: false }),
]);

/** `POST /sessions/revoke`: ends one session, or all sessions of a form. */
function revokeSessionsRoute(app: App): void {
  app.post(
    '/sessions/revoke',
    {
      onRequest: app.authenticate.backend,
      schema: {
        summary: 'Revoke a session, or all of one form',
        body: RevocationBody,
        returns: { 204: Type.Null() },
        problems: ['invalid-request'],
      },
    },
    async (request, reply) => {
      await app.revocations.revoke(request.body as RevokedSessions);
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
function mintSessionRoute(app: App): void {
  app.post(
    '/sessions',
    {
      onRequest: app.authenticate.backend,
      schema: {
        summary: 'Mint a session for one form',
        body: SessionBody,
        returns: { 201: SessionSchema },
        problems: ['invalid-request', 'origin-not-allowed', 'prefill-invalid', 'form-not-found'],
      },
    },
    async (request, reply) => {
      const session = await mintSession(app, request.body as SessionRequest);
      return reply.code(201).send(session);
    },
  );
}
