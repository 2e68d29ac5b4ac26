import fp from 'fastify-plugin';
import { Type } from 'typebox';
import type { App } from '../http/app-type.ts';
import { createWebhookReceiver, type WebhookReceiver } from './completion-webhook.ts';
import { PersonStore } from './person-store.ts';
import { createReconciliation } from './reconciliation.ts';
import { createAuthentication } from './webhook-authentication.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Remembers a person that was created, so that its completion is found if its webhook gets lost. */
    expectCompletion: PersonStore['remember'];
  }
}

/** Passes completed persons on to the back end: from the service's webhook, or found by polls. */
export const webhooks = fp(
  async (app: App) => {
    const { clock, jobs, metrics, outbox, pollSchedule, roomForPolls, service, settings } = app;
    const { onBackgroundError: onError } = app;
    const store = new PersonStore(app.db);
    const reconciliation = createReconciliation({
      clock,
      jobs,
      outbox,
      store,
      service,
      roomForPolls,
      settings,
      onError,
    });
    const onCompleted = (person_id: string) => void pollSchedule.pollSoon(person_id).catch(onError);
    const receive = createWebhookReceiver({ clock, outbox, onCompleted, metrics });
    app.decorate('expectCompletion', (person) => store.remember(person));
    app.register(webhookRoute, { receive });
    app.addHook('onReady', () => reconciliation.start());
    app.addHook('onClose', () => reconciliation.stop());
  },
  { name: 'webhooks', dependencies: ['outbox', 'polling'] },
);

/** In bytes: report details can be long, and a rejected webhook may never come again. */
const MAX_WEBHOOK_BYTES = 8 * 1024 * 1024;

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
      // Without a body, no parser runs.
      const isNew = await receive((request.body as Buffer | undefined) ?? Buffer.alloc(0));
      return { received: true as const, duplicate: !isNew };
    },
  );
}
