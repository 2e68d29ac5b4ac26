import Fastify, { type RouteOptions } from 'fastify';
import type { App } from './app-type.ts';
import { VERSION } from '../version.ts';

/**
 * Remembers every route that `app` gets from now on; answers how to describe them as OpenAPI. What
 * makes the description is loaded, and it is made, when somebody asks for it.
 */
export function describeRoutes(app: App, webhook_header: string): () => Promise<object> {
  const routes: RouteOptions[] = [];
  let description: Promise<object> | undefined;
  app.addHook('onRoute', (route) => void routes.push(route));
  return () => (description ??= describe(routes, webhook_header));
}

/** A server of the same routes, which does nothing, listens nowhere and is only described. */
async function describe(routes: readonly RouteOptions[], webhook_header: string): Promise<object> {
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
          webhook: { type: 'apiKey', in: 'header', name: webhook_header },
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
