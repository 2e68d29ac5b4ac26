import type { Socket } from 'node:net';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, { type FastifyRequest, LogController } from 'fastify';
import type { Settings } from '../config/settings.ts';
import type { App } from './app-type.ts';
import { forwardedAddresses } from './client-address.ts';
import { rejectUnreadable, sendProblem } from './problem-responses.ts';
import { logStream } from './log-stream.ts';
import { decodeJson } from '../shared/json.ts';
import { ProblemError } from '../shared/problem-error.ts';
import { requestIds } from './request-log.ts';
import { SECURITY_HEADERS } from './headers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The JSON body as it came: parsed and serialized again, large numbers would change. */
    jsonText: string;
  }
}

const BODY_LIMIT = 256 * 1024;

/** How long a client may take, in milliseconds. */
export interface ClientTimeouts {
  headersMs: number;
  requestMs: number;
  /** Without a byte in either direction. Longer than any response takes; a stream writes every 25 s. */
  idleMs: number;
  checkEveryMs: number;
}

const TIMEOUTS: ClientTimeouts = {
  headersMs: 15_000,
  requestMs: 30_000,
  idleMs: 120_000,
  checkEveryMs: 5_000,
};

/** A Fastify server without plugins and routes, for JSON bodies only. Some routes add parsers of their own. */
export function createServer(settings: Settings, timeouts: ClientTimeouts = TIMEOUTS): App {
  const app = Fastify({
    bodyLimit: BODY_LIMIT,
    requestTimeout: timeouts.requestMs,
    // Ends the connection of a client that does not read its response.
    connectionTimeout: timeouts.idleMs,
    http: {
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: timeouts.checkEveryMs,
      // `problems` rejects requests without one, with a problem as the body.
      requireHostHeader: false,
    },
    // Longer than `onClose` waits for running work.
    pluginTimeout: 60_000,
    keepAliveTimeout: 65_000,
    // Closing waits for requests in flight first; what is left then are idle connections.
    forceCloseConnections: true,
    // They are served: see `gracefulStop`.
    return503OnClosing: false,
    // The routes' own patterns limit parameters; the router would respond past our error handler.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: Number.MAX_SAFE_INTEGER },
    trustProxy: settings.TRUST_PROXY.length > 0 ? settings.TRUST_PROXY : false,
    genReqId: () => crypto.randomUUID(),
    // We log a line of our own: a URL may contain an identifier, and a header a token.
    logController: new LogController({ disableRequestLogging: true }),
    logger: {
      level: settings.LOG_LEVEL,
      stream: logStream,
      base: null,
      mixin: () => {
        const request_id = requestIds.getStore();
        return request_id === undefined ? {} : { request_id };
      },
    },
    // The mixin adds the request's id, so a child logger for each request adds nothing.
    childLoggerFactory: (logger) => logger,
    rewriteUrl: ({ url = '/' }) => decodableUrl(url),
    frameworkErrors: (_error, _request, reply) =>
      sendProblem(new ProblemError('path-not-found'), reply.headers(SECURITY_HEADERS)),
    clientErrorHandler: rejectUnreadable,
    ajv: {
      customOptions: {
        coerceTypes: true,
        removeAdditional: false,
        allErrors: true,
        // Otherwise Infinity, from `1e309` in a query, passes every maximum.
        strictNumbers: false,
      },
    },
  }).withTypeProvider<TypeBoxTypeProvider>();
  // Ignores an unknown `Expect`, as RFC 9110 allows; otherwise Node responds 417 without a body.
  app.server.on('checkExpectation', (request, response) =>
    app.server.emit('request', request, response),
  );
  runOneByOne(app);
  if (settings.TRUST_PROXY.length > 0)
    app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
      const addresses = forwardedAddresses(headers);
      if (addresses !== undefined) headers['x-forwarded-for'] = addresses;
      done();
    });
  app.decorateRequest('jsonText', '');
  app.removeContentTypeParser(['text/plain', 'application/json']);
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, jsonParser(app));
  return app;
}

/** Browsers and reverse proxies send no request before the response to the last one. */
const MAX_WAITING = 16;

/**
 * Runs the requests of a connection one after another. Node calls for each as soon as it is parsed, and keeps the
 * responses until their turn: a client that sends hundreds at once and reads nothing would fill the memory. A response
 * whose turn never comes also never emits `close`, on which others rely.
 */
function runOneByOne(app: App): void {
  /** The requests that wait for the running one, by connection; absent: none runs. */
  const waiting = new WeakMap<Socket, (() => void)[]>();

  app.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    // Parsed together with the request that was one too many.
    if (socket.destroyed) return;
    const start = (): void => {
      reply.raw.on('close', () => startNext(socket));
      done();
    };
    const others = waiting.get(socket);
    if (others === undefined) {
      waiting.set(socket, []);
      start();
    } else if (others.length < MAX_WAITING) others.push(start);
    else socket.destroy();
  });

  function startNext(socket: Socket): void {
    const next = socket.destroyed ? undefined : waiting.get(socket)?.shift();
    if (next) next();
    else waiting.delete(socket);
  }
}

/** Parses JSON bodies that are read with `parseAs: 'buffer'`. */
export function jsonParser(app: Pick<App, 'getDefaultJsonParser'>) {
  const parse = app.getDefaultJsonParser('error', 'error');
  return (
    request: FastifyRequest,
    bytes: Buffer,
    done: (error: Error | null, body?: unknown) => void,
  ): void => {
    // Some clients always send the content type.
    if (bytes.length === 0) return done(null);
    try {
      request.jsonText = decodeJson(bytes);
    } catch (error) {
      return done(error as Error);
    }
    // The parser returns its result through the callback.
    void parse(request, request.jsonText, done);
  };
}

/** The router rejects a path that it cannot decode before any hook runs: route it to our 404. */
function decodableUrl(url: string): string {
  if (!url.includes('%')) return url;
  try {
    decodeURI(url.split('?')[0] ?? '');
    return url;
  } catch {
    return '/unreadable';
  }
}
