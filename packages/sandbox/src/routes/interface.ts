import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { SandboxError } from '../sandbox-error.ts';
import type { Services } from '../services.ts';
import { personRoutes } from './persons.ts';
import { precandidateRoutes } from './precandidates.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Everything of the interface: each request needs the account's key. */
export async function interfaceRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const expected = digest(services.account.settings.api_key);
  app.addHook('onRequest', async (request) => {
    const given = request.headers['x-api-key'];
    const isRight = typeof given === 'string' && timingSafeEqual(digest(given), expected);
    if (!isRight) throw new SandboxError(401, 'Missing or wrong API key');
  });
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ message: 'Not found' }));
  await precandidateRoutes(app, services);
  await personRoutes(app, services);
}
