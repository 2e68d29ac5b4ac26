import fp from 'fastify-plugin';
import { Type } from 'typebox';
import { Identifier, listFilter, listQuery } from '../http/route-schemas.ts';
import type { App } from '../http/app-type.ts';
import { cachedFor } from '../observability/metrics.ts';
import { ProblemError } from '../shared/problem-error.ts';
import {
  DELIVERY_STATES,
  DeliveriesSchema,
  DeliverySchema,
  DeliveryStore,
  listedDelivery,
} from './delivery-store.ts';
import { createEventSender, type EventSender, type RelayProbe } from './event-sender.ts';
import { createOutbox, type Outbox } from './outbox.ts';

type RelayHealth = RelayProbe | 'unset' | 'unknown';

declare module 'fastify' {
  interface FastifyInstance {
    outbox: Outbox;
    /**
     * What the receiver made of the last request without a signature; `unset` without `RELAY_URL`. It is
     * asked in the background, so that one that hangs delays nobody: `unknown` until the first response.
     */
    relayHealth(): RelayHealth;
  }
}

/** The receiver gets an empty request without a signature this often at most. */
const PROBE_MS = 60_000;

/** Stores events for the portal's back end and sends them until they are accepted. */
export const outbox = fp(
  async (app: App) => {
    const { clock, jobs, log, metrics, settings, onBackgroundError: onError } = app;
    const deliveries = new DeliveryStore(app.db);
    const sender = createEventSender(settings);
    const created = createOutbox({
      clock,
      jobs,
      deliveries,
      sender,
      onSent({ id, type }, { isDelivered, outcome }) {
        metrics.relaySend(outcome);
        if (!isDelivered) log.warn({ delivery: id, type, outcome }, 'an event was not accepted');
      },
      onError,
    });
    app.decorate('outbox', created);
    app.decorate('relayHealth', createRelayHealth(sender));
    metrics.gauge(
      'oldest_undelivered_seconds',
      'Age of the oldest event that was not delivered; 0 when there is none',
      async () => (await deliveries.ageOfOldestPending(clock.now())) / 1_000,
    );
    metrics.gauges('deliveries', 'Events for the back end, by state', 'state', async () =>
      (await deliveries.countByState()).map(({ state, deliveries: count }) => [state, count]),
    );
    app.register(deliveryRoutes);
    app.addHook('onReady', () => created.start());
    // Running sends finish while requests do.
    app.addHook('preClose', async () => void created.stop());
    app.addHook('onClose', async () => {
      await created.stop();
      await sender?.close();
    });
  },
  { name: 'outbox', dependencies: ['upstream', 'auth'] },
);

/** Probes the receiver in the background: see `relayHealth`. */
function createRelayHealth(sender: EventSender | undefined): () => RelayHealth {
  let health: RelayHealth = 'unknown';
  const probe = cachedFor(PROBE_MS, async () => {
    health = (await sender?.probe()) ?? 'unset';
  });
  return () => {
    void probe();
    return health;
  };
}

/** `GET /deliveries` lists relayed events; `POST /deliveries/{id}/replay` sends one again. */
async function deliveryRoutes(app: App): Promise<void> {
  const { authenticate } = app;
  app.get(
    '/deliveries',
    {
      onRequest: authenticate.backend,
      schema: {
        summary: 'Events for your back end, newest first',
        querystring: listQuery(DELIVERY_STATES),
        returns: { 200: DeliveriesSchema },
      },
    },
    async (request) => {
      const found = await app.outbox.list(listFilter(request.query));
      return { deliveries: found.map(listedDelivery) };
    },
  );

  app.post(
    '/deliveries/:id/replay',
    {
      onRequest: authenticate.backend,
      schema: {
        summary: 'Send an event again',
        params: Type.Object({ id: Identifier }),
        returns: { 202: DeliverySchema },
        problems: ['delivery-not-found'],
      },
    },
    async (request, reply) => {
      const replayed = await app.outbox.replay(request.params.id);
      if (!replayed) throw new ProblemError('delivery-not-found');
      return reply.code(202).send(listedDelivery(replayed));
    },
  );
}
