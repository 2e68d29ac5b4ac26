import { AsyncLocalStorage } from 'node:async_hooks';
import { Server as NetServer } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
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
/**
 * Without a request for so long, no reverse proxy uses a connection of ours any more. Ended earlier, an idle
 * connection may meet a request that is on its way, and nobody repeats a POST that met that.
 */
const QUIET_MS = 250;

declare module 'fastify' {
  interface FastifyInstance {
    isClosing(): boolean;
    /**
     * Resolves when no request is in flight and none has come for a moment, or after a bounded time. Fastify then
     * ends all connections at once (`forceCloseConnections`), and only then runs `onClose`, so no later
     * request meets a stopped feature.
     */
    requestsEnded(): Promise<void>;
  }
}

/**
 * Gives each request an id, and measures and logs it when its response ends (for a stream, when the
 * connection closes).
 *
 * A stop is without an error for a client: the listener closes first, so that clients connect to another
 * process at once. What runs finishes, requests on open connections included.
 */
export const requests = fp(
  async (app: App) => {
    let isClosing = false;
    let inFlight = 0;
    let quiet: NodeJS.Timeout | undefined;
    let onQuiet: (() => void) | undefined;

    function waitForQuiet(): void {
      clearTimeout(quiet);
      if (onQuiet && inFlight === 0) quiet = setTimeout(onQuiet, QUIET_MS);
    }

    app.decorate('isClosing', () => isClosing);

    app.addHook('onRequest', (request, reply, done) => {
      const began = performance.now();
      inFlight += 1;
      clearTimeout(quiet);
      reply.header('x-request-id', request.id);
      reply.raw.on('close', () => {
        logEnd(app, request, reply, performance.now() - began);
        inFlight -= 1;
        waitForQuiet();
      });
      done();
    });

    // Not earlier: reading the body loses the async context.
    app.addHook('preValidation', (request, _reply, done) => requestIds.run(request.id, done));

    app.addHook('onSend', (_request, reply, _payload, done) => {
      if (isClosing) reply.header('connection', 'close');
      done();
    });

    app.addHook('preClose', async () => {
      isClosing = true;
      // Fastify closes the listener only after these hooks. `close` of an HTTP server would also end idle connections.
      NetServer.prototype.close.call(app.server);
    });

    app.decorate('requestsEnded', async () => {
      if ((await connectionsOf(app.server)) === 0) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, DRAIN_MS);
      onQuiet = resolve;
      waitForQuiet();
      await promise;
      clearTimeout(timer);
      clearTimeout(quiet);
    });
  },
  { name: 'requests', dependencies: ['metrics'] },
);

const connectionsOf = (server: NetServer): Promise<number> =>
  new Promise((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)));

function logEnd(
  { log, metrics }: Pick<App, 'log' | 'metrics'>,
  { id: request_id, method, routeOptions }: FastifyRequest,
  reply: FastifyReply,
  took: number,
): void {
  const route = routeOptions.url ?? 'none';
  const status = reply.sent ? reply.statusCode : CLIENT_CLOSED_REQUEST;
  const problem = reply.problemName ?? undefined;
  metrics.response(route, status, took / 1_000);
  log.info({ request_id, method, route, status, problem, ms: Math.round(took) });
}

/**
 * For a creation at the service, which the back end may repeat under the same key. `signal` is aborted when
 * the client is gone. Fastify's own `request.signal` is also aborted once the body was read.
 */
export function creationOptions(
  { headers }: FastifyRequest,
  { raw }: FastifyReply,
): { idempotencyKey: string | undefined; signal: AbortSignal } {
  const end = new AbortController();
  if (raw.closed) end.abort();
  else raw.once('close', () => end.abort());
  return { idempotencyKey: headers['idempotency-key']?.toString(), signal: end.signal };
}
