import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';

const OUTAGE = {
  type: 'object',
  properties: { duration_ms: { type: 'integer', minimum: 1, maximum: 600_000 } },
  required: ['duration_ms'],
  additionalProperties: false,
};

/** Plays a service that is down: for a while, every new connection is refused. */
export async function outageControl(app: FastifyInstance): Promise<void> {
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
    // Fastify closes its server itself, and fails when it does not listen.
    if (!server.listening) await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  });
}
