import type { BootstrapRequest } from 'precandidate-contract';
import { Type } from '../plugins/type.ts';
import { ProblemError } from '../plugins/problem-error.ts';
import type { Openings } from './bootstraps.ts';
import { answers, BootstrapShape, SESSION_PROBLEMS } from '../plugins/answer-shapes.ts';
import type { App } from '../plugins/app-type.ts';
import { sessionOf } from '../sessions/authenticate.ts';
import { jsonParser } from '../plugins/bodies.ts';
import { schemaChangesHeader } from '../schemas/schema-changes-header.ts';

const Body = Type.Object(
  {
    session: Type.String(),
    locale: Type.Optional(Type.String({ maxLength: 100 })),
    fields: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

/**
 * `POST /bootstrap`: schema, snapshot, record and drawn fields in one answer. The body is JSON sent as
 * `text/plain` and holds the token, so that a browser asks another origin at once: without a request
 * that first asks whether it may.
 */
export function bootstrapRoute(app: App, { bootstraps }: { bootstraps: Openings }): void {
  app.addContentTypeParser('text/plain', { parseAs: 'buffer' }, jsonParser(app));
  app.addContentTypeParser('*', (_request, _payload, done) =>
    done(
      new ProblemError('media-type-unsupported', {
        detail: 'Send the JSON as text/plain, or as application/json.',
      }),
    ),
  );
  app.post(
    '/bootstrap',
    {
      schema: {
        summary: 'All that a page needs to show a form, in one round trip',
        tags: ['browser'],
        consumes: ['text/plain', 'application/json'],
        body: Body,
        response: answers(
          { 200: BootstrapShape },
          ...SESSION_PROBLEMS,
          ...(['malformed-body', 'invalid-request', 'media-type-unsupported'] as const),
          ...(['form-not-found', 'schema-unusable', 'service-unavailable'] as const),
        ),
      },
    },
    async (request, reply) => {
      const asked = request.body as BootstrapRequest;
      const { bootstrap, changes } = await bootstraps.open(sessionOf(request), asked);
      return reply
        .headers(schemaChangesHeader(changes))
        .header('cache-control', 'no-store')
        .send(bootstrap);
    },
  );
}
