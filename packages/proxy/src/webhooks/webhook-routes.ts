import type { FastifyRequest } from 'fastify';
import { Type } from '../plugins/type.ts';
import { ProblemError } from '../plugins/problem-error.ts';
import { isOneOf } from '../shared/digest.ts';
import type { WebhookReceiver } from './webhooks.ts';
import { answers } from '../plugins/answer-shapes.ts';
import type { App } from '../plugins/app-type.ts';
import { createRateLimit, networkOf } from '../plugins/rate-limit.ts';

const Received = Type.Object({ received: Type.Literal(true), duplicate: Type.Boolean() });

/** In bytes: report details can be long, and a rejected webhook may never come again. */
const MAX_WEBHOOK_BYTES = 8 * 1024 * 1024;

/** How the service authenticates. */
export interface WebhookAuth {
  header: string;
  secrets: readonly string[];
  /** Requests a minute from one address. */
  max_per_minute: number;
}

/** `POST /webhooks/person-completed`: responds 2xx only once the event is durable. */
export function webhookRoute(app: App, receiver: WebhookReceiver, auth: WebhookAuth): void {
  app.register(async (scope) => {
    // Raw bytes, whatever their type claims: a payload that differs from the interface is kept, too.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (request: FastifyRequest, body: AsyncIterable<Buffer>) =>
      readBytes(request, body).catch((error: unknown) => {
        if (error instanceof ProblemError) throw error;
        // The client disconnected: no fault of ours.
        throw new ProblemError('malformed-body');
      }),
    );
    scope.post(
      '/webhooks/person-completed',
      {
        bodyLimit: MAX_WEBHOOK_BYTES,
        onRequest: authenticate(auth),
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
        const isNew = await receiver.receive(bytes);
        return reply.code(200).send({ received: true, duplicate: !isNew });
      },
    );
  });
}

/**
 * Reads a body into one buffer of the announced length. Collecting chunks and joining them, as
 * `parseAs: 'buffer'` does, takes twice the memory.
 */
async function readBytes(request: FastifyRequest, body: AsyncIterable<Buffer>): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > MAX_WEBHOOK_BYTES) throw new ProblemError('body-too-large');
  let bytes = Buffer.allocUnsafeSlow(announced);
  let length = 0;
  for await (const chunk of body) {
    if (length + chunk.length > MAX_WEBHOOK_BYTES) throw new ProblemError('body-too-large');
    // Without an announced length.
    if (length + chunk.length > bytes.length)
      bytes = Buffer.concat([bytes], Math.max(bytes.length * 2, length + chunk.length));
    length += chunk.copy(bytes, length);
  }
  return bytes.subarray(0, length);
}

/**
 * Runs before the body is read. Requests without a valid secret have a limit of their own, so that a
 * flood of them does not use up the service's, even behind the same reverse proxy.
 */
function authenticate({ header, secrets, max_per_minute }: WebhookAuth) {
  const [limitGuesses, limitWebhooks] = [
    createRateLimit(max_per_minute),
    createRateLimit(max_per_minute),
  ];
  const name = header.toLowerCase();

  return async (request: FastifyRequest): Promise<void> => {
    const given = request.headers[name];
    if (typeof given === 'string' && isOneOf(given, secrets))
      return limitWebhooks(networkOf(request));
    limitGuesses(networkOf(request));
    throw new ProblemError('webhook-unauthorized');
  };
}
