import type { BrowserPrecandidate } from 'precandidate-contract';
import type { StatusPoller } from '../status/poller.ts';
import type { Service } from '../upstream/service.ts';
import { answers, AsTheServiceAnswered, SESSION_PROBLEMS } from '../plugins/answer-shapes.ts';
import type { App } from '../plugins/app-type.ts';
import type { Authenticate } from '../sessions/authenticate.ts';
import { PersonParams } from '../plugins/shapes.ts';

/**
 * `GET /precandidate/{person_id}`: the service's array, whole for the back end; for a browser the
 * one record of its session, without e-mail, phone and report settings, as the last look found it.
 */
export function recordRoute(
  app: App,
  parts: { authenticate: Authenticate; service: Service; poller: StatusPoller },
): void {
  const { authenticate, service, poller } = parts;

  app.get(
    '/precandidate/:person_id',
    {
      onRequest: authenticate.backendOrSession,
      schema: {
        summary: 'The person’s precandidates; with a session, its own one, redacted',
        tags: ['back end', 'browser'],
        security: [{ backend: [] }, { session: [] }],
        params: PersonParams,
        response: answers(
          { 200: AsTheServiceAnswered },
          ...SESSION_PROBLEMS,
          ...(['record-not-found', 'service-unavailable'] as const),
        ),
      },
    },
    async (request, reply) => {
      const { person_id } = request.params;
      if (request.session) {
        const { record } = await poller.find(person_id, request.session.form_id);
        await poller.keepPolling(person_id);
        const shown = record === null ? [] : [JSON.parse(record) as BrowserPrecandidate];
        return reply.header('cache-control', 'private, no-store').send(shown);
      }
      const found = await service.listPrecandidates(person_id);
      return reply.code(found.status).type('application/json').send(found.text);
    },
  );
}
