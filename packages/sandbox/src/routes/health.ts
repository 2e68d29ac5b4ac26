import type { FastifyInstance } from 'fastify';
import type { Services } from '../services.ts';

/** `/healthz`: the process answers. `/readyz`: the database does too. */
export async function healthRoutes(app: FastifyInstance, { account }: Services): Promise<void> {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    if (account.database.isOpen) return { status: 'ready' };
    return reply.code(503).send({ status: 'database closed' });
  });
}
