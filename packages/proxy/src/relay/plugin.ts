import fp from 'fastify-plugin';
import type { App } from '../plugins/app-type.ts';
import { DAY_MS } from '../config/settings.ts';
import { createDeliveryStore, type DeliveryStore } from './delivery-store.ts';
import { deliveryRoutes } from './deliveries-routes.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { createEndpointStore, endpointsOf } from './endpoints.ts';
import { createEventSender, type SendCheck } from './event-sender.ts';

declare module 'fastify' {
  interface FastifyInstance {
    outbox: Outbox;
    /** Asked before an event is sent; another plugin provides it, before the relay. */
    sendCheck: SendCheck | undefined;
    /** By endpoint name. */
    relayHealth(): Promise<Record<string, 'up' | 'disabled'>>;
  }
}

/** Stores events for the portal's back end and sends them until they are accepted. */
export const relay = fp(
  async (app: App) => {
    const { settings, jobs, metrics } = app;
    const deliveries = createDeliveryStore(app.db);
    const endpoints = createEndpointStore(app.db);
    const options = {
      allowPrivate: settings.RELAY_ALLOW_PRIVATE,
      proxy: app.outboundProxy,
      ...(app.sendCheck && { check: app.sendCheck }),
    };
    const senders = endpointsOf(settings).map((endpoint) => createEventSender(endpoint, options));
    const outbox = createOutbox({
      jobs,
      deliveries,
      endpoints,
      senders,
      onError: app.onBackgroundError,
    });
    purgeEvents(app, deliveries);
    app.decorate('outbox', outbox);
    app.decorate('relayHealth', async () => {
      const disabled = await endpoints.disabled();
      return Object.fromEntries(
        senders.map(({ endpoint }) => [
          endpoint,
          disabled.includes(endpoint) ? ('disabled' as const) : ('up' as const),
        ]),
      );
    });
    metrics.gauge(
      'oldest_undelivered_seconds',
      'Age of the oldest event that is neither delivered nor dead; 0 when there is none',
      async () => (await deliveries.oldestPending(Date.now())) / 1_000,
    );
    metrics.gauge(
      'relay_endpoints_disabled',
      'Endpoints that answered 410',
      async () => (await endpoints.disabled()).length,
    );
    metrics.gauges('deliveries', 'Relayed events by state', 'state', async () =>
      (await deliveries.countByState()).map(({ state, deliveries: count }) => [state, count]),
    );
    deliveryRoutes(app, app);
    app.addHook('onReady', () => outbox.start());
    // Sends end while requests do.
    app.addHook('preClose', async () => void outbox.stop());
    app.addHook('onClose', async () => {
      await outbox.stop();
      await Promise.all(senders.map((one) => one.close()));
    });
  },
  { name: 'relay', dependencies: ['housekeeping', 'upstream', 'auth', 'completion-check'] },
);

/** Pending events are given up first. They stay in the list, and can be replayed. */
function purgeEvents(app: App, deliveries: DeliveryStore): void {
  const { KEEP_EVENTS_DAYS, GIVE_UP_DAYS } = app.settings;

  app.housekeeping.add(async (now) => {
    const count = await deliveries.giveUp(now - GIVE_UP_DAYS * DAY_MS, now);
    if (count > 0) app.log.warn(`${count} events were given up: undelivered for GIVE_UP_DAYS`);
    return {};
  });

  app.housekeeping.add(async (now) => {
    const { dead, others } = await deliveries.purge(now - KEEP_EVENTS_DAYS * DAY_MS);
    if (dead > 0) app.log.warn(`${dead} dead events were deleted after KEEP_EVENTS_DAYS`);
    return { 'dead events': dead, events: others };
  });
}
