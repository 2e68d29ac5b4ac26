import { Type } from '../plugins/type.ts';
import type { SessionRequest } from 'precandidate-contract';
import { LONGEST_TTL_S } from './session-tokens.ts';
import type { Sessions } from './sessions.ts';
import { answers, SessionShape } from '../plugins/answer-shapes.ts';
import type { App } from '../plugins/app-type.ts';
import type { Authenticate } from '../sessions/authenticate.ts';
import { BACKEND, Identifier } from '../plugins/shapes.ts';

const Body = Type.Object(
  {
    person_id: Identifier,
    form_id: Identifier,
    origin: Type.Optional(Type.String({ pattern: '^https?://[^/?#@\\s]+$', maxLength: 300 })),
    locale: Type.Optional(
      Type.String({ pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$', maxLength: 35 }),
    ),
    prefill: Type.Optional(Type.Object({}, { additionalProperties: true })),
    html: Type.Optional(Type.Boolean()),
    // As a policy has it: `base64-value` of Content Security Policy Level 3.
    nonce: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9+/_-]+={0,2}$', maxLength: 200 })),
    ttl_seconds: Type.Optional(Type.Integer({ minimum: 60, maximum: LONGEST_TTL_S })),
  },
  { additionalProperties: false },
);

/** `POST /sessions`: a token for one form, to put into the candidate's page. */
export function sessionRoutes(
  app: App,
  { authenticate, sessions }: { authenticate: Authenticate; sessions: Sessions },
): void {
  app.post(
    '/sessions',
    {
      onRequest: authenticate.backend,
      schema: {
        summary: 'Mint a session for one form',
        tags: ['back end'],
        security: BACKEND,
        body: Body,
        response: answers(
          { 201: SessionShape },
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
      const session = await sessions.mint(request.body as SessionRequest);
      return reply.code(201).header('cache-control', 'no-store').send(session);
    },
  );
}
