import type { OpeningRequest } from 'precandidate-contract';
import { Type } from '../type.ts';
import { ProblemError } from '../../problem-error.ts';
import type { Openings } from '../../services/openings.ts';
import { answers, OpeningShape, SESSION_PROBLEMS } from '../answer-shapes.ts';
import type { App } from '../app-type.ts';
import { sessionOf } from '../authenticate.ts';
import { jsonParser } from '../json-parser.ts';
import { schemaChangesHeader } from './schema-changes-header.ts';

const Body = Type.Object(
  {
    session: Type.String(),
    locale: Type.Optional(Type.String({ maxLength: 100 })),
    fields: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

/**
 * `POST /opening`: schema, snapshot, record and drawn fields in one answer. The body is JSON sent as
 * `text/plain` and holds the token, so that a browser asks another origin at once: without a request
 * that first asks whether it may.
 */
export function openingRoute(app: App, { openings }: { openings: Openings }): void {
  app.addContentTypeParser('text/plain', { parseAs: 'buffer' }, jsonParser(app));
  app.addContentTypeParser('*', (_request, _payload, done) =>
    done(
      new ProblemError('media-type-unsupported', {
        detail: 'Send the JSON as text/plain, or as application/json.',
      }),
    ),
  );
  app.post(
    '/opening',
    {
      schema: {
        summary: 'All that a page needs to show a form, in one round trip',
        tags: ['browser'],
        consumes: ['text/plain', 'application/json'],
        body: Body,
        response: answers(
          { 200: OpeningShape },
          ...SESSION_PROBLEMS,
          ...(['malformed-body', 'invalid-request', 'media-type-unsupported'] as const),
          ...(['form-not-found', 'schema-unusable', 'service-unavailable'] as const),
        ),
      },
    },
    async (request, reply) => {
      const asked = request.body as OpeningRequest;
      const { opening, changes } = await openings.open(sessionOf(request), asked);
      return reply
        .headers(schemaChangesHeader(changes))
        .header('cache-control', 'no-store')
        .send(opening);
    },
  );
}
