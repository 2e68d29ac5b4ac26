import fp from 'fastify-plugin';
import type { App } from './app-type.ts';

/** Those of Helmet that mean something for a response that is never shown as a page. */
export const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
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

/** Responds 304 where `If-None-Match` contains the `ETag` that a route has set. */
export const notModified = fp(
  async (app: App) => {
    app.addHook('onSend', (request, reply, payload, done) => {
      const { 'if-none-match': known } = request.headers;
      const etag = reply.getHeader('etag');
      const isKnown = known !== undefined && typeof etag === 'string' && hasEtag(known, etag);
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
