import fp from 'fastify-plugin';
import {
  ServiceResponse,
  CountryParams,
  CountryPersonParams,
  RelayedBody,
  SERVICE_PROBLEMS,
} from '../http/route-schemas.ts';
import type { App } from '../http/app-type.ts';
import { creationOptions } from '../http/requests.ts';
import { createdUnread } from '../upstream/service.ts';
import { createPersonCreator, type CreatePerson } from './create-person.ts';

declare module 'fastify' {
  interface FastifyInstance {
    createPerson: CreatePerson;
  }
}

/** Creates persons at the service and reads them. */
export const persons = fp(
  async (app: App) => {
    const { clock, expectCompletion, publicUrl, service, settings } = app;
    const { onBackgroundError: onError } = app;
    app.decorate(
      'createPerson',
      createPersonCreator({ clock, expectCompletion, publicUrl, service, settings, onError }),
    );
    app.register(creationRoute);
    app.register(lookUpRoutes);
  },
  { name: 'persons', dependencies: ['webhooks'] },
);

/** `POST /{country_code}/persons`: relayed, with the proxy's own webhook if it names none. */
async function creationRoute(app: App): Promise<void> {
  const { authenticate, createPerson, databaseReady } = app;

  app.post(
    '/:country_code/persons',
    {
      onRequest: authenticate.backend,
      schema: {
        summary: 'Create a person; without a webhook_url the proxy’s own is filled in',
        params: CountryParams,
        body: RelayedBody,
        returns: { 200: ServiceResponse, 201: ServiceResponse },
        problems: ['country-not-found', 'validation-failed', ...SERVICE_PROBLEMS],
      },
    },
    async (request, reply) => {
      // A person whose completion cannot be found is not created.
      await databaseReady();
      const { country_code } = request.params;
      const options = creationOptions(request, reply);
      const created = await createPerson(country_code, request.jsonText, options);
      const { status, text, value } = created;
      if (text === undefined) throw createdUnread(created);
      // The response's shape is not documented; it can be a bare identifier in plain text.
      const type = value === undefined ? 'text/plain' : 'application/json';
      return reply.code(status).type(`${type}; charset=utf-8`).send(text);
    },
  );
}

/** A person and its reports, relayed. */
async function lookUpRoutes(app: App): Promise<void> {
  const { authenticate, service } = app;
  const lookUps = [
    ['/:country_code/persons/:person_id/status', 'The person’s status', service.personStatus],
    ['/:country_code/reports/:person_id', 'The person’s reports', service.reports],
  ] as const;
  for (const [path, summary, lookUp] of lookUps)
    app.get(
      path,
      {
        onRequest: authenticate.backend,
        schema: {
          summary,
          params: CountryPersonParams,
          returns: { 200: ServiceResponse },
          problems: ['country-not-found', 'record-not-found', ...SERVICE_PROBLEMS],
        },
      },
      async (request, reply) => {
        const { country_code, person_id } = request.params;
        const found = await lookUp(country_code, person_id);
        return reply.code(found.status).type('application/json').send(found.text);
      },
    );
}
