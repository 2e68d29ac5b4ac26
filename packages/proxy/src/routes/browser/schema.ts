import type { FormSchemas } from '../../services/form-schemas.ts';
import type { AdmittedSchema } from '../../validation/admit-schema.ts';
import { Type } from '../type.ts';
import { answers, AsTheServiceAnswered, SESSION_PROBLEMS } from '../answer-shapes.ts';
import type { App } from '../app-type.ts';
import { type Authenticate, sessionOf } from '../authenticate.ts';
import { FormParams, SESSION } from '../shapes.ts';
import { isKnown } from './is-known.ts';
import { schemaChangesHeader } from './schema-changes-header.ts';

/** Bytes go out as they are; a text would be encoded each time. */
const bytes = new WeakMap<AdmittedSchema, Buffer>();

function bytesOf(form: AdmittedSchema): Buffer {
  const known = bytes.get(form) ?? Buffer.from(form.json);
  bytes.set(form, known);
  return known;
}

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
      const form = await schemas.forSession(sessionOf(request));
      const { etag, changes } = form;
      reply.header('etag', etag).header('cache-control', 'private, no-cache');
      reply.headers(schemaChangesHeader(changes));
      if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
      return reply.type('application/json; charset=utf-8').send(bytesOf(form));
    },
  );
}
