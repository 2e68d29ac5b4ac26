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
 * How long closing waits for requests in flight. A submit takes 8 s, or as long as the reads of its record
 * and schema (2.5 s each) and two checks of its data (2 s each), besides a wait for the request budget.
 */
const DRAIN_MS = 10_000;

declare module 'fastify' {
  interface FastifyInstance {
    isClosing(): boolean;
    /** Resolves when no request is in flight, or after a bounded time. */
    requestsEnded(): Promise<void>;
  }
}

/**
 * Gives each request an id, measures and logs it when its response ends (for a stream, when the
 * connection closes), and knows which requests are in flight.
 */
export const requestLog = fp(
  async (app: App) => {
    let inFlight = 0;
    let isClosing = false;
    let onIdle = (): void => undefined;

    app.decorate('isClosing', () => isClosing);

    app.addHook('onRequest', (request, reply, done) => {
      const began = performance.now();
      inFlight += 1;
      reply.header('x-request-id', request.id);
      reply.raw.on('close', () => {
        const seconds = (performance.now() - began) / 1_000;
        const { id: request_id, method } = request;
        const route = request.routeOptions.url ?? 'none';
        const status = reply.sent ? reply.statusCode : CLIENT_CLOSED_REQUEST;
        app.metrics.response(route, status, seconds);
        app.log.info({ request_id, method, route, status, ms: Math.round(seconds * 1_000) });
        inFlight -= 1;
        if (inFlight === 0) onIdle();
      });
      done();
    });

    // Not earlier: reading the body loses the async context.
    app.addHook('preValidation', (request, _reply, done) => requestIds.run(request.id, done));

    app.addHook('preClose', async () => {
      isClosing = true;
    });

    app.decorate('requestsEnded', () => {
      if (inFlight === 0) return Promise.resolve();
      return new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, DRAIN_MS);
        onIdle = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    });
  },
  { name: 'request-log', dependencies: ['metrics'] },
);
