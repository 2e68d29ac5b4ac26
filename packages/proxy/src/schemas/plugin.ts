import fp from 'fastify-plugin';
import { Type } from 'typebox';
import { sessionOf } from '../auth/authenticate.ts';
import { ServiceResponse, FormParams, SERVICE_PROBLEMS } from '../http/route-schemas.ts';
import type { App } from '../http/app-type.ts';
import { browserRoutes } from '../http/cors.ts';
import { ValidationPool } from '../validation/validation-pool.ts';
import { FormSchemas, SchemaStore } from './form-schemas.ts';
import { SessionDataStore } from './session-form.ts';

declare module 'fastify' {
  interface FastifyInstance {
    schemas: FormSchemas;
    validator: ValidationPool;
    sessionData: SessionDataStore;
  }
}

/** The forms' schemas: fetched, made safe for browsers (`sanitizer/`), cached, and used to validate data. */
export const schemas = fp(
  async (app: App) => {
    const { clock, log, metrics, sealer, service } = app;
    const { deadlineMs, onBackgroundError: onError } = app;
    const validator = new ValidationPool(deadlineMs);
    const store = new SchemaStore(app.db);
    const sessionData = new SessionDataStore(app.db, sealer);
    const formSchemas = new FormSchemas({
      service,
      store,
      sessionData,
      validator,
      clock,
      metrics,
      log,
      longestReadMs: deadlineMs,
      onError,
    });
    app.decorate('validator', validator);
    app.decorate('sessionData', sessionData);
    app.decorate('schemas', formSchemas);
    app.register(schemaRoute);
    app.addHook('onClose', () => validator.close());
  },
  { name: 'schemas', dependencies: ['upstream', 'auth'] },
);

/** `GET /precandidate/{person_id}/schema/{form_id}`: the form's schema, as sanitized. */
async function schemaRoute(app: App): Promise<void> {
  await app.register(browserRoutes);
  app.get(
    '/precandidate/:person_id/schema/:form_id',
    {
      onRequest: app.authenticate.session,
      schema: {
        summary: 'The form schema',
        params: FormParams,
        returns: { 200: ServiceResponse, 304: Type.Null() },
        problems: ['form-not-found', 'schema-unusable', ...SERVICE_PROBLEMS],
      },
    },
    async (request, reply) => {
      const { json, etag } = await app.schemas.getFor(sessionOf(request));
      reply.headers({ etag, 'cache-control': 'private, no-cache' });
      return reply.type('application/json; charset=utf-8').send(json);
    },
  );
}
