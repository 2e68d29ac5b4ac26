import fp from 'fastify-plugin';
import type { BootstrapRequest } from 'precandidate-contract';
import { Type } from 'typebox';
import { sessionOf } from '../auth/authenticate.ts';
import type { App } from '../http/app-type.ts';
import { browserRoutes } from '../http/cors.ts';
import { jsonParser } from '../http/server.ts';
import { ProblemError } from '../shared/problem-error.ts';
import { BootstrapSchema, SESSION_PROBLEMS, SERVICE_PROBLEMS } from '../http/route-schemas.ts';
import { createOpenForm, type OpenForm } from './bootstrap.ts';
import { createElementRenderer, type RenderElement } from './rendered-element.ts';
import { createRenderedForms, createRenderingPool } from './rendered-forms.ts';

declare module 'fastify' {
  interface FastifyInstance {
    renderElement: RenderElement;
  }
}

/** Everything that opens a form: schema, status, record, and prerendered fields. */
export const bootstrap = fp(
  async (app: App) => {
    const pool = createRenderingPool(app.deadlineMs);
    const rendered = createRenderedForms(pool, () => app.metrics.schemaWork('rendered'));
    const openForm = createOpenForm(app, rendered);
    app.decorate('renderElement', createElementRenderer(app, openForm));
    app.register(bootstrapRoute, { openForm });
    app.addHook('onClose', () => pool.close());
  },
  { name: 'bootstrap', dependencies: ['schemas', 'polling', 'submissions'] },
);

const Body = Type.Object(
  {
    session: Type.String(),
    locale: Type.Optional(Type.String({ maxLength: 100 })),
    languages: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 50 })),
    fields: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

/** More than a token and the languages take: anyone may send one, and it is read before its token is checked. */
const MAX_BYTES = 16 * 1024;

/**
 * `POST /bootstrap`: schema, snapshot, record, and prerendered fields in one response. The body is JSON
 * sent as `text/plain` and contains the token, to avoid a CORS preflight.
 */
async function bootstrapRoute(app: App, { openForm }: { openForm: OpenForm }): Promise<void> {
  const { authenticate } = app;
  await app.register(browserRoutes);
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
      bodyLimit: MAX_BYTES,
      preValidation: authenticate.sessionInBody,
      schema: {
        summary: 'Everything that opens a form, in one request',
        tags: ['browser'],
        consumes: ['text/plain', 'application/json'],
        body: Body,
        returns: { 200: BootstrapSchema },
        problems: [
          ...SESSION_PROBLEMS,
          'malformed-body',
          'invalid-request',
          'media-type-unsupported',
          'form-not-found',
          'form-host-not-allowed',
          'schema-unusable',
          ...SERVICE_PROBLEMS,
        ],
      },
    },
    (request) => openForm(sessionOf(request), request.body as BootstrapRequest),
  );
}
