import fp from 'fastify-plugin';
import type { App } from '../plugins/app-type.ts';
import { createFormChanges, type FormChanges } from '../forms/form-changes.ts';
import { createLiveUpdates } from './live-updates.ts';
import { createPollInterval } from './poll-interval.ts';
import { createStatusPoller, type StatusPoller } from './poller.ts';
import { statusRoute } from './status-routes.ts';

declare module 'fastify' {
  interface FastifyInstance {
    changes: FormChanges;
    poller: StatusPoller;
  }
}

const DAY_MS = 24 * 60 * 60_000;

/** Polls the service for the status of forms and sends changes to browsers. */
export const status = fp(
  async (app: App) => {
    const { settings, stores, metrics, onBackgroundError } = app;
    const changes = createFormChanges(app.db, stores.forms, onBackgroundError);
    const interval = createPollInterval(
      stores.schedule,
      changes,
      {
        minMs: settings.POLL_MIN_SECONDS * 1_000,
        maxMs: settings.POLL_MAX_SECONDS * 1_000,
        requestsPerSecond: settings.UPSTREAM_RPS,
      },
      onBackgroundError,
    );
    const poller = createStatusPoller(
      {
        ...stores,
        service: app.service,
        changes,
        outbox: app.outbox,
        interval,
        metrics,
        onError: onBackgroundError,
      },
      settings.WATCH_DAYS * DAY_MS,
    );
    const channel = settings.SUBMISSION_CHANNEL;
    const updates = createLiveUpdates(changes, app.revocations, {
      channel,
      maxConnections: settings.MAX_STREAMS,
    });
    app.decorate('changes', changes);
    app.decorate('poller', poller);
    metrics.gauge('streams', 'Open status streams', async () => updates.streamCount());
    metrics.gauge('long_polls', 'Open long polls of a status', async () => updates.longPollCount());
    metrics.gauge('polled_persons', 'Persons whose forms are polled', stores.schedule.count);
    metrics.gauges('forms', 'Forms by submission state', 'state', async () =>
      (await stores.forms.countByState()).map(({ state, forms }) => [state, forms]),
    );
    app.register(async (scope: App) => {
      app.limitBrowsers(scope);
      const { authenticate, revocations } = app;
      statusRoute(scope, { authenticate, poller, updates, revocations, channel });
    });
    app.addHook('onReady', async () => {
      await changes.start();
      await interval.start();
      await poller.start();
    });
    app.addHook('preClose', async () => updates.close());
    app.addHook('onClose', async () => {
      changes.stop();
      await Promise.all([interval.stop(), poller.stop()]);
    });
  },
  { name: 'status', dependencies: ['relay', 'auth'] },
);
