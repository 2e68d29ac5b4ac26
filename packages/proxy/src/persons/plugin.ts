import fp from 'fastify-plugin';
import type { App } from '../plugins/app-type.ts';
import { createCompletionWatch } from './completion-watch.ts';
import { createPersonCreator, type PersonCreator } from './person-creator.ts';
import { personRoutes } from './persons-routes.ts';

declare module 'fastify' {
  interface FastifyInstance {
    persons: PersonCreator;
  }
}

const DAY_MS = 24 * 60 * 60_000;

/** Creates persons at the service, and finds completions whose webhook got lost. */
export const persons = fp(
  async (app: App) => {
    const { settings, stores, service, onBackgroundError } = app;
    const reconcileMs = settings.RECONCILE_SECONDS * 1_000;
    const creator = createPersonCreator(
      service,
      stores.persons,
      () => ownWebhook(app),
      reconcileMs,
      onBackgroundError,
    );
    const completions = createCompletionWatch(
      { persons: stores.persons, service, outbox: app.outbox, onError: onBackgroundError },
      { first_ms: reconcileMs, watch_ms: settings.WATCH_DAYS * DAY_MS },
    );
    app.decorate('persons', creator);
    personRoutes(app, { authenticate: app.authenticate, service, persons: creator });
    app.addHook('onReady', async () => completions.start());
    app.addHook('onClose', () => completions.stop());
  },
  { name: 'persons', dependencies: ['relay', 'auth'] },
);

function ownWebhook({ settings, publicUrl }: App) {
  const [secret] = settings.WEBHOOK_SECRETS ?? [];
  if (secret === undefined) return undefined;
  return {
    url: `${publicUrl()}/webhooks/person-completed`,
    header: settings.WEBHOOK_HEADER,
    secret,
  };
}
