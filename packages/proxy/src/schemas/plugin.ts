import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { Type } from 'typebox';
import { sessionOf } from '../auth/auth.ts';
import { keepFormsMs } from '../config/settings.ts';
import { ServiceResponse, FormParams } from '../plugins/route-schemas.ts';
import type { App } from '../plugins/app-type.ts';
import { endOf } from '../plugins/request-end.ts';
import { hasMatchingEtag } from '../plugins/negotiation.ts';
import { createFormValidator, type FormValidator } from '../validation/form-validator.ts';
import type { SanitizedSchema } from '../validation/sanitize-schema.ts';
import { createFormSchemas, type FormSchemas } from './form-schemas.ts';
import { createSessionSchemas, type SessionSchemas } from './session-schemas.ts';
import { createPrefillStore, createSchemaStore, type PrefillStore } from './store.ts';

declare module 'fastify' {
  interface FastifyInstance {
    schemas: FormSchemas;
    sessionSchemas: SessionSchemas;
    validator: FormValidator;
    prefills: PrefillStore;
  }
}

/** The forms' schemas: fetched, sanitized, cached, and used to validate data. */
export const schemas = fp(
  async (app: App) => {
    const store = createSchemaStore(app.db);
    app.decorate('validator', createFormValidator(app.deadlineMs));
    app.decorate('prefills', createPrefillStore(app.db));
    const { service, validator, clock, metrics, log, deadlineMs, onBackgroundError } = app;
    const { sealer, prefills } = app;
    const formSchemas = createFormSchemas({
      service,
      store,
      validator,
      clock,
      metrics,
      log,
      deadlineMs,
      onBackgroundError,
    });
    const parts = { schemas: formSchemas, prefills, validator, sealer, onBackgroundError };
    app.decorate('schemas', formSchemas);
    app.decorate('sessionSchemas', createSessionSchemas(parts));
    app.housekeeping.add(async (now) => ({
      prefills: await app.prefills.purge(now),
      schemas: await store.purge(now - keepFormsMs(app.settings)),
    }));
    schemaRoute(app);
    app.addHook('onClose', () => app.validator.close());
  },
  { name: 'schemas', dependencies: ['housekeeping', 'upstream', 'auth'] },
);

/** `GET /precandidate/{person_id}/schema/{form_id}`: the form's schema, as sanitized. */
function schemaRoute(app: App): void {
  app.get(
    '/precandidate/:person_id/schema/:form_id',
    {
      onRequest: app.authenticate.session,
      schema: {
        summary: 'The form schema',
        params: FormParams,
        returns: { 200: ServiceResponse, 304: Type.Null() },
        problems: ['form-not-found', 'schema-unusable', 'service-unavailable'],
      },
    },
    (request, reply) => {
      const session = sessionOf(request);
      // Without a promise for a cached schema: with one, a request takes a sixth more CPU time.
      const cached = app.sessionSchemas.peek(session);
      if (cached) return send(cached, request, reply);
      return app.sessionSchemas
        .get(session, endOf(reply))
        .then((fetched) => send(fetched, request, reply));
    },
  );
}

function send({ json, etag }: SanitizedSchema, request: FastifyRequest, reply: FastifyReply) {
  reply.headers({ etag, 'cache-control': 'private, no-cache' });
  if (hasMatchingEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(json);
}
