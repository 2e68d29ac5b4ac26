import fp from 'fastify-plugin';
import type { App } from '../http/app-type.ts';
import { FormNotifications } from './form-notifications.ts';
import { FormStore } from './form-store.ts';

declare module 'fastify' {
  interface FastifyInstance {
    forms: FormStore;
    formNotifications: FormNotifications;
  }
}

/** The forms' rows, and notifications of their changes. */
export const forms = fp(
  async (app: App) => {
    const store = new FormStore(app.db);
    const formNotifications = new FormNotifications(app.db, store, app.onBackgroundError);
    app.decorate('forms', store);
    app.decorate('formNotifications', formNotifications);
    app.metrics.gauges('forms', 'Forms by submission state', 'state', async () =>
      (await store.countByState()).map(({ state, forms: count }) => [state, count]),
    );
    app.metrics.gauge(
      'oldest_sending_seconds',
      'Age of the oldest submission that is being delivered; 0 when there is none',
      async () => (await store.ageOfOldestSending(app.clock.now())) / 1_000,
    );
    app.addHook('onReady', () => formNotifications.start());
    app.addHook('onClose', async () => formNotifications.stop());
  },
  { name: 'forms', dependencies: ['database', 'metrics'] },
);
