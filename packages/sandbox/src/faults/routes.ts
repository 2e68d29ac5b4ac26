import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { MAX_DELAY_MS } from '../settings.ts';
import { FAULT_KINDS, type Fault } from './fault-list.ts';

const FAULT = {
  type: 'object',
  properties: {
    match: {
      type: 'object',
      properties: { method: { type: 'string' }, path: { type: 'string' } },
      additionalProperties: false,
    },
    kind: { enum: FAULT_KINDS },
    status: { type: 'integer', minimum: 200, maximum: 599 },
    body: {},
    location: { type: 'string', minLength: 1 },
    delay_ms: { type: 'integer', minimum: 0, maximum: MAX_DELAY_MS },
    retry_after_s: { type: 'integer', minimum: 0 },
    times: { type: 'integer', minimum: 0 },
    when: { enum: ['before', 'after'] },
  },
  required: ['kind'],
  additionalProperties: false,
};

const OUTAGE = {
  type: 'object',
  properties: { duration_ms: { type: 'integer', minimum: 1, maximum: 600_000 } },
  required: ['duration_ms'],
  additionalProperties: false,
};

/** Control paths that add and clear faults, and start an outage. */
export async function faultRoutes(app: FastifyInstance): Promise<void> {
  const { faults } = app.sandbox;

  app.post<{ Body: Omit<Fault, 'match'> & Partial<Pick<Fault, 'match'>> }>(
    '/faults',
    { schema: { body: FAULT } },
    async (request, reply) => {
      faults.add({ match: {}, ...request.body });
      return reply.code(204).send();
    },
  );
  app.delete('/faults', async (_request, reply) => {
    faults.clear();
    return reply.code(204).send();
  });
  registerOutage(app);
}

/** An outage: the server stops listening, so that connections are refused, and comes back. */
function registerOutage(app: FastifyInstance): void {
  const { server } = app;
  let timer: NodeJS.Timeout | undefined;

  app.post<{ Body: { duration_ms: number } }>(
    '/outage',
    { schema: { body: OUTAGE } },
    async (request, reply) => {
      const { address: host, port } = server.address() as AddressInfo;
      reply.raw.once('finish', () => {
        server.close();
        server.closeAllConnections();
        timer = setTimeout(() => server.listen({ host, port }), request.body.duration_ms);
      });
      return reply.code(204).header('connection', 'close').send();
    },
  );
  app.addHook('preClose', async () => {
    clearTimeout(timer);
    // Fastify fails to close a server that does not listen.
    if (!server.listening) await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  });
}
