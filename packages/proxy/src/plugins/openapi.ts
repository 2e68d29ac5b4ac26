import Fastify, { type FastifySchema, type RouteOptions } from 'fastify';
import fp from 'fastify-plugin';
import { type Problem, type ProblemName, PROBLEMS } from 'precandidate-contract';
import { Type } from 'typebox';
import { VERSION } from '../config/settings.ts';
import type { App } from './app-type.ts';
import { SESSION_PROBLEMS } from './route-schemas.ts';

/**
 * `GET /openapi.json` describes every route that is registered after this plugin. The description is
 * built on the first request, by a second Fastify instance: most proxies never need it.
 */
export const openapi = fp(
  async (app: App) => {
    const routes: RouteOptions[] = [];
    let description: Promise<object> | undefined;
    app.addHook('onRoute', (route) => void routes.push(route));
    app.get('/openapi.json', { schema: { hide: true } }, () => {
      const { authenticate, settings } = app;
      description ??= describe(routes, authenticate, settings.WEBHOOK_HEADER);
      return description;
    });
  },
  { name: 'openapi' },
);

async function describe(
  routes: readonly RouteOptions[],
  authenticate: App['authenticate'],
  webhookHeader: string,
): Promise<object> {
  const { default: swagger } = await import('@fastify/swagger');
  const described = Fastify({ exposeHeadRoutes: false });
  await described.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'precandidate-proxy', version: VERSION },
      components: {
        securitySchemes: {
          backend: { type: 'http', scheme: 'bearer', description: 'One of BACKEND_KEYS' },
          session: { type: 'http', scheme: 'bearer', description: 'A token of POST /sessions' },
          webhook: { type: 'apiKey', in: 'header', name: webhookHeader },
        },
      },
    },
  });
  for (const route of routes)
    if (route.method !== 'HEAD') described.route(describeRoute(route, authenticate));
  await described.ready();
  return described.swagger();
}

function describeRoute(
  { method, url, schema, onRequest }: RouteOptions,
  { backend, session, backendOrSession }: App['authenticate'],
) {
  const { returns, problems = [], ...others } = schema ?? {};
  /** Who may call a route follows from the hook that authenticates its requests. */
  const callers = new Map<unknown, FastifySchema>([
    [backend, { tags: ['back end'], security: [{ backend: [] }], problems: ['unauthorized'] }],
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
  const response = { ...returns, ...problemResponses([...common, ...problems]) };
  const isDescribed = Object.keys(response).length > 0;
  return {
    method,
    url,
    schema: { ...caller, ...others, ...(isDescribed && { response }) },
    handler: async () => undefined,
  };
}

const ProblemSchema = Type.Object({
  type: Type.String({ description: 'urn:precandidate:problem:<name>' }),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.Optional(Type.String()),
  errors: Type.Optional(
    Type.Array(
      Type.Object({ pointer: Type.String(), keyword: Type.String(), detail: Type.String() }),
    ),
  ),
  form_url: Type.Optional(Type.String({ description: 'The service’s own form' })),
} satisfies Record<keyof Problem, unknown>);

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
