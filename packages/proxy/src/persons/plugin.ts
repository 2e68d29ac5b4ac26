import fp from 'fastify-plugin';
import type { App } from '../plugins/app-type.ts';
import { createPersonCreator, type PersonCreator } from './create-person.ts';
import { personRoutes } from './person-routes.ts';
import { createReconciliation } from './reconciliation.ts';

declare module 'fastify' {
  interface FastifyInstance {
    persons: PersonCreator;
  }
}

const DAY_MS = 24 * 60 * 60_000;

/** Creates persons at the service, and finds completions whose webhook got lost. */
export const persons = fp(
  async (app: App) => {
    const { settings, stores, service, outbox, onBackgroundError: onError } = app;
    const creator = createPersonCreator(settings, {
      service,
      persons: stores.persons,
      publicUrl: app.publicUrl,
      onError,
    });
    const reconciliation = createReconciliation(
      { ...stores, service, outbox, onError },
      {
        firstPollMs: settings.RECONCILE_SECONDS * 1_000,
        pollForMs: settings.WATCH_DAYS * DAY_MS,
      },
    );
    app.decorate('persons', creator);
    personRoutes(app, { authenticate: app.authenticate, service, persons: creator });
    app.addHook('onReady', () => reconciliation.start());
    app.addHook('onClose', () => reconciliation.stop());
  },
  { name: 'persons', dependencies: ['relay', 'auth'] },
);
