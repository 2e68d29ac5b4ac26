import fp from 'fastify-plugin';
import type { App } from './app-type.ts';
import { ProblemError } from '../shared/problem-error.ts';

/**
 * How long closing waits for requests in flight. A submit takes 8 s, or as long as the reads of its record
 * and schema (2.5 s each) and two checks of its data (2 s each), besides a wait for the request budget.
 */
const DRAIN_MS = 10_000;
/** By then, another process serves the client. */
const RETRY_AFTER_MS = 1_000;

declare module 'fastify' {
  interface FastifyInstance {
    isClosing(): boolean;
    /** Resolves when no request is in flight, or after a bounded time. Later requests are refused. */
    requestsEnded(): Promise<void>;
  }
}

/**
 * Stops without an error for a client: the listener closes first, so that clients connect to another
 * process at once. What runs finishes, requests on open connections included. Whoever still sends a
 * request afterwards gets the problem `shutting-down`.
 */
export const stopping = fp(
  async (app: App) => {
    let state: 'serving' | 'draining' | 'drained' = 'serving';
    let inFlight = 0;
    let onIdle = (): void => undefined;

    app.decorate('isClosing', () => state !== 'serving');

    app.addHook('onRequest', (_request, reply, done) => {
      inFlight += 1;
      reply.raw.on('close', () => {
        inFlight -= 1;
        if (inFlight === 0) onIdle();
      });
      if (state === 'drained')
        return done(new ProblemError('shutting-down', { retryAfterMs: RETRY_AFTER_MS }));
      done();
    });

    app.addHook('onSend', (_request, reply, _payload, done) => {
      if (state !== 'serving') reply.header('connection', 'close');
      done();
    });

    app.addHook('preClose', async () => {
      state = 'draining';
      // Ends idle connections too. Fastify closes the listener only after these hooks.
      app.server.close();
    });

    app.decorate('requestsEnded', async () => {
      if (inFlight > 0)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, DRAIN_MS);
          onIdle = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      state = 'drained';
    });
  },
  { name: 'stopping', dependencies: ['cors'] },
);
