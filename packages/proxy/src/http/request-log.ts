import { AsyncLocalStorage } from 'node:async_hooks';
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
 * Gives each request an id, and measures and logs it when its response ends (for a stream, when the
 * connection closes).
 */
export const requestLog = fp(
  async (app: App) => {
    app.addHook('onRequest', (request, reply, done) => {
      const began = performance.now();
      reply.header('x-request-id', request.id);
      reply.raw.on('close', () => logEnd(app, request, reply, performance.now() - began));
      done();
    });

    // Not earlier: reading the body loses the async context.
    app.addHook('preValidation', (request, _reply, done) => requestIds.run(request.id, done));
  },
  { name: 'request-log', dependencies: ['metrics'] },
);

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
): { caller: 'backEnd'; idempotencyKey: string | undefined; signal: AbortSignal } {
  const end = new AbortController();
  if (raw.closed) end.abort();
  else raw.once('close', () => end.abort());
  const idempotencyKey = headers['idempotency-key']?.toString();
  return { caller: 'backEnd', idempotencyKey, signal: end.signal };
}
