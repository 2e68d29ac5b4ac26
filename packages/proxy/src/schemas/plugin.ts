import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { Type } from 'typebox';
import { type Authenticate, sessionOf } from '../auth/auth.ts';
import { keepFormsMs } from '../config/settings.ts';
import { ServiceResponse, FormParams } from '../plugins/route-schemas.ts';
import type { App } from '../plugins/app-type.ts';
import { endOf } from '../plugins/request-end.ts';
import { hasMatchingEtag } from '../plugins/negotiation.ts';
import { FormValidator } from '../validation/form-validator.ts';
import type { SanitizedSchema } from '../validation/sanitize-schema.ts';
import { FormSchemas } from './form-schemas.ts';
import { createSessionSchemas, type SessionSchemas } from './session-schemas.ts';
import { Prefills } from './prefills.ts';
import { createSchemaStore } from './store.ts';

declare module 'fastify' {
  interface FastifyInstance {
    schemas: FormSchemas;
    sessionSchemas: SessionSchemas;
    validator: FormValidator;
    prefills: Prefills;
  }
}

/** The forms' schemas: fetched, sanitized, cached, and used to validate data. */
export const schemas = fp(
  async (app: App) => {
    const { authenticate, clock, log, metrics, sealer, service } = app;
    const { deadlineMs, onBackgroundError: onError } = app;
    const validator = new FormValidator(deadlineMs);
    const store = createSchemaStore(app.db);
    const prefills = new Prefills(app.db, sealer);
    const formSchemas = new FormSchemas({
      service,
      store,
      validator,
      clock,
      metrics,
      log,
      longestReadMs: deadlineMs,
      onError,
    });
    const parts = { schemas: formSchemas, prefills, validator, onError };
    const sessionSchemas = createSessionSchemas(parts);
    app.decorate('validator', validator);
    app.decorate('prefills', prefills);
    app.decorate('schemas', formSchemas);
    app.decorate('sessionSchemas', sessionSchemas);
    app.housekeeping.add(async (now) => ({
      prefills: await prefills.purge(now),
      schemas: await store.purge(now - keepFormsMs(app.settings)),
    }));
    app.register(schemaRoute, { authenticate, sessionSchemas });
    app.addHook('onClose', () => validator.close());
  },
  { name: 'schemas', dependencies: ['housekeeping', 'upstream', 'auth'] },
);

interface RouteParts {
  authenticate: Authenticate;
  sessionSchemas: SessionSchemas;
}

/** `GET /precandidate/{person_id}/schema/{form_id}`: the form's schema, as sanitized. */
async function schemaRoute(app: App, { authenticate, sessionSchemas }: RouteParts): Promise<void> {
  app.get(
    '/precandidate/:person_id/schema/:form_id',
    {
      onRequest: authenticate.session,
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
      const cached = sessionSchemas.peek(session);
      if (cached) return send(cached, request, reply);
      return sessionSchemas
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
