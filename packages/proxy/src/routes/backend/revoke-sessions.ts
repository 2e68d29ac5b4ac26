import { Type } from '../type.ts';
import type { RevokedSessions, SessionRevocations } from '../../services/session-revocations.ts';
import { answers } from '../answer-shapes.ts';
import type { App } from '../app-type.ts';
import type { Authenticate } from '../authenticate.ts';
import { BACKEND, Identifier } from '../shapes.ts';

const Body = Type.Union([
  Type.Object({ session_id: Identifier }, { additionalProperties: false }),
  Type.Object({ person_id: Identifier, form_id: Identifier }, { additionalProperties: false }),
]);

/** `POST /sessions/revoke`: ends one session, or all that were minted for a form. */
export function revokeSessionsRoute(
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
        body: Body,
        response: answers({ 204: Type.Null() }, 'unauthorized', 'invalid-request'),
      },
    },
    async (request, reply) => {
      await revocations.revoke(request.body as RevokedSessions);
      return reply.code(204).send();
    },
  );
}
