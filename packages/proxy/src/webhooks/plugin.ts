import fp from 'fastify-plugin';
import type { App } from '../plugins/app-type.ts';
import { personCompletedRoute } from './person-completed-routes.ts';
import { createWebhookIntake } from './webhook-intake.ts';

/** Receives the service's completion webhook. */
export const webhooks = fp(
  async (app: App) => {
    const { settings, stores, outbox, poller, metrics } = app;
    const intake = createWebhookIntake({
      ...stores,
      outbox,
      poller,
      metrics,
      onError: app.onBackgroundError,
    });
    personCompletedRoute(app, intake, {
      header: settings.WEBHOOK_HEADER,
      secrets: settings.WEBHOOK_SECRETS ?? [],
      max_per_minute: settings.WEBHOOK_RATE_LIMIT,
    });
  },
  { name: 'webhooks', dependencies: ['relay', 'status'] },
);
