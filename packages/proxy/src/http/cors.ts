import fp from 'fastify-plugin';
import type { App } from './app-type.ts';

const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers':
    'authorization, content-type, idempotency-key, if-none-match, precandidate-schema',
  'access-control-max-age': '7200',
};
const EXPOSED = 'etag, retry-after, x-request-id';

/**
 * Lets pages of `ALLOWED_ORIGINS` call the routes that are added to the same scope after it. Errors have the
 * same headers, so that a page can tell them from a network error.
 */
export const browserRoutes = fp(
  async (app: App) => {
    const allowed = new Set(app.settings.ALLOWED_ORIGINS);
    const urls = new Set<string>();

    app.addHook('onRequest', ({ headers: { origin } }, reply, done) => {
      if (origin !== undefined && allowed.has(origin))
        reply.header('access-control-allow-origin', origin);
      reply.header('access-control-expose-headers', EXPOSED);
      done();
    });
    app.addHook('onRoute', ({ url }) => {
      if (urls.has(url)) return;
      urls.add(url);
      app.options(url, { schema: { hide: true } }, (_request, reply) =>
        reply.code(204).headers(PREFLIGHT).send(),
      );
    });
  },
  { name: 'browser-routes' },
);

const PUBLIC = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'timing-allow-origin': '*',
};

/** Lets every page load the routes of the same scope: files that are the same for everyone. */
export const publicRoutes = fp(
  async (app: App) => {
    app.addHook('onRequest', (_request, reply, done) => {
      reply.headers(PUBLIC);
      done();
    });
  },
  { name: 'public-routes' },
);
