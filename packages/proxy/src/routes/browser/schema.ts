import type { FormSchemas } from '../../services/form-schemas.ts';
import Type from 'typebox';
import { answers, AsTheServiceAnswered, SESSION_PROBLEMS } from '../answer-shapes.ts';
import type { App } from '../app-type.ts';
import { type Authenticate, sessionOf } from '../authenticate.ts';
import { FormParams, SESSION } from '../shapes.ts';
import { isKnown } from './is-known.ts';

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
      const { schema, etag, changes } = await schemas.forSession(sessionOf(request));
      reply.header('etag', etag).header('cache-control', 'private, no-cache');
      if (changes.length > 0) reply.header('x-schema-changes', summary(changes));
      if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
      return reply.send(schema);
    },
  );
}

/** Kinds and how often: pointers hold property names, which a header may not be able to carry. */
function summary(changes: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const change of changes) {
    const kind = change.split(' ')[0] ?? change;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].map(([kind, count]) => `${kind};count=${count}`).join(', ');
}
