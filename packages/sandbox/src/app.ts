import { createHash, timingSafeEqual } from 'node:crypto';
import formbody from '@fastify/formbody';
import Fastify, { LogController, type FastifyInstance } from 'fastify';
import { logRequests } from './control/request-log.ts';
import { controlRoutes } from './control/routes.ts';
import { handleErrors, SandboxError } from './errors.ts';
import { injectFaults } from './faults/inject-faults.ts';
import { hostedFormRoutes } from './hosted-form/routes.ts';
import { personRoutes } from './persons/routes.ts';
import { phoneCallRoutes } from './phone-call.ts';
import { precandidateRoutes } from './precandidates/routes.ts';
import type { SandboxState } from './state.ts';

/** The whole service; it does not listen yet. Closing the app closes `state`. */
export function buildApp(state: SandboxState): FastifyInstance {
  const app = Fastify({
    logger: { level: state.settings.log_level },
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    // Forms with files.
    bodyLimit: 16 * 1024 * 1024,
    routerOptions: { ignoreTrailingSlash: true },
    ajv: {
      customOptions: {
        allErrors: true,
        coerceTypes: false,
        logger: false,
        ownProperties: true,
        removeAdditional: false,
        strict: false,
        useDefaults: false,
      },
    },
  });
  app.decorate('sandbox', state);
  app.addHook('onClose', () => state.close());
  logRequests(app);
  logResponses(app);
  injectFaults(app);
  handleErrors(app);
  app.register(formbody);
  app.register(serviceInterface, { prefix: '/v3' });
  app.register(hostedFormRoutes, { prefix: '/forms' });
  app.register(phoneCallRoutes, { prefix: '/calls' });
  app.register(controlRoutes, { prefix: '/_control' });
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    if (state.database.isOpen) return { status: 'ready' };
    return reply.code(503).send({ status: 'database closed' });
  });
  return app;
}

/** The documented interface. Every request needs the account's key. */
async function serviceInterface(app: FastifyInstance): Promise<void> {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const expected = digest(app.sandbox.settings.api_key);
  app.addHook('onRequest', async (request) => {
    const given = request.headers['x-api-key'];
    const isValid = typeof given === 'string' && timingSafeEqual(digest(given), expected);
    if (!isValid) throw new SandboxError(401, 'Missing or wrong API key');
  });
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ message: 'Not found' }));
  await precandidateRoutes(app);
  await personRoutes(app);
}

/** One log line per response: the route pattern, never a URL or a body. */
function logResponses(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    const { statusCode, elapsedTime } = reply;
    request.log.info({ method, route: routeOptions.url, statusCode, elapsedTime }, 'response sent');
  });
}
