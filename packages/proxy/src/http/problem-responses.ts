import type { Socket } from 'node:net';
import fp from 'fastify-plugin';
import type { FastifyError, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { PATHS, problem, type ProblemName, type Violation } from 'precandidate-contract';
import type { App } from './app-type.ts';
import { ProblemError, describeError } from '../shared/problem-error.ts';
import { SECURITY_HEADERS } from './headers.ts';

const MEDIA_TYPE = 'application/problem+json; charset=utf-8';
const METHODS: readonly HTTPMethods[] = ['GET', 'POST', 'DELETE'];

declare module 'fastify' {
  interface FastifyReply {
    /** The problem that the response reports. */
    problemName: ProblemName | null;
  }
}

/** Responds to every error with a problem of the catalogue. */
export const problems = fp(
  async (app: App) => {
    app.decorateReply('problemName', null);

    const send = (error: ProblemError, request: FastifyRequest, reply: FastifyReply) => {
      app.metrics.problem(error.problemName);
      reply.problemName = error.problemName;
      if (isForAnyPage(error, request) && !reply.hasHeader('access-control-allow-origin'))
        reply.header('access-control-allow-origin', '*');
      return sendProblem(error, reply);
    };

    app.addHook('onRequest', ({ raw: { headers, headersDistinct, httpVersion } }, _reply, done) => {
      const repeated = SINGLE_HEADERS.find((name) => {
        const values = headersDistinct[name.toLowerCase()] ?? [];
        return values.length > 1;
      });
      if (repeated !== undefined)
        return done(invalidRequest(`There are several ${repeated} headers`));
      const isHostMissing = headers.host === undefined && httpVersion === '1.1';
      done(isHostMissing ? invalidRequest('The Host header is missing') : undefined);
    });

    app.setErrorHandler((error: FastifyError | ProblemError, request, reply) => {
      const known = error instanceof ProblemError ? error : problemOf(error, request);
      if (known.problemName === 'internal')
        request.log.error({ request_id: request.id, ...describeError(error) }, 'unexpected error');
      return send(known, request, reply);
    });

    const notFound = (request: FastifyRequest): ProblemError => {
      const allowed = METHODS.filter((method) => app.findRoute({ method, url: pathOf(request) }));
      return allowed.length > 0 && !allowed.some((method) => method === request.method)
        ? new ProblemError('method-not-allowed', { headers: { allow: allowed.join(', ') } })
        : new ProblemError('path-not-found');
    };
    // Before the body is read: nothing limits how many of these a client sends.
    app.addHook('preParsing', (request, _reply, _body, done) =>
      done(request.is404 ? notFound(request) : null),
    );
    app.setNotFoundHandler((request) => {
      throw notFound(request);
    });
  },
  { name: 'problems', dependencies: ['metrics'] },
);

/** Node takes the first of these, and a reverse proxy may judge by the last. */
const SINGLE_HEADERS = ['Host', 'Authorization'];

const invalidRequest = (detail: string) => new ProblemError('invalid-request', { detail });

/**
 * Problems that a page of any origin may read, so that its console can say what is wrong with the
 * `proxy-url` or with `ALLOWED_ORIGINS`. They contain nothing of a candidate.
 */
function isForAnyPage({ problemName }: ProblemError, request: FastifyRequest): boolean {
  return problemName === 'path-not-found' || pathOf(request) === PATHS.bootstrap;
}

export function sendProblem(error: ProblemError, reply: FastifyReply): FastifyReply {
  const body = JSON.stringify(error.problem);
  return reply.code(error.problem.status).headers(error.headers).type(MEDIA_TYPE).send(body);
}

/**
 * Malformed, oversized, or slow requests never reach Fastify: respond on the socket. At once, so that a
 * request whose body is malformed gets no second response from its route.
 */
export function rejectUnreadable(error: { code?: string }, socket: Socket): void {
  if (!socket.writable) return void socket.destroy();
  const rejection = problem(UNREADABLE[error.code ?? ''] ?? 'invalid-request');
  const body = JSON.stringify(rejection);
  const head = [
    `HTTP/1.1 ${rejection.status} ${rejection.title}`,
    `Content-Type: ${MEDIA_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(SECURITY_HEADERS).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

const UNREADABLE: Readonly<Record<string, ProblemName>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request-too-slow',
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'body-too-large',
};

/** By the code or the status of an error of Fastify. */
const FASTIFY_PROBLEMS: Readonly<Record<string, ProblemName>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body-too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'media-type-unsupported',
  400: 'malformed-body',
  404: 'path-not-found',
};

function problemOf(error: FastifyError, request: FastifyRequest): ProblemError {
  if (error.validation) return problemOfValidation(error, request);
  const { code, statusCode = 500 } = error;
  return new ProblemError(FASTIFY_PROBLEMS[code] ?? FASTIFY_PROBLEMS[statusCode] ?? 'internal');
}

/** By the path parameter that names something, of which a malformed one names nothing. */
export const NOT_FOUND: Readonly<Record<string, ProblemName>> = {
  country_code: 'country-not-found',
  person_id: 'record-not-found',
  form_id: 'form-not-found',
  id: 'delivery-not-found',
};

function problemOfValidation(
  { validation = [], validationContext }: FastifyError,
  { params: pathParams }: FastifyRequest,
): ProblemError {
  if (validationContext === 'headers') return new ProblemError('idempotency-key-missing');
  if (validationContext === 'params') {
    const isCountry = validation.some(({ instancePath }) => instancePath === '/country_code');
    const name = isCountry ? 'country_code' : Object.keys(pathParams as object).at(-1);
    return new ProblemError(NOT_FOUND[name ?? ''] ?? 'path-not-found');
  }
  const errors = validation.map(({ instancePath, keyword, params, message }): Violation => {
    // The name of an unknown member is not repeated: it may be a misplaced secret.
    const missing = params['missingProperty'];
    const pointer = typeof missing === 'string' ? `${instancePath}/${missing}` : instancePath;
    return { pointer, keyword, detail: message ?? 'is invalid' };
  });
  return new ProblemError('invalid-request', { errors });
}

const pathOf = (request: FastifyRequest) => request.url.split('?')[0] ?? '/';
