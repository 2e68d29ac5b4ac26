import { maxHeaderSize } from 'node:http';
import cors from '@fastify/cors';
import rateLimit from '@fastify/rate-limit';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, { type FastifyRequest, LogController } from 'fastify';
import { PATHS } from 'precandidate-contract';
import { ProblemError } from '../problem-error.ts';
import { requestIds } from '../request-id.ts';
import {
  answerProblem,
  answerProblems,
  answerUnreadable,
  BARE_HEADERS,
} from '../routes/answer-problems.ts';
import type { App } from '../routes/app-type.ts';
import { jsonParser } from '../routes/json-parser.ts';
import type { Metrics } from '../services/metrics.ts';
import type { Settings } from '../settings/setting-list.ts';
import { depthExceeds } from '../validation/depth-exceeds.ts';
import { securityHeaders } from './security-headers.ts';
import { ownHttpAnswers } from './own-http-answers.ts';

const BODY_LIMIT = 256 * 1024;
/** As nginx logs a request whose answer nobody waited for. */
const BROKEN_OFF = 499;
const DEEPEST_BODY = 100;
const CORS_HEADERS = [
  'authorization',
  'content-type',
  'idempotency-key',
  'if-none-match',
  'last-event-id',
  'prefer',
];

/** How long a client may take, in milliseconds. */
export interface Patience {
  /** For the headers. */
  headers_ms: number;
  /** For the whole request. */
  request_ms: number;
  /** How often it is looked who is late. */
  look_ms: number;
}
const PATIENCE: Patience = { headers_ms: 15_000, request_ms: 30_000, look_ms: 5_000 };

/** A Fastify app with everything that all routes share, and no route. */
export async function buildApp(
  settings: Settings,
  metrics: Metrics,
  patience: Patience = PATIENCE,
): Promise<App> {
  const app = Fastify({
    bodyLimit: BODY_LIMIT,
    requestTimeout: patience.request_ms,
    http: {
      headersTimeout: patience.headers_ms,
      connectionsCheckingInterval: patience.look_ms,
      requireHostHeader: false,
    },
    // Longer than a stop waits for requests under way.
    pluginTimeout: 60_000,
    keepAliveTimeout: 65_000,
    // Stopping waits for requests under way; what is left then are idle connections.
    forceCloseConnections: true,
    // A longer parameter would be refused past our hooks; the shapes of the routes know better.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: maxHeaderSize },
    trustProxy: settings.TRUST_PROXY.length > 0 ? settings.TRUST_PROXY : false,
    genReqId: () => crypto.randomUUID(),
    // Our own line below: a URL may hold an identifier, and a header a token.
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'request_id',
    }),
    logger: { level: settings.LOG_LEVEL, base: null },
    rewriteUrl: ({ url = '/' }) => readableUrl(url),
    frameworkErrors: (_error, _request, reply) =>
      answerProblem(new ProblemError('path-not-found'), reply.headers(BARE_HEADERS)),
    clientErrorHandler: answerUnreadable,
    ajv: {
      customOptions: {
        coerceTypes: true,
        removeAdditional: false,
        allErrors: true,
        // Else what a query's `1e309` becomes, Infinity, is below every maximum.
        strictNumbers: false,
      },
    },
  }).withTypeProvider<TypeBoxTypeProvider>();

  passRequestIdOn(app);
  ownHttpAnswers(app);
  app.decorateRequest('session', null);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  answerProblems(app, metrics.problem);
  logAnswers(app, metrics);
  refuseDeepBodies(app);
  keepOutOfCaches(app);
  // Where a browser sends text so that it need not ask first, the route says so.
  app.removeContentTypeParser(['text/plain', 'application/json']);
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, jsonParser(app));

  const forOthers = corsOptions(false);
  const forBrowsers = corsOptions([...settings.ALLOWED_ORIGINS]);
  await app.register(cors, {
    delegator: (request: FastifyRequest, done: CorsDone) =>
      done(null, isForBrowsers(request) ? forBrowsers : forOthers),
  });
  await app.register(rateLimit, { global: false });
  return app;
}

/** A URL that cannot be decoded leads nowhere, past every hook of ours: another one does so with them. */
function readableUrl(url: string): string {
  try {
    decodeURI(url);
    return url;
  } catch {
    return '/unreadable';
  }
}

type CorsDone = (error: Error | null, options: ReturnType<typeof corsOptions>) => void;

/** Only what browsers call is open to other origins, and only to those allowed. */
function isForBrowsers({ url }: FastifyRequest): boolean {
  return url.startsWith('/precandidate/') || url.split('?')[0] === PATHS.opening;
}

function corsOptions(origin: false | string[]) {
  return {
    origin,
    methods: ['GET', 'POST'],
    allowedHeaders: CORS_HEADERS,
    exposedHeaders: [
      'etag',
      'preference-applied',
      'retry-after',
      'x-request-id',
      'x-schema-changes',
    ],
    maxAge: 7_200,
    strictPreflight: false,
  };
}

/** Deeper data is nobody's form, and ends the stack of whatever walks it. */
function refuseDeepBodies(app: App): void {
  app.addHook('preValidation', async (request) => {
    if (depthExceeds(request.body, DEEPEST_BODY)) throw new ProblemError('body-too-large');
  });
}

/** Answers hold personal data or change from one second to the next, unless a route says otherwise. */
function keepOutOfCaches(app: App): void {
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
}

/** In the answer and in calls made on its behalf: whoever has it finds the log line. */
function passRequestIdOn(app: App): void {
  const headers = securityHeaders();
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id);
    requestIds.run(request.id, done);
  });
  // Reading a body loses the context of the first hook.
  app.addHook('preValidation', (request, _reply, done) => requestIds.run(request.id, done));
}

/** At the end of the connection's part in it: also of a stream, and of what a browser broke off. */
function logAnswers(app: App, metrics: Metrics): void {
  app.addHook('onRequest', (request, reply, done) => {
    const began = performance.now();
    reply.raw.once('close', () => {
      const { method, routeOptions } = request;
      const route = routeOptions.url ?? 'none';
      const ms = Math.round(performance.now() - began);
      const status = reply.sent ? reply.statusCode : BROKEN_OFF;
      metrics.answer(route, status, ms / 1_000);
      request.log.info({ method, route, status, ms });
    });
    done();
  });
}
