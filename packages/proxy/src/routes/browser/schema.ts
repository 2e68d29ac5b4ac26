import type { FormSchemas } from '../../services/form-schemas.ts';
import { Type } from '../type.ts';
import { answers, AsTheServiceAnswered, SESSION_PROBLEMS } from '../answer-shapes.ts';
import type { App } from '../app-type.ts';
import { type Authenticate, sessionOf } from '../authenticate.ts';
import { FormParams, SESSION } from '../shapes.ts';
import { isKnown } from './is-known.ts';
import { schemaChangesHeader } from './schema-changes-header.ts';

/** `GET /precandidate/{person_id}/schema/{form_id}`: the form's schema, as admitted. */
export function schemaRoute(
  app: App,
  { authenticate, schemas }: { authenticate: Authenticate; schemas: FormSchemas },
): void {
  app.get(
    '/precandidate/:person_id/schema/:form_id',
    {
      onRequest: authenticate.session,
      schema: {
        summary: 'The form schema',
        tags: ['browser'],
        security: SESSION,
        params: FormParams,
        response: answers(
          { 200: AsTheServiceAnswered, 304: Type.Null() },
          ...SESSION_PROBLEMS,
          ...(['form-not-found', 'schema-unusable', 'service-unavailable'] as const),
        ),
      },
    },
    async (request, reply) => {
      const { json, etag, changes } = await schemas.forSession(sessionOf(request));
      reply.header('etag', etag).header('cache-control', 'private, no-cache');
      reply.headers(schemaChangesHeader(changes));
      if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
      return reply.type('application/json; charset=utf-8').send(json);
    },
  );
}
