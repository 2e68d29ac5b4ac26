import fp from 'fastify-plugin';
import { DAY_MS } from '../config/settings.ts';
import { createCompletionCheck } from '../persons/completion-check.ts';
import { Identifier, listQuery, TextOrNull, timeOrNull } from '../plugins/route-schemas.ts';
import type { App } from '../plugins/app-type.ts';
import { ProblemError } from '../shared/problem-error.ts';
import { Type } from '../plugins/type.ts';
import {
  createDeliveryStore,
  type Delivery as DeliveryRow,
  DELIVERY_STATES,
  type DeliveryStore,
} from './delivery-store.ts';
import { createEventSender, endpointsOf } from './event-sender.ts';
import { createOutbox, type Outbox } from './outbox.ts';

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
    const { settings, jobs, metrics } = app;
    const deliveries = createDeliveryStore(app.db);
    const options = {
      allowPrivate: settings.RELAY_ALLOW_PRIVATE,
      proxy: app.outboundProxy,
      check: settings.WEBHOOK_VERIFY === 'reread' ? createCompletionCheck(app) : undefined,
    };
    const senders = endpointsOf(settings).map((endpoint) => createEventSender(endpoint, options));
    const outbox = createOutbox({
      jobs,
      deliveries,
      senders,
      onError: app.onBackgroundError,
    });
    const hasEndpoints = senders.length > 0;
    purgeEvents(app, deliveries, hasEndpoints);
    app.decorate('outbox', outbox);
    app.decorate('relayHealth', async () => {
      const disabled = await deliveries.disabledEndpoints();
      return Object.fromEntries(
        senders.map(({ endpoint }) => [
          endpoint,
          disabled.includes(endpoint) ? ('disabled' as const) : ('up' as const),
        ]),
      );
    });
    const waiting = hasEndpoints ? (['pending'] as const) : (['pending', 'held'] as const);
    metrics.gauge(
      'oldest_undelivered_seconds',
      'Age of the oldest event that waits for an endpoint; 0 when there is none',
      async () => (await deliveries.ageOfOldest(waiting, Date.now())) / 1_000,
    );
    metrics.gauge(
      'relay_endpoints_disabled',
      'Endpoints that answered 410',
      async () => (await deliveries.disabledEndpoints()).length,
    );
    metrics.gauges('deliveries', 'Relayed events by state', 'state', async () =>
      (await deliveries.countByState()).map(({ state, deliveries: count }) => [state, count]),
    );
    deliveryRoutes(app);
    app.addHook('onReady', () => outbox.start());
    // Running sends finish while requests do.
    app.addHook('preClose', async () => void outbox.stop());
    app.addHook('onClose', async () => {
      await outbox.stop();
      await Promise.all(senders.map((one) => one.close()));
    });
  },
  { name: 'relay', dependencies: ['housekeeping', 'upstream', 'auth'] },
);

/**
 * Pending events are given up first: they stay in the list, and can be replayed. Events that none of
 * the endpoints subscribes to are deleted without a warning.
 */
function purgeEvents(app: App, deliveries: DeliveryStore, hasEndpoints: boolean): void {
  const { KEEP_EVENTS_DAYS, GIVE_UP_DAYS } = app.settings;

  app.housekeeping.add(async (now) => {
    const givenUpSince = now - GIVE_UP_DAYS * DAY_MS;
    if (hasEndpoints) await deliveries.deleteHeld(givenUpSince);
    const count = await deliveries.giveUp(givenUpSince, now);
    if (count > 0) app.log.warn(`${count} events were given up: undelivered for GIVE_UP_DAYS`);
    return {};
  });

  // A purge of its own: if the first one fails, no event is kept longer than configured.
  app.housekeeping.add(async (now) => {
    const { dead, others } = await deliveries.purge(now - KEEP_EVENTS_DAYS * DAY_MS);
    if (dead > 0) app.log.warn(`${dead} dead events were deleted after KEEP_EVENTS_DAYS`);
    return { 'dead events': dead, events: others };
  });
}

const Delivery = Type.Object({
  id: Type.String(),
  endpoint: Type.String(),
  type: Type.String(),
  state: Type.String(),
  attempt: Type.Integer(),
  last_outcome: TextOrNull,
  created_at: Type.String(),
  next_at: TextOrNull,
  ended_at: TextOrNull,
});

/** `GET /deliveries` lists relayed events; `POST /deliveries/{id}/replay` sends one again. */
function deliveryRoutes(app: App): void {
  const { authenticate, outbox } = app;

  app.get(
    '/deliveries',
    {
      onRequest: authenticate.backend,
      schema: {
        summary: 'Relayed events, newest first',
        querystring: listQuery(DELIVERY_STATES),
        returns: { 200: Type.Object({ deliveries: Type.Array(Delivery) }) },
      },
    },
    async (request) => {
      const { state, limit = 100 } = request.query;
      const found = await outbox.list(state as DeliveryRow['state'] | undefined, limit);
      return { deliveries: found.map(readable) };
    },
  );

  app.post(
    '/deliveries/:id/replay',
    {
      onRequest: authenticate.backend,
      schema: {
        summary: 'Send an event again',
        params: Type.Object({ id: Identifier }),
        returns: { 202: Delivery },
        problems: ['delivery-not-found'],
      },
    },
    async (request, reply) => {
      const replayed = await outbox.replay(request.params.id);
      if (!replayed) throw new ProblemError('delivery-not-found');
      return reply.code(202).send(readable(replayed));
    },
  );
}

/** As the API shows it, with times in ISO 8601. */
function readable({ sends, created_at, next_at, ended_at, ...rest }: DeliveryRow) {
  return {
    ...rest,
    attempt: sends,
    created_at: timeOrNull(created_at),
    next_at: timeOrNull(next_at),
    ended_at: timeOrNull(ended_at),
  };
}
