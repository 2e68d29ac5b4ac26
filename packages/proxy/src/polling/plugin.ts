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
    const schedule = new PollSchedule(app);
    app.decorate('pollSchedule', schedule);
    const poller = new StatusPoller(app);
    app.decorate('poller', poller);
    app.metrics.gauge('polled_persons', 'Persons whose forms are polled', () => schedule.count());
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
