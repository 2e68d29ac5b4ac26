import fp from 'fastify-plugin';
import { PATHS } from 'precandidate-contract';
import type { App } from './app-type.ts';

/** Those that Helmet would set, for responses that are never shown as a page. */
export const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
  // Responses contain personal data or change from one second to the next.
  'cache-control': 'no-store',
  vary: 'Origin',
};

/** Headers of every response, unless the route sets others. */
export const securityHeaders = fp(
  async (app: App) => {
    app.addHook('onRequest', (_request, reply, done) => {
      reply.headers(SECURITY_HEADERS);
      done();
    });
  },
  { name: 'security-headers' },
);

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

/** Responds 304 where `If-None-Match` contains the `ETag` that a route has set. */
export const notModified = fp(
  async (app: App) => {
    app.addHook('onSend', (request, reply, payload, done) => {
      const etag = reply.getHeader('etag');
      const isKnown =
        typeof etag === 'string' && hasEtag(request.headers['if-none-match'] ?? '', etag);
      if (!isKnown || reply.statusCode !== 200) return done(null, payload);
      reply.code(304);
      done(null, null);
    });
  },
  { name: 'not-modified' },
);

/** Compares weakly, because a proxy that compresses makes an ETag weak. */
function hasEtag(ifNoneMatch: string, etag: string): boolean {
  const known = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return known.includes(etag) || known.includes('*');
}
