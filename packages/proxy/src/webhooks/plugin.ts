import fp from 'fastify-plugin';
import type { App } from '../plugins/app-type.ts';
import { webhookRoute } from './webhook-routes.ts';
import { createWebhookReceiver } from './webhooks.ts';

/** Receives the service's completion webhook. */
export const webhooks = fp(
  async (app: App) => {
    const { settings, outbox, poller, metrics } = app;
    const receiver = createWebhookReceiver({
      persons: app.completedPersons,
      outbox,
      poller,
      metrics,
      onError: app.onBackgroundError,
    });
    webhookRoute(app, receiver, {
      header: settings.WEBHOOK_HEADER,
      secrets: settings.WEBHOOK_SECRETS ?? [],
      max_per_minute: settings.WEBHOOK_RATE_LIMIT,
    });
  },
  { name: 'webhooks', dependencies: ['relay', 'status', 'persons'] },
);
