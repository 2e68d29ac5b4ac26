import type { FastifyReply, FastifyRequest } from 'fastify';
import { AsTheServiceAnswered, SESSION_PROBLEMS, answers } from '../plugins/answer-shapes.ts';
import type { App } from '../plugins/app-type.ts';
import { FormParams, SESSION } from '../plugins/shapes.ts';
import { Type } from '../plugins/type.ts';
import { type Authenticate, sessionOf } from '../auth/auth.ts';
import type { FormSchemas } from './form-schemas.ts';
import { isKnown } from '../plugins/etag.ts';
import type { SanitizedSchema } from '../validation/sanitize-schema.ts';

/** What is the same each time that a schema is sent. */
interface Prepared {
  headers: Record<string, string>;
  body: string | Buffer;
}
const prepared = new WeakMap<SanitizedSchema, Prepared>();

/** Up to here a text goes out in one piece with its head; of a longer one the bytes are kept. */
const SHORT = 4_096;

function prepare({ json, etag, changes }: SanitizedSchema): Prepared {
  return {
    headers: { etag, 'cache-control': 'private, no-cache', ...schemaChangesHeader(changes) },
    body: json.length > SHORT ? Buffer.from(json) : json,
  };
}

function preparedOf(form: SanitizedSchema): Prepared {
  const known = prepared.get(form) ?? prepare(form);
  prepared.set(form, known);
  return known;
}

/** `GET /precandidate/{person_id}/schema/{form_id}`: the form's schema, as sanitized. */
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
    (request, reply) => {
      const session = sessionOf(request);
      const form = schemas.atHand(session);
      if (form) return answer(form, request, reply);
      return schemas.forSession(session).then((fetched) => answer(fetched, request, reply));
    },
  );
}

function answer(form: SanitizedSchema, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { headers, body } = preparedOf(form);
  reply.headers(headers);
  if (isKnown(request.headers['if-none-match'], form.etag)) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(body);
}

/**
 * `x-schema-changes`: what sanitizing took out of a schema, by kinds and how often. Pointers hold
 * property names, which a header may not be able to carry.
 */
export function schemaChangesHeader(changes: readonly string[]): Record<string, string> {
  if (changes.length === 0) return {};
  const counts = new Map<string, number>();
  for (const change of changes) {
    const kind = change.split(' ')[0] ?? change;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const listed = [...counts].map(([kind, count]) => `${kind};count=${count}`);
  return { 'x-schema-changes': listed.join(', ') };
}
