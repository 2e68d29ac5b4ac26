import { PATHS } from 'precandidate-contract';
import type { App } from './app-type.ts';

const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers':
    'authorization, content-type, idempotency-key, if-none-match, last-event-id, prefer',
  'access-control-max-age': '7200',
};
const READABLE = 'etag, preference-applied, retry-after, x-request-id, x-schema-changes';

/**
 * Lets pages of the allowed origins call what browsers call, and read the answers (CORS). Nothing
 * else is open to other origins.
 */
export function accessControl(app: App, allowed_origins: readonly string[]): void {
  const allowed = new Set(allowed_origins);

  app.addHook('onRequest', (request, reply, done) => {
    if (!isForBrowsers(request.url)) return done();
    const { origin } = request.headers;
    if (origin !== undefined && allowed.has(origin))
      reply.header('access-control-allow-origin', origin);
    reply.header('access-control-expose-headers', READABLE);
    if (request.method !== 'OPTIONS') return done();
    reply.code(204).headers(PREFLIGHT).send();
  });
}

function isForBrowsers(url: string): boolean {
  return url.startsWith('/precandidate/') || url.split('?')[0] === PATHS.bootstrap;
}
