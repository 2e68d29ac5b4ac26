import { Type } from '../plugins/type.ts';
import type { RevokedSessions, SessionRevocations } from './session-revocations.ts';
import { answers } from '../plugins/answer-shapes.ts';
import type { App } from '../plugins/app-type.ts';
import type { Authenticate } from '../sessions/authenticate.ts';
import { BACKEND, Identifier } from '../plugins/shapes.ts';

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
