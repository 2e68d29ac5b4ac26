import fp from 'fastify-plugin';
import { DAY_MS, keepFormsMs } from '../config/settings.ts';
import type { App } from '../plugins/app-type.ts';
import { createPersonCreator, type PersonCreator } from './create-person.ts';
import { personRoutes } from './person-routes.ts';
import { createPersonStore } from './person-store.ts';
import { type CompletedPersons, createReconciliation } from './reconciliation.ts';

declare module 'fastify' {
  interface FastifyInstance {
    persons: PersonCreator;
    completedPersons: CompletedPersons;
  }
}

/** Creates persons at the service, and finds completions whose webhook got lost. */
export const persons = fp(
  async (app: App) => {
    const { settings, jobs, service, outbox, onBackgroundError: onError } = app;
    const store = createPersonStore(app.db, jobs);
    const creator = createPersonCreator(settings, {
      service,
      persons: store,
      publicUrl: app.publicUrl,
      onError,
    });
    const reconciliation = createReconciliation(
      { jobs, persons: store, service, outbox, onError },
      {
        firstPollMs: settings.RECONCILE_SECONDS * 1_000,
        pollForMs: settings.WATCH_DAYS * DAY_MS,
      },
    );
    app.decorate('persons', creator);
    app.decorate('completedPersons', store);
    app.housekeeping.add(async (now) => ({
      persons: await store.purge(now - keepFormsMs(settings)),
    }));
    personRoutes(app, { authenticate: app.authenticate, service, persons: creator });
    app.addHook('onReady', () => reconciliation.start());
    app.addHook('onClose', () => reconciliation.stop());
  },
  { name: 'persons', dependencies: ['relay', 'auth'] },
);
