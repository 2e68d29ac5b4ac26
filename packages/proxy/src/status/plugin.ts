import fp from 'fastify-plugin';
import { DAY_MS, keepFormsMs } from '../config/settings.ts';
import type { App } from '../plugins/app-type.ts';
import { createLiveUpdates } from './live-updates.ts';
import { createPollInterval } from './poll-interval.ts';
import { createPollSchedule } from './poll-schedule.ts';
import { createStatusPoller, type StatusPoller } from './poller.ts';
import { statusRoute } from './status-routes.ts';

declare module 'fastify' {
  interface FastifyInstance {
    poller: StatusPoller;
  }
}

/** Polls the service for the status of forms and sends changes to browsers. */
export const status = fp(
  async (app: App) => {
    const { settings, jobs, forms, changes, metrics, onBackgroundError } = app;
    const schedule = createPollSchedule(app.db, jobs);
    const interval = createPollInterval(
      schedule,
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
        forms,
        jobs,
        schedule,
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
    app.decorate('poller', poller);
    metrics.gauge('streams', 'Open status streams', async () => updates.streamCount());
    metrics.gauge('long_polls', 'Open long polls of a status', async () => updates.longPollCount());
    metrics.gauge('polled_persons', 'Persons whose forms are polled', schedule.count);
    app.housekeeping.add(async (now) => ({
      watches: await schedule.purge(now - keepFormsMs(settings)),
    }));
    app.register(async (scope: App) => {
      app.limitBrowsers(scope);
      const { authenticate, revocations } = app;
      statusRoute(scope, { authenticate, poller, updates, revocations, channel });
    });
    app.addHook('onReady', async () => {
      await interval.start();
      await poller.start();
    });
    app.addHook('preClose', async () => updates.close());
    app.addHook('onClose', async () => {
      await Promise.all([interval.stop(), poller.stop()]);
    });
  },
  { name: 'status', dependencies: ['relay', 'auth'] },
);
