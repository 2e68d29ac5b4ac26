import fp from 'fastify-plugin';
import type { App } from '../plugins/app-type.ts';
import { deliveryRoutes } from './deliveries-routes.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { endpointsOf } from './endpoints.ts';
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
    const { settings, stores, metrics } = app;
    const options = {
      allowPrivate: settings.RELAY_ALLOW_PRIVATE,
      proxy: app.outboundProxy,
      ...(app.sendCheck && { check: app.sendCheck }),
    };
    const senders = endpointsOf(settings).map((endpoint) => createEventSender(endpoint, options));
    const outbox = createOutbox({ ...stores, senders, onError: app.onBackgroundError });
    app.decorate('outbox', outbox);
    app.decorate('relayHealth', async () => {
      const disabled = await stores.endpoints.disabled();
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
      async () => (await stores.deliveries.oldestPending(Date.now())) / 1_000,
    );
    metrics.gauge(
      'relay_endpoints_disabled',
      'Endpoints that answered 410',
      async () => (await stores.endpoints.disabled()).length,
    );
    metrics.gauges('deliveries', 'Relayed events by state', 'state', async () =>
      (await stores.deliveries.countByState()).map(({ state, deliveries }) => [state, deliveries]),
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
  { name: 'relay', dependencies: ['stores', 'upstream', 'auth', 'completion-check'] },
);
