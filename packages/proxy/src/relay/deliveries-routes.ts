import { Type } from '../plugins/type.ts';
import { ProblemError } from '../plugins/problem-error.ts';
import type { Outbox } from './outbox.ts';
import { type Delivery as DeliveryRow, DELIVERY_STATES } from './delivery-store.ts';
import { answers } from '../plugins/answer-shapes.ts';
import type { App } from '../plugins/app-type.ts';
import type { Authenticate } from '../auth/auth.ts';
import { BACKEND, Identifier } from '../plugins/shapes.ts';

const TextOrNull = Type.Union([Type.String(), Type.Null()]);
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

const Query = Type.Object({
  state: Type.Optional(Type.Union(DELIVERY_STATES.map((state) => Type.Literal(state)))),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, default: 100 })),
});

/** `GET /deliveries` lists relayed events; `POST /deliveries/{id}/replay` sends one again. */
export function deliveryRoutes(
  app: App,
  { authenticate, outbox }: { authenticate: Authenticate; outbox: Outbox },
): void {
  const common = { tags: ['back end'], security: BACKEND };

  app.get(
    '/deliveries',
    {
      onRequest: authenticate.backend,
      schema: {
        ...common,
        summary: 'Relayed events, newest first',
        querystring: Query,
        response: answers(
          { 200: Type.Object({ deliveries: Type.Array(Delivery) }) },
          'unauthorized',
        ),
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
        ...common,
        summary: 'Send an event again',
        params: Type.Object({ id: Identifier }),
        response: answers({ 202: Delivery }, 'unauthorized', 'delivery-not-found'),
      },
    },
    async (request, reply) => {
      const replayed = await outbox.replay(request.params.id);
      if (!replayed) throw new ProblemError('delivery-not-found');
      return reply.code(202).send(readable(replayed));
    },
  );
}

/** With times in ISO 8601. */
function readable({ created_at, next_at, ended_at, ...rest }: DeliveryRow) {
  const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString());
  return { ...rest, created_at: iso(created_at), next_at: iso(next_at), ended_at: iso(ended_at) };
}
