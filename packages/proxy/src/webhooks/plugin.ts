import fp from 'fastify-plugin';
import type { FastifyRequest } from 'fastify';
import { Type } from '../plugins/type.ts';
import { ProblemError } from '../shared/problem-error.ts';
import { isOneOf } from '../shared/digest.ts';
import type { App } from '../plugins/app-type.ts';
import { createRateLimit, networkOf } from '../plugins/rate-limit.ts';
import { createWebhookReceiver } from './receiver.ts';

/** In bytes: report details can be long, and a rejected webhook may never come again. */
const MAX_WEBHOOK_BYTES = 8 * 1024 * 1024;

/** The route of the service's completion webhook. */
export const webhooks = fp(
  async (app: App) => {
    app.register(webhookRoute);
  },
  { name: 'webhooks', dependencies: ['relay', 'status', 'persons'] },
);

/** `POST /webhooks/person-completed`: responds 2xx only once the event is durable. */
async function webhookRoute(app: App): Promise<void> {
  const receive = createWebhookReceiver(app);
  // Raw bytes, whatever their type claims: a payload that differs from the interface is kept, too.
  app.removeAllContentTypeParsers();
  const options = { parseAs: 'buffer', bodyLimit: MAX_WEBHOOK_BYTES } as const;
  app.addContentTypeParser('*', options, (_request, body, done) => done(null, body));
  app.post(
    '/webhooks/person-completed',
    {
      bodyLimit: MAX_WEBHOOK_BYTES,
      onRequest: createAuthentication(app.settings),
      schema: {
        summary: 'The service’s completion webhook',
        tags: ['service'],
        security: [{ webhook: [] }],
        returns: { 200: Type.Object({ received: Type.Literal(true), duplicate: Type.Boolean() }) },
        problems: ['webhook-unauthorized', 'body-too-large', 'rate-limited'],
      },
    },
    async (request) => {
      // Without a body and a content type, no parser runs.
      const isNew = await receive((request.body as Buffer | undefined) ?? Buffer.alloc(0));
      return { received: true as const, duplicate: !isNew };
    },
  );
}

/**
 * Runs before the body is read. Requests without a valid secret have a limit of their own, so that a
 * flood of them does not use up the service's, even behind the same reverse proxy.
 */
function createAuthentication({
  WEBHOOK_HEADER,
  WEBHOOK_SECRETS = [],
  WEBHOOK_RATE_LIMIT,
}: App['settings']) {
  const limitGuesses = createRateLimit(WEBHOOK_RATE_LIMIT);
  const limitWebhooks = createRateLimit(WEBHOOK_RATE_LIMIT);
  const header = WEBHOOK_HEADER.toLowerCase();

  return async (request: FastifyRequest): Promise<void> => {
    const given = request.headers[header];
    if (typeof given === 'string' && isOneOf(given, WEBHOOK_SECRETS))
      return limitWebhooks(networkOf(request));
    limitGuesses(networkOf(request));
    throw new ProblemError('webhook-unauthorized');
  };
}
