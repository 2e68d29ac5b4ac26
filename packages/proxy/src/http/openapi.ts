import swagger from '@fastify/swagger';
import type { FastifySchema, RouteOptions } from 'fastify';
import fp from 'fastify-plugin';
import { type ProblemName, PROBLEMS } from 'precandidate-contract';
import { VERSION } from '../config/settings.ts';
import type { App } from './app-type.ts';
import { NOT_FOUND } from './problem-responses.ts';
import { ProblemSchema, SESSION_PROBLEMS } from './route-schemas.ts';

/** `GET /openapi.json` describes every route that is registered after this plugin. */
export const openapi = fp(
  async (app: App) => {
    await app.register(swagger, {
      openapi: {
        openapi: '3.1.0',
        info: { title: 'precandidate-proxy', version: VERSION },
        components: {
          securitySchemes: {
            backend: { type: 'http', scheme: 'bearer', description: 'One of BACKEND_KEYS' },
            session: { type: 'http', scheme: 'bearer', description: 'A token of POST /sessions' },
            webhook: { type: 'apiKey', in: 'header', name: app.settings.WEBHOOK_HEADER },
          },
        },
      },
      transform: ({ url, schema, route }) => ({
        url,
        schema: describeRoute(schema, url, route, app.authenticate),
      }),
    });
    let document: Buffer | undefined;
    app.get('/openapi.json', { schema: { hide: true } }, async (_, reply) => {
      // All responses share the bytes: otherwise, each client that does not read would hold a copy.
      document ??= Buffer.from(JSON.stringify(app.swagger()));
      return reply.type('application/json; charset=utf-8').send(document);
    });
  },
  { name: 'openapi' },
);

function describeRoute(
  schema: FastifySchema | undefined,
  url: string,
  { method, onRequest }: Pick<RouteOptions, 'method' | 'onRequest'>,
  { backend, session, backendOrSession }: App['authenticate'],
): FastifySchema {
  const { returns, problems = [], ...others } = schema ?? {};
  /** Who may call a route follows from the hook that authenticates its requests. */
  const callers = new Map<unknown, FastifySchema>([
    [backend, { tags: ['back end'], security: [{ backend: [] }], problems: BACKEND_PROBLEMS }],
    [session, { tags: ['browser'], security: [{ session: [] }], problems: SESSION_PROBLEMS }],
    [
      backendOrSession,
      {
        tags: ['back end', 'browser'],
        security: [{ backend: [] }, { session: [] }],
        problems: SESSION_PROBLEMS,
      },
    ],
  ]);
  const { problems: common = [], ...caller } = callers.get(onRequest) ?? {};
  const all = new Set([...common, ...problems, ...problemsOfRequest(url, method)]);
  const response = { ...returns, ...problemResponses([...all]) };
  const isDescribed = Object.keys(response).length > 0;
  return { ...caller, ...others, ...(isDescribed && { response }) };
}

const BACKEND_PROBLEMS = ['unauthorized', 'rate-limited', 'database-unavailable'] as const;

/** What is responded before a handler runs, whatever the route. */
function problemsOfRequest(url: string, method: RouteOptions['method']): ProblemName[] {
  const named = [...url.matchAll(/:(\w+)/g)].flatMap(([, name = '']) => NOT_FOUND[name] ?? []);
  const bodies = ['malformed-body', 'body-too-large', 'media-type-unsupported'] as const;
  return ['invalid-request', ...named, ...(method === 'GET' ? [] : bodies)];
}

function problemResponses(problems: readonly ProblemName[]): Record<number, unknown> {
  const byStatus = Map.groupBy(problems, (name) => PROBLEMS[name].status);
  const described = [...byStatus].map(([status, names]) => [
    status,
    {
      description: names.map((name) => PROBLEMS[name].title).join('; '),
      content: { 'application/problem+json': { schema: ProblemSchema } },
    },
  ]);
  return Object.fromEntries(described) as Record<number, unknown>;
}
