import fp from 'fastify-plugin';
import type { App } from '../plugins/app-type.ts';
import { createFormValidator, type FormValidator } from '../validation/form-validator.ts';
import { createFormSchemas, type FormSchemas } from './form-schemas.ts';
import { createPrefillStore, type PrefillStore } from './prefills.ts';
import { schemaRoute } from './routes.ts';

declare module 'fastify' {
  interface FastifyInstance {
    schemas: FormSchemas;
    validator: FormValidator;
    prefills: PrefillStore;
  }
}

/** The forms' schemas: fetched, sanitized, cached, and used to validate data. */
export const schemas = fp(
  async (app: App) => {
    const validator = createFormValidator();
    const prefills = createPrefillStore(app.db);
    const formSchemas = createFormSchemas(app.service, prefills, app.sealer, validator, {
      changes: app.metrics.schemaChanges,
      asked: validator.warm,
    });
    app.decorate('validator', validator);
    app.decorate('schemas', formSchemas);
    app.decorate('prefills', prefills);
    app.housekeeping.add(async (now) => ({ prefills: await prefills.purge(now) }));
    app.register(async (scope: App) => {
      app.limitBrowsers(scope);
      schemaRoute(scope, { authenticate: app.authenticate, schemas: formSchemas });
    });
    app.addHook('onClose', () => validator.close());
  },
  { name: 'schemas', dependencies: ['upstream', 'auth'] },
);
