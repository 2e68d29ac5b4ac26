import { AsyncLocalStorage } from 'node:async_hooks';
import fp from 'fastify-plugin';
import type { App } from './app-type.ts';

/**
 * The id of the request in progress, for calls made on its behalf: it links our log with the
 * service's. Absent in background work.
 */
export const requestIds = new AsyncLocalStorage<string>();

/** The status that nginx logs when the client closed the connection before the response. */
const CLIENT_CLOSED_REQUEST = 499;
/**
 * Gives each request an id, measures and logs it when its response ends (for a stream, when the
 * connection closes).
 */
export const requestLog = fp(
  async (app: App) => {
    app.addHook('onRequest', (request, reply, done) => {
      const began = performance.now();
      reply.header('x-request-id', request.id);
      reply.raw.on('close', () => {
        const seconds = (performance.now() - began) / 1_000;
        const { id: request_id, method } = request;
        const route = request.routeOptions.url ?? 'none';
        const status = reply.sent ? reply.statusCode : CLIENT_CLOSED_REQUEST;
        app.metrics.response(route, status, seconds);
        const ms = Math.round(seconds * 1_000);
        const problem = reply.problemName ?? undefined;
        app.log.info({ request_id, method, route, status, problem, ms });
      });
      done();
    });

    // Not earlier: reading the body loses the async context.
    app.addHook('preValidation', (request, _reply, done) => requestIds.run(request.id, done));
  },
  { name: 'request-log', dependencies: ['metrics'] },
);
