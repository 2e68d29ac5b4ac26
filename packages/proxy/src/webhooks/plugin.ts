import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { Type } from 'typebox';
import { createRateLimit } from '../auth/rate-limits.ts';
import type { Settings } from '../config/settings.ts';
import type { App } from '../http/app-type.ts';
import { networkOf } from '../http/client-address.ts';
import { isOneOf } from '../shared/digest.ts';
import { ProblemError } from '../shared/problem-error.ts';
import {
  createWebhookReceiver,
  MAX_WEBHOOK_BYTES,
  type WebhookReceiver,
} from './completion-webhook.ts';
import { PersonStore } from './person-store.ts';
import { createReconciliation } from './reconciliation.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Remembers a person that was created, so that its completion is found if its webhook gets lost. */
    expectCompletion: PersonStore['remember'];
  }
}

/** Passes completed persons on to the back end: from the service's webhook, or found by polls. */
export const webhooks = fp(
  async (app: App) => {
    const { clock, metrics, outbox, pollSchedule, onBackgroundError: onError } = app;
    const store = new PersonStore(app.db);
    const reconciliation = createReconciliation(app, store);
    const onCompleted = (person_id: string) => void pollSchedule.pollSoon(person_id).catch(onError);
    const receive = createWebhookReceiver({ clock, outbox, onCompleted, metrics });
    app.decorate('expectCompletion', (person) => store.remember(person));
    app.register(webhookRoute, { receive });
    app.addHook('onReady', () => reconciliation.start());
    app.addHook('onClose', () => reconciliation.stop());
  },
  { name: 'webhooks', dependencies: ['outbox', 'polling'] },
);

/** `POST /webhooks/person-completed`: responds 2xx only once the event is durable. */
async function webhookRoute(app: App, { receive }: { receive: WebhookReceiver }): Promise<void> {
  // Raw bytes, whatever their type claims: a payload that differs from the interface is kept, too.
  app.removeAllContentTypeParsers();
  const options = { parseAs: 'buffer', bodyLimit: MAX_WEBHOOK_BYTES } as const;
  app.addContentTypeParser('*', options, (_request, body, done) => done(null, body));
  app.post(
    '/webhooks/person-completed',
    {
      bodyLimit: MAX_WEBHOOK_BYTES,
      onRequest: createAuthentication(app.settings),
      // Fastify would refuse one that it cannot read.
      preParsing: async ({ raw }) => void delete raw.headers['content-type'],
      schema: {
        summary: 'The service’s completion webhook',
        tags: ['service'],
        security: [{ webhook: [] }],
        returns: { 200: Type.Object({ received: Type.Literal(true), duplicate: Type.Boolean() }) },
        problems: [
          'webhook-unauthorized',
          'body-too-large',
          'rate-limited',
          'database-unavailable',
        ],
      },
    },
    async (request) => {
      const isNew = await receive({
        // Without a body, no parser runs.
        bytes: (request.body as Buffer | undefined) ?? Buffer.alloc(0),
        encoding: request.headers['content-encoding'],
        type: request.raw.headersDistinct['content-type']?.[0],
      });
      return { received: true as const, duplicate: !isNew };
    },
  );
}

/** Wrong secrets that one address may send: too few to find one of 16 characters or more. */
const GUESSES_PER_MINUTE = 6_000;

/** Checks the secret in the webhook's header before the body is read. The service may send as many as it likes: one may not come again. */
function createAuthentication({
  WEBHOOK_HEADER,
  WEBHOOK_SECRETS = [],
}: Pick<Settings, 'WEBHOOK_HEADER' | 'WEBHOOK_SECRETS'>) {
  const limitGuesses = createRateLimit(GUESSES_PER_MINUTE);
  const header = WEBHOOK_HEADER.toLowerCase();

  return async (request: FastifyRequest): Promise<void> => {
    const given = request.headers[header];
    if (typeof given === 'string' && isOneOf(given, WEBHOOK_SECRETS)) return;
    limitGuesses(networkOf(request));
    throw new ProblemError('webhook-unauthorized');
  };
}
