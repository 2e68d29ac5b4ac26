import { describeError } from '../plugins/describe-error.ts';
import type { PrecandidateCreation } from 'precandidate-contract';
import { isRecord } from '../status/records.ts';
import type { StatusPoller } from '../status/poller.ts';
import type { Service } from '../upstream/service.ts';
import { answers, AsTheServiceAnswered } from '../plugins/answer-shapes.ts';
import type { App } from '../plugins/app-type.ts';
import type { Authenticate } from '../sessions/authenticate.ts';
import { BACKEND, RelayedBody } from '../plugins/shapes.ts';

/** `POST /precandidate`: relayed, and from then on watched. */
export function precandidateRoutes(
  app: App,
  {
    authenticate,
    service,
    poller,
  }: { authenticate: Authenticate; service: Service; poller: StatusPoller },
): void {
  app.post(
    '/precandidate',
    {
      onRequest: authenticate.backend,
      schema: {
        summary: 'Create a precandidate; answers the service’s record',
        tags: ['back end'],
        security: BACKEND,
        body: RelayedBody,
        response: answers(
          { 200: AsTheServiceAnswered },
          ...([
            'unauthorized',
            'pipeline-not-found',
            'validation-failed',
            'service-unavailable',
          ] as const),
        ),
      },
    },
    async (request, reply) => {
      const body = request.body as PrecandidateCreation;
      const created = await service.createPrecandidate(body);
      const person_id = isRecord(created.value) ? created.value['person_id'] : undefined;
      // The record exists whatever happens here: its answer must not be lost with our database.
      if (typeof person_id === 'string' && isRecord(created.value))
        await poller
          .storeRecords(person_id, [created.value], created.asked_at)
          .then(() => poller.keepPolling(person_id))
          .catch((error: unknown) => request.log.error(describeError(error), 'not watched'));
      return reply.code(created.status).type('application/json').send(created.text);
    },
  );
}
