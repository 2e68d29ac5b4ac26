import { ProblemError } from '../problem-error.ts';
import { isOneOf } from '../services/digest.ts';
import type { WebhookIntake } from '../services/webhook-intake.ts';
import Type from 'typebox';
import { answers } from './answer-shapes.ts';
import type { App } from './app-type.ts';

const Received = Type.Object({ received: Type.Literal(true), duplicate: Type.Boolean() });

/** Bytes: report details can be many, and a refused webhook may never come again. */
const LARGEST_WEBHOOK = 8 * 1024 * 1024;

/** `POST /webhooks/person-completed`: 2xx only once the event is durable. */
export function personCompletedRoute(
  app: App,
  parts: { intake: WebhookIntake; header: string; secrets: readonly string[] },
): void {
  const { intake, secrets } = parts;
  const header = parts.header.toLowerCase();

  app.register(async (scope) => {
    // The bytes are read as they are, whatever they claim to be: a differing payload is kept too.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
      done(null, body);
    });
    scope.post(
      '/webhooks/person-completed',
      {
        bodyLimit: LARGEST_WEBHOOK,
        onRequest: async (request) => {
          const given = request.headers[header];
          if (typeof given !== 'string' || !isOneOf(given, secrets))
            throw new ProblemError('webhook-unauthorized');
        },
        schema: {
          summary: 'The service’s completion webhook',
          tags: ['service'],
          security: [{ webhook: [] }],
          response: answers({ 200: Received }, 'malformed-body', 'webhook-unauthorized'),
        },
      },
      async (request, reply) => {
        const bytes = typeof request.body === 'string' ? request.body : '';
        const fresh = await intake.receive(bytes);
        return reply.code(200).send({ received: true, duplicate: !fresh });
      },
    );
  });
}
