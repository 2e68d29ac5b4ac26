import type { FastifyRequest } from 'fastify';
import { Type } from '../plugins/type.ts';
import { ProblemError } from '../plugins/problem-error.ts';
import { isOneOf } from '../submissions/digest.ts';
import type { WebhookIntake } from './webhook-intake.ts';
import { answers } from '../plugins/answer-shapes.ts';
import type { App } from '../plugins/app-type.ts';
import { createRateLimit, networkOf } from '../plugins/rate-limit.ts';

const Received = Type.Object({ received: Type.Literal(true), duplicate: Type.Boolean() });

/** Bytes: report details can be many, and a refused webhook may never come again. */
const LARGEST_WEBHOOK = 8 * 1024 * 1024;

/** How the webhook is let in. */
export interface WebhookDoor {
  header: string;
  secrets: readonly string[];
  /** Requests a minute from one address. */
  max_per_minute: number;
}

/** `POST /webhooks/person-completed`: 2xx only once the event is durable. */
export function personCompletedRoute(app: App, intake: WebhookIntake, door: WebhookDoor): void {
  app.register(async (scope) => {
    // The bytes are read as they are, whatever they claim to be: a differing payload is kept too.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
      done(null, body);
    });
    scope.post(
      '/webhooks/person-completed',
      {
        bodyLimit: LARGEST_WEBHOOK,
        onRequest: guard(door),
        schema: {
          summary: 'The service’s completion webhook',
          tags: ['service'],
          security: [{ webhook: [] }],
          response: answers(
            { 200: Received },
            ...(['webhook-unauthorized', 'body-too-large', 'rate-limited'] as const),
          ),
        },
      },
      async (request, reply) => {
        const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const fresh = await intake.receive(bytes);
        return reply.code(200).send({ received: true, duplicate: !fresh });
      },
    );
  });
}

/**
 * Before a byte of the body is read. Guesses are counted apart from what has a secret: a flood of
 * them, perhaps from the same front proxy, leaves the service its room.
 */
function guard({ header, secrets, max_per_minute }: WebhookDoor) {
  const [guess, webhook] = [createRateLimit(max_per_minute), createRateLimit(max_per_minute)];
  const name = header.toLowerCase();

  return async (request: FastifyRequest): Promise<void> => {
    const given = request.headers[name];
    if (typeof given === 'string' && isOneOf(given, secrets)) return webhook(networkOf(request));
    guess(networkOf(request));
    throw new ProblemError('webhook-unauthorized');
  };
}
