import Fastify, { type RouteOptions } from 'fastify';
import fp from 'fastify-plugin';
import { VERSION } from '../config/settings.ts';
import type { App } from './app-type.ts';

/**
 * `GET /openapi.json` describes every route that is registered after this plugin. The description is
 * built on the first request, by a second Fastify instance: most proxies never need it.
 */
export const openapi = fp(
  async (app: App) => {
    const routes: RouteOptions[] = [];
    let description: Promise<object> | undefined;
    app.addHook('onRoute', (route) => void routes.push(route));
    app.get(
      '/openapi.json',
      { schema: { hide: true } },
      () => (description ??= describe(routes, app.settings.WEBHOOK_HEADER)),
    );
  },
  { name: 'openapi' },
);

async function describe(routes: readonly RouteOptions[], webhookHeader: string): Promise<object> {
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
  for (const { method, url, schema } of routes)
    if (method !== 'HEAD')
      described.route({ method, url, ...(schema && { schema }), handler: async () => undefined });
  await described.ready();
  return described.swagger();
}
