import { maxHeaderSize } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { logOutput } from '../plugins/log-output.ts';
import { ProblemError } from '../plugins/problem-error.ts';
import { requestIds } from '../plugins/request-id.ts';
import {
  answerProblem,
  answerProblems,
  answerUnreadable,
  BARE_HEADERS,
} from '../plugins/answer-problems.ts';
import type { App } from '../plugins/app-type.ts';
import { jsonParser } from '../plugins/json-parser.ts';
import { type RequestsUnderWay, requestsUnderWay } from '../plugins/requests-under-way.ts';
import type { Metrics } from '../plugins/metrics.ts';
import type { Settings } from '../config/setting-list.ts';
import { securityHeaders } from '../plugins/security-headers.ts';
import { accessControl } from '../plugins/access-control.ts';
import { ownHttpAnswers } from '../plugins/own-http-answers.ts';

const BODY_LIMIT = 256 * 1024;
/** As nginx logs a request whose answer nobody waited for. */
const BROKEN_OFF = 499;
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
export function buildApp(
  settings: Settings,
  metrics: Metrics,
  patience: Patience = PATIENCE,
): { app: App; requests: RequestsUnderWay } {
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
    logController: new LogController({ disableRequestLogging: true }),
    logger: {
      level: settings.LOG_LEVEL,
      base: null,
      mixin: requestIdForLog,
      stream: logOutput,
    },
    // A logger for each request would know its identifier too, and cost more than its line.
    childLoggerFactory: (logger) => logger,
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

  const common = commonHeaders();
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(common);
    done();
  });
  passRequestIdOn(app);
  ownHttpAnswers(app);
  app.decorateRequest('session', null);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  answerProblems(app, metrics.problem);
  const requests = requestsUnderWay(app, tellAnswer(metrics));
  // Where a browser sends text so that it need not ask first, the route says so.
  app.removeContentTypeParser(['text/plain', 'application/json']);
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, jsonParser(app));

  accessControl(app, settings.ALLOWED_ORIGINS);
  return { app, requests };
}

/** Of every answer, until something else is said. */
function commonHeaders(): Record<string, string> {
  return {
    ...securityHeaders(),
    // Answers hold personal data or change from one second to the next.
    'cache-control': 'no-store',
    vary: 'Origin',
  };
}

/** A URL that cannot be decoded leads nowhere, past every hook of ours: another one does so with them. */
function readableUrl(url: string): string {
  if (!url.includes('%')) return url;
  try {
    decodeURI(url);
    return url;
  } catch {
    return '/unreadable';
  }
}

/** In the answer and in calls made on its behalf: whoever has it finds the log line. */
function passRequestIdOn(app: App): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    requestIds.run(request.id, done);
  });
  // Reading a body loses the context of the first hook.
  app.addHook('preValidation', (request, _reply, done) => {
    if (requestIds.getStore() === request.id) done();
    else requestIds.run(request.id, done);
  });
}

/** Whatever is logged on behalf of a request says so. */
function requestIdForLog(): object {
  const request_id = requestIds.getStore();
  return request_id === undefined ? {} : { request_id };
}

/** Into the metrics and, as one line, into the log. */
function tellAnswer(metrics: Metrics) {
  return (request: FastifyRequest, reply: FastifyReply, seconds: number): void => {
    const { id: request_id, method, routeOptions } = request;
    const route = routeOptions.url ?? 'none';
    const status = reply.sent ? reply.statusCode : BROKEN_OFF;
    metrics.answer(route, status, seconds);
    request.log.info({ request_id, method, route, status, ms: Math.round(seconds * 1_000) });
  };
}
