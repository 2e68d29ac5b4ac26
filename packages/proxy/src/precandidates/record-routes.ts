import type { BrowserPrecandidate } from 'precandidate-contract';
import type { StatusWatch } from '../status/status-watch.ts';
import type { Service } from '../upstream/service.ts';
import { answers, AsTheServiceAnswered, SESSION_PROBLEMS } from '../plugins/answer-shapes.ts';
import type { App } from '../plugins/app-type.ts';
import type { Authenticate } from '../plugins/authenticate.ts';
import { PersonParams } from '../plugins/shapes.ts';

/**
 * `GET /precandidate/{person_id}`: the service's array, whole for the back end; for a browser the
 * one record of its session, without e-mail, phone and report settings, as the last look found it.
 */
export function recordRoute(
  app: App,
  parts: { authenticate: Authenticate; service: Service; watch: StatusWatch },
): void {
  const { authenticate, service, watch } = parts;

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
        const { record } = await watch.find(person_id, request.session.form_id);
        await watch.watch(person_id);
        const shown = record === null ? [] : [JSON.parse(record) as BrowserPrecandidate];
        return reply.header('cache-control', 'private, no-store').send(shown);
      }
      const found = await service.listPrecandidates(person_id);
      return reply.code(found.status).type('application/json').send(found.text);
    },
  );
}
