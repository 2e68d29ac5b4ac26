import { Server as NetServer } from 'node:net';
import fp from 'fastify-plugin';
import { describeError } from '../shared/problem-error.ts';
import type { App } from './app-type.ts';
import { errorStream } from './log-stream.ts';

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
 * How long closing waits for requests in flight. A submit takes 8 s, or as long as the reads of its record
 * and schema (2.5 s each) and two checks of its data (2 s each), besides a wait for the request budget.
 */
const DRAIN_MS = 10_000;
/** After the requests, a stop waits 10 s for submissions that are being sent. */
const CLOSE_WITHIN_MS = DRAIN_MS + 13_000;
/**
 * Without a request for so long, no reverse proxy uses a connection of ours any more. Ended earlier, an idle
 * connection may meet a request that is on its way, and nobody repeats a POST that met that.
 */
const QUIET_MS = 250;

/**
 * Closes at the first signal or unexpected error; the second one ends the process at once. The process
 * ends when nothing runs in it any more, so that a preloaded OpenTelemetry SDK can send its last spans.
 */
export function closeOnExit(close: () => Promise<void>): void {
  let isClosing = false;

  function stop(exitCode: number): void {
    if (isClosing) exitAtOnce();
    isClosing = true;
    process.exitCode = exitCode;
    setTimeout(exitAtOnce, CLOSE_WITHIN_MS).unref();
    void close();
  }

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop(0));
  for (const event of ['uncaughtException', 'unhandledRejection'])
    process.on(event, (error: unknown) => {
      const line = JSON.stringify({ ...describeError(error), msg: 'unexpected error' });
      errorStream.write(`${line}\n`);
      stop(1);
    });
}

function exitAtOnce(): void {
  process.exit(1);
}

/**
 * A stop is without an error for a client: the listener closes first, so that clients connect to another
 * process at once. What runs finishes, requests on open connections included.
 */
export const gracefulStop = fp(
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

    app.addHook('onRequest', (_request, reply, done) => {
      inFlight += 1;
      clearTimeout(quiet);
      reply.raw.on('close', () => {
        inFlight -= 1;
        waitForQuiet();
      });
      done();
    });

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
  { name: 'graceful-stop' },
);

const connectionsOf = (server: NetServer): Promise<number> =>
  new Promise((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)));
