import fp from 'fastify-plugin';
import { PATHS } from 'precandidate-contract';
import type { App } from './app-type.ts';

const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers':
    'authorization, content-type, idempotency-key, if-none-match, precandidate-schema',
  'access-control-max-age': '7200',
};
const EXPOSED = 'etag, retry-after, x-request-id';
/** Files that are the same for everyone, their 404 included. */
const PUBLIC = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'timing-allow-origin': '*',
};

/**
 * Lets pages of `ALLOWED_ORIGINS` call the browser paths, and every page load the widget and the city
 * lists. A 404 or an error has the same headers, so that a page can tell it from a network error.
 */
export const cors = fp(
  async (app: App) => {
    const allowed = new Set(app.settings.ALLOWED_ORIGINS);

    app.addHook('onRequest', (request, reply, done) => {
      const { url, method } = request;
      if (isPublicFile(url)) {
        reply.headers(PUBLIC);
        return done();
      }
      if (!isBrowserPath(url)) return done();
      const { origin } = request.headers;
      if (origin !== undefined && allowed.has(origin))
        reply.header('access-control-allow-origin', origin);
      reply.header('access-control-expose-headers', EXPOSED);
      if (method !== 'OPTIONS') return done();
      reply.code(204).headers(PREFLIGHT).send();
    });
  },
  { name: 'cors' },
);

function isBrowserPath(url: string): boolean {
  return url.startsWith('/precandidate/') || url.split('?')[0] === PATHS.bootstrap;
}

function isPublicFile(url: string): boolean {
  return (
    url.startsWith('/widget/') || url.startsWith('/locodes/') || /^\/widget\.js(\?|$)/.test(url)
  );
}
