import fp from 'fastify-plugin';
import type { App } from '../http/app-type.ts';
import { PollSchedule } from './poll-schedule.ts';
import { StatusPoller } from './poller.ts';

declare module 'fastify' {
  interface FastifyInstance {
    poller: StatusPoller;
    pollSchedule: PollSchedule;
  }
}

/** Polls the service for the status of forms. */
export const polling = fp(
  async (app: App) => {
    const { clock, db, forms, formChanges, jobs, metrics, outbox, service } = app;
    const { onBackgroundError: onError, roomForPolls, settings } = app;
    const schedule = new PollSchedule({ clock, db, jobs, formChanges, settings, onError });
    const poller = new StatusPoller({
      clock,
      forms,
      jobs,
      service,
      schedule,
      formChanges,
      outbox,
      roomForPolls,
      onPoll: metrics.poll,
      longestReadMs: app.deadlineMs,
      onError,
    });
    app.decorate('poller', poller);
    app.decorate('pollSchedule', schedule);
    metrics.gauge('polled_persons', 'Persons whose forms are polled', () => schedule.count());
    app.addHook('onReady', async () => {
      schedule.start();
      await poller.start();
    });
    app.addHook('onClose', async () => {
      await Promise.all([schedule.stop(), poller.stop()]);
    });
  },
  { name: 'polling', dependencies: ['outbox', 'upstream'] },
);
