import type { FastifyReply, FastifyRequest } from 'fastify';

/** The policy of HR's pages: everything from our own origin, nothing inline. */
export function hrPolicy(): string {
  return policy({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self'",
    'connect-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  });
}

/**
 * The policy of a page with the element. The element needs the proxy's origin for scripts and calls,
 * and the name of Lit's Trusted Types policy. With `strict` the portal itself gets nothing; otherwise
 * it may load its own style sheet and icon, and renew the session.
 */
export function candidatePolicy(proxyUrl: string, nonce: string, strict: boolean): string {
  return policy({
    'default-src': "'none'",
    'script-src': `${proxyUrl} 'nonce-${nonce}'`,
    'connect-src': strict ? proxyUrl : `${proxyUrl} 'self'`,
    'style-src': strict ? "'none'" : `'self' 'nonce-${nonce}'`,
    ...(!strict && { 'img-src': "'self'" }),
    'require-trusted-types-for': "'script'",
    'trusted-types': 'lit-html',
  });
}

function policy(directives: Record<string, string>): string {
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}

/** Rejects forms that another site's page makes a browser send. */
export async function rejectOtherSites(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const site = request.headers['sec-fetch-site'];
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead && site !== undefined && site !== 'same-origin' && site !== 'none')
    await reply.code(403).type('text/plain').send('This request came from another site.');
}
