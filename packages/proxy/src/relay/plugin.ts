import fp from 'fastify-plugin';
import { createCompletionCheck } from '../persons/completion-check.ts';
import type { App } from '../plugins/app-type.ts';
import { deliveryRoutes } from './deliveries-routes.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { createRelays, endpointsOf } from './relay.ts';

declare module 'fastify' {
  interface FastifyInstance {
    outbox: Outbox;
    /** By endpoint name. */
    relayHealth(): Promise<Record<string, 'up' | 'disabled'>>;
  }
}

/** Stores events for the portal's back end and sends them until they are accepted. */
export const relay = fp(
  async (app: App) => {
    const { settings, stores, metrics } = app;
    const check =
      settings.WEBHOOK_VERIFY === 'reread'
        ? createCompletionCheck(app.service, stores.persons)
        : undefined;
    const relays = createRelays(settings, check, app.outboundProxy);
    const outbox = createOutbox(stores, relays, app.onBackgroundError, app.db.engine === 'sqlite');
    app.decorate('outbox', outbox);
    app.decorate('relayHealth', async () => {
      const disabled = await stores.endpoints.disabled();
      return Object.fromEntries(
        endpointsOf(settings).map(({ name }) => [
          name,
          disabled.includes(name) ? ('disabled' as const) : ('up' as const),
        ]),
      );
    });
    metrics.gauge(
      'oldest_undelivered_seconds',
      'Age of the oldest event that is neither delivered nor dead; 0 when there is none',
      async () => (await stores.deliveries.oldestOwed(Date.now())) / 1_000,
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
    app.addHook('onClose', async () => {
      await outbox.stop();
      await Promise.all(relays.map((one) => one.close()));
    });
  },
  { name: 'relay', dependencies: ['stores', 'upstream', 'auth'] },
);
