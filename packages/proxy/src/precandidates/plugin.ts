import fp from 'fastify-plugin';
import type { BrowserPrecandidate } from 'precandidate-contract';
import { Type } from 'typebox';
import {
  PersonParams,
  PrecandidateSchema,
  RelayedBody,
  SERVICE_PROBLEMS,
} from '../http/route-schemas.ts';
import type { App } from '../http/app-type.ts';
import { browserRoutes } from '../http/cors.ts';
import { creationOptions } from '../http/request-log.ts';
import { describeError } from '../shared/problem-error.ts';
import { identifierIn, isJsonObject } from '../shared/json.ts';
import type { Relayed } from '../upstream/service.ts';

/** The service's precandidate records. */
export const precandidates = fp(
  async (app: App) => {
    app.register(creationRoute);
    app.register(recordRoute);
  },
  { name: 'precandidates', dependencies: ['polling'] },
);

/** `POST /precandidate`: relayed as it came; the record is polled from then on. */
async function creationRoute(app: App): Promise<void> {
  const { authenticate, databaseReady, poller, pollSchedule, service } = app;

  async function store({ value, requested_at }: Relayed): Promise<void> {
    if (!isJsonObject(value)) return;
    const person_id = identifierIn(value['person_id']);
    if (person_id === undefined) return;
    await pollSchedule.remember(person_id);
    await poller.storeRecords(person_id, [value], requested_at);
    await pollSchedule.keepPolling(person_id);
  }

  app.post(
    '/precandidate',
    {
      onRequest: authenticate.backend,
      schema: {
        summary: 'Create a precandidate; returns the service’s record',
        body: RelayedBody,
        returns: { 200: PrecandidateSchema, 201: PrecandidateSchema },
        problems: ['pipeline-not-found', 'validation-failed', ...SERVICE_PROBLEMS],
      },
    },
    async (request, reply) => {
      // A record that cannot be polled is not created.
      await databaseReady();
      const options = creationOptions(request, reply);
      const created = await service.createPrecandidate(request.jsonText, options);
      try {
        await store(created);
      } catch (error) {
        // The record exists, so an error of our database must not replace the response.
        request.log.error(describeError(error), 'the precandidate is not polled');
      }
      return reply.code(created.status).type('application/json').send(created.text);
    },
  );
}

/**
 * `GET /precandidate/{person_id}`: for the back end, the service's array; for a browser, only the
 * record of its session as last polled, without e-mail, phone, and report settings.
 */
async function recordRoute(app: App): Promise<void> {
  const { authenticate, poller, service } = app;
  await app.register(browserRoutes);

  app.get(
    '/precandidate/:person_id',
    {
      onRequest: authenticate.backendOrSession,
      schema: {
        summary: 'The person’s precandidates; with a session, only its own, redacted',
        params: PersonParams,
        returns: { 200: Type.Array(PrecandidateSchema) },
        problems: ['record-not-found', 'unauthorized', ...SERVICE_PROBLEMS],
      },
    },
    async (request, reply) => {
      const { person_id } = request.params;
      if (request.session) {
        const { form_id } = request.session;
        const { record } = await poller.findOrFetch(person_id, form_id);
        const shown = record === null ? [] : [JSON.parse(record) as BrowserPrecandidate];
        return reply.send(shown);
      }
      const found = await service.listPrecandidates(person_id, { caller: 'backEnd' });
      return reply.code(found.status).type('application/json').send(found.text);
    },
  );
}
